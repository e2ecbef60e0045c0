import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { peopleByIdQuery } from '../../backend/people.ts';
import { onDemand } from '../../design/on-demand.tsx';
import { useMe } from '../../session/me.ts';
import { loadTexts, t } from '../../texts/texts.ts';
import { Chip, type OneChipProps } from './filter-chips.tsx';

const ReporterDialog = onDemand(
  async () => (await Promise.all([import('./reporter-dialog.tsx'), loadTexts('commands')]))[0].ReporterDialog,
  { dialog: true },
);

/** Whose tickets: there are more people than a menu holds, so a dialog searches them. */
export function ReporterChip({ value, onChange, isTurned = false, onTurn }: OneChipProps) {
  const [open, setOpen] = useState(false);
  const me = useMe();
  const id = value === 'me' ? me.id : value;
  const person = useQuery(peopleByIdQuery(id ? [id] : [])).data?.[0];
  return (
    <>
      <Chip
        label={t('field.reporter')}
        chosen={id === undefined ? undefined : (person?.name ?? '…')}
        isTurned={isTurned}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ReporterDialog
            chosen={id}
            onChoose={onChange}
            {...(onTurn && value !== undefined ? { isTurned, onTurn } : {})}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
