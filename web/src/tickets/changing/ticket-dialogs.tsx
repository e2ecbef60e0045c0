import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { useFirstSign } from '../../design/use-first-sign.ts';
import {
  accessRequest,
  chooseRequest,
  closeRequest,
  closeSeveralRequest,
  mergeRequest,
  revealRequest,
  splitRequest,
  undoRequest,
} from './dialog-requests.ts';

const Closing = onDemand(async () => (await import('../closing/closing-dialog.tsx')).ClosingForm, 'merging');
const Choosing = onDemand(async () => (await import('./chooser.tsx')).Chooser, 'commands');
const Merging = onDemand(async () => (await import('../merging/merge-dialog.tsx')).MergeDialog, 'merging');
const Splitting = onDemand(async () => (await import('../merging/split-dialog.tsx')).SplitDialog, 'merging');
const Revealing = onDemand(async () => (await import('../seeing/reveal-dialog.tsx')).RevealDialog, 'access');
const Several = onDemand(async () => (await import('../merging/closing-several.tsx')).ClosingSeveral, 'merging');

const Access = onDemand(async () => (await import('../seeing/access-dialog.tsx')).AccessDialog, 'access');
const Undoing = onDemand(async () => (await import('./undo-dialog.tsx')).UndoDialog, 'commands', 'acts');

const preload = () => Promise.all([Closing.preload(), Choosing.preload()]);

/** The dialogs that any page may open. One that the user asks for while the code loads is shown when it is there. */
export function TicketDialogs() {
  const ticket = closeRequest.use();
  const choosing = chooseRequest.use();
  const merging = mergeRequest.use();
  const several = closeSeveralRequest.use();
  const revealing = revealRequest.use();
  const splitting = splitRequest.use();
  const undoing = undoRequest.use();
  const seen = accessRequest.use();
  useFirstSign(preload);
  return (
    <PartPlace>
      {ticket && <Closing key={ticket.id} ticket={ticket} onClose={closeRequest.end} />}
      {merging && <Merging request={merging} onClose={mergeRequest.end} />}
      {splitting && <Splitting key={splitting.id} ticket={splitting} onClose={splitRequest.end} />}
      {revealing && <Revealing request={revealing} onClose={revealRequest.end} />}
      {undoing && <Undoing key={undoing} act={undoing} onClose={undoRequest.end} />}
      {seen !== undefined && <Access key={seen} number={seen} onClose={accessRequest.end} />}
      {several && <Several request={several} onClose={closeSeveralRequest.end} />}
      {choosing && <Choosing choosing={choosing} onClose={chooseRequest.end} />}
    </PartPlace>
  );
}
