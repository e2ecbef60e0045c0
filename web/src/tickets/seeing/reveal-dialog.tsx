import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../../backend/access.ts';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../design/dialog.tsx';
import { t } from '../../texts/texts.ts';
import type { RevealRequest } from '../changing/dialog-requests.ts';
import { RevealNote } from './reveal-note.tsx';

/** Says who gains and who loses sight of tickets before that happens. */
export function RevealDialog({ request, onClose }: { request: RevealRequest; onClose: () => void }) {
  const { numbers, reveal, readers, go } = request;
  const teams = useQuery({ ...teamsQuery, enabled: readers !== undefined }).data ?? [];
  // A project that one sees has the ids of its teams, any other one their names.
  const names = readers?.map((reader) => teams.find(({ id }) => id === reader)?.name ?? reader);
  return (
    <Dialog onClose={onClose} title={t('access.changeTitle', { numbers: numbers.map((one) => `#${one}`).join(', ') })}>
      <DialogBody>
        {reveal && <RevealNote {...reveal} />}
        {names && <p>{t('access.movesTo', { names: names.join(', ') })}</p>}
      </DialogBody>
      <DialogFooter>
        <Button look="quiet" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          look="danger"
          onClick={() => {
            onClose();
            go();
          }}
        >
          {t('access.allTheSame')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
