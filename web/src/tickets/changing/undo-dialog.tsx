import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Undone, undoAct } from '../../backend/acts.ts';
import { Switch } from '../../design/field.tsx';
import { Problem, useAttempt } from '../../design/form.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Pending } from '../../design/pending.tsx';
import { lineName } from '../../texts/changed-name.ts';
import { t } from '../../texts/texts.ts';
import { takeBack } from './undo.ts';

type Line = Undone['undone'][number];

/** The ticket or thing that a line of an act changed. */
export const nameOf = ({ ticket, thing }: Line): string => (ticket ? `#${ticket.number}` : (thing?.name ?? ''));

/** As many as one reads; the count says how many there are. */
const MOST_NAMED = 20;

function joined(lines: readonly Line[]): string {
  const names = [...new Set(lines.map(nameOf))].filter(Boolean);
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

/** Says what becomes of an act when it is taken back, before it is. */
export function UndoDialog({ act, onClose }: { act: string; onClose: () => void }) {
  const client = useQueryClient();
  const [isConfirmed, confirm] = useState(false);
  const trial = (confirmed: boolean) => ({
    queryKey: ['acts', act, 'tried', confirmed],
    queryFn: () => undoAct(act, { dry_run: true, ...(confirmed ? { confirm: true as const } : {}) }),
    gcTime: 0,
  });
  const tried = useQuery(trial(false));
  const triedConfirmed = useQuery({ ...trial(true), enabled: isConfirmed });
  const undoing = useAttempt(async () => {
    onClose();
    await takeBack(client, [act], isConfirmed);
  });
  const reveals = tried.data?.left.some(({ error }) => error === 'would_reveal') === true;
  const { undone = [], left = [] } = (isConfirmed ? triedConfirmed.data : undefined) ?? tried.data ?? {};
  const fields = [...new Set(undone.map(lineName))].join(', ');
  const stays = left.filter(({ error }) => error !== 'not_undoable');
  return (
    <FormDialog
      onClose={onClose}
      title={t('undoing.title')}
      icon="undo"
      disabled={undone.length === 0}
      submit={t('action.undo')}
      attempt={undoing}
    >
      {tried.isPending && <Pending query={tried} />}
      {tried.data && undone.length === 0 && <p>{t('undo.nothing')}</p>}
      {undone.length > 0 && (
        <p className="wrap-anywhere">
          {t('undoing.will', { count: new Set(undone.map(nameOf)).size, fields, names: joined(undone) })}
        </p>
      )}
      {stays.slice(0, MOST_NAMED).map(({ line, by, error }) => (
        <p key={line.id} className="text-sm text-muted wrap-anywhere">
          {t(`undoLeft.${error as 'changed_since'}`, {
            name: nameOf(line),
            field: lineName(line),
            by: by?.name ?? '',
          })}
        </p>
      ))}
      {stays.length > MOST_NAMED && <p className="text-sm text-muted">{t('undo.left', { count: stays.length })}</p>}
      {reveals && (
        <Switch checked={isConfirmed} onChange={confirm} label={t('undo.confirm')} hint={t('undo.confirmHint')} />
      )}
      <Problem text={tried.error ? t('undo.nothing') : undefined} className="" />
    </FormDialog>
  );
}
