import type { TicketSummary } from '../../backend/tickets.ts';
import { Dialog, DialogBody } from '../../design/dialog.tsx';
import { t } from '../../texts/texts.ts';
import { NotSolvedForm } from './not-solved-form.tsx';

export function NotSolvedDialog({ ticket, onClose }: { ticket: TicketSummary; onClose: () => void }) {
  return (
    <Dialog
      open
      drafts
      onClose={onClose}
      title={t('reopening.title')}
      description={`#${ticket.number} ${ticket.title}`}
    >
      <DialogBody>
        <NotSolvedForm ticket={ticket} onReopened={onClose} />
      </DialogBody>
    </Dialog>
  );
}
