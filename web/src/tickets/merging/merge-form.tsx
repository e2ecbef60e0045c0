import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  closeAsDoubles,
  joinTickets,
  placeBeside,
  type Refused,
  refreshTickets,
  takeDoublesBack,
  unmergeTickets,
} from '../../backend/merging.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { refusalCode } from '../../design/feedback.tsx';
import { Field, sendByKeys, TextArea } from '../../design/field.tsx';
import { toast, toastWhenDone } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { LONGEST_ANSWER } from '../closing/answer-field.tsx';
import type { Several } from './merging-request.ts';
import { RefusedList } from './refused-list.tsx';

const WAYS = ['join', 'beside', 'double'] as const;
type Way = (typeof WAYS)[number];

interface MergeFormProps {
  request: Several;
  target: TicketSummary;
  onClose: () => void;
}

/** Says what happens to whom before it happens, and lets the user choose how. */
export function MergeForm({ request, target, onClose }: MergeFormProps) {
  const [left, setLeft] = useState(() => request.tickets.filter(({ id }) => id !== target.id));
  const isForeign = left.some(({ reporter_id }) => reporter_id !== target.reporter_id);
  const [way, setWay] = useState<Way>(isForeign ? 'beside' : 'join');
  const [tell, setTell] = useState(false);
  const [answer, setAnswer] = useState(t('merging.doubleOf', { number: target.number }));
  const merge = useMerge({ request, target, onClose, left, setLeft });
  const names = [...new Set(left.map((ticket) => ticket.reporter_name ?? t('field.nobody')))].join(', ');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (merge.busy) return;
    merge.run(way, { tell: tell && isForeign, answer: answer.trim() });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('merging.into', { number: target.number })}
      description={left.map(({ number, title }) => `#${number} ${title}`).join(' · ')}
    >
      <form onSubmit={submit} onKeyDown={sendByKeys} className="contents">
        <DialogBody>
          <fieldset className="flex flex-col gap-2">
            <legend className="sr-only">{t('merging.how')}</legend>
            {WAYS.map((one) => (
              <label
                key={one}
                className="flex cursor-pointer gap-3 rounded-lg border border-line px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="way"
                  data-autofocus={one === way || undefined}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                  checked={one === way}
                  onChange={() => setWay(one)}
                />
                <span className="min-w-0">
                  <span className="block text-sm font-semibold">{t(`merging.${one}`)}</span>
                  <span className="block text-sm text-muted">
                    {t(`merging.${one}Means`, { number: target.number, names })}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          {way === 'join' && isForeign && <TellReporters names={names} target={target} told={tell} onTell={setTell} />}
          {way === 'double' && (
            <Field label={t('closing.summary')} hint={t('merging.doubleHint')}>
              {(field) => (
                <TextArea
                  {...field}
                  rows={3}
                  longest={LONGEST_ANSWER}
                  value={answer}
                  onChange={(event) => setAnswer(event.target.value)}
                />
              )}
            </Field>
          )}
          <RefusedList tickets={left} refused={merge.refused} />
        </DialogBody>
        <DialogFooter>
          <Button look="quiet" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          {merge.reveals && (
            <Button look="danger" onClick={() => merge.run(way, { tell, answer, confirm: true })}>
              {t('merging.allTheSame')}
            </Button>
          )}
          <Button
            type="submit"
            look="primary"
            busy={merge.busy}
            disabled={(way === 'join' && isForeign && !tell) || (way === 'double' && answer.trim() === '')}
          >
            {t(`merging.${way}Submit`, { count: left.length })}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface TellProps {
  names: string;
  target: TicketSummary;
  told: boolean;
  onTell: (told: boolean) => void;
}

function TellReporters({ names, target, told, onTell }: TellProps) {
  return (
    <label className="flex items-start gap-3 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={told}
        onChange={(event) => onTell(event.target.checked)}
      />
      {t('merging.tell', { names, other: target.reporter_name ?? t('field.nobody') })}
    </label>
  );
}

interface MergeProps extends MergeFormProps {
  left: TicketSummary[];
  setLeft: (left: TicketSummary[]) => void;
}

interface Chosen {
  tell: boolean;
  answer: string;
  confirm?: boolean;
}

/** Merges what is left, offers Undo for what was merged, and keeps what was refused. */
function useMerge({ request, target, onClose, left, setLeft }: MergeProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const result = (way: Way, { tell, answer, confirm = false }: Chosen) => {
    const ids = left.map(({ id }) => id);
    if (way === 'join') return joinTickets(ids, { into: target.id, tell, confirm });
    return way === 'beside' ? placeBeside(ids, target.id) : closeAsDoubles(ids, target.number, answer);
  };
  const run = async (way: Way, chosen: Chosen) => {
    setBusy(true);
    const { done, refused } = await toastWhenDone(result(way, chosen)).catch((error) => ({
      done: [] as string[],
      refused: left.map(({ id }) => ({ id, error: error as unknown })),
    }));
    setBusy(false);
    setRefused(refused);
    setLeft(left.filter(({ id }) => !done.includes(id)));
    request.onDone(done);
    const undo = async () => {
      const before = left.filter(({ id }) => done.includes(id));
      await (way === 'double' ? takeDoublesBack(before, target.id) : unmergeTickets(done));
      refreshTickets(client);
    };
    if (done.length > 0) toast({ text: t(`merging.${way}Done`, { count: done.length, number: target.number }), undo });
    if (refused.length === 0) onClose();
    await refreshTickets(client);
  };
  const reveals = refused.some(({ error }) => refusalCode(error) === 'would_reveal');
  return { run, busy, refused, reveals };
}
