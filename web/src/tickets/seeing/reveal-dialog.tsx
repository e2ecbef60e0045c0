import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../../backend/access.ts';
import { useAttempt } from '../../design/form.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { t } from '../../texts/texts.ts';
import type { RevealRequest } from '../changing/dialog-requests.ts';
import { RevealNote } from './reveal-note.tsx';

/** Says who gains and who loses sight of tickets before that happens. */
export function RevealDialog({ request, onClose }: { request: RevealRequest; onClose: () => void }) {
  const { numbers, reveal, readers, go } = request;
  const teams = useQuery({ ...teamsQuery, enabled: readers !== undefined }).data ?? [];
  // A project that one sees has the ids of its teams, any other one their names.
  const names = readers?.map((reader) => teams.find(({ id }) => id === reader)?.name ?? reader);
  const changing = useAttempt(async () => {
    onClose();
    go();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('access.changeTitle', { numbers: numbers.map((ticketNumber) => `#${ticketNumber}`).join(', ') })}
      look="danger"
      submit={t('access.allTheSame')}
      attempt={changing}
    >
      {reveal && <RevealNote {...reveal} />}
      {names && <p>{t('access.movesTo', { names: names.join(', ') })}</p>}
    </FormDialog>
  );
}
