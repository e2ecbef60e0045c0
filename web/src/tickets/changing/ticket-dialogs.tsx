import { Suspense } from 'react';
import { onDemand } from '../../design/on-demand.tsx';
import { useFirstSign } from '../../design/use-first-sign.ts';
import * as requests from './dialog-requests.ts';

const Closing = onDemand(async () => (await import('../closing/closing-dialog.tsx')).ClosingForm, 'merging');
const Choosing = onDemand(async () => (await import('./chooser.tsx')).Chooser, 'commands');
const Merging = onDemand(async () => (await import('../merging/merge-dialog.tsx')).MergeDialog, 'merging');
const Splitting = onDemand(async () => (await import('../merging/split-dialog.tsx')).SplitDialog, 'merging');
const Revealing = onDemand(async () => (await import('../seeing/reveal-dialog.tsx')).RevealDialog, 'access');
const Several = onDemand(async () => (await import('../merging/closing-several.tsx')).ClosingSeveral, 'merging');

const preload = () => Promise.all([Closing.preload(), Choosing.preload()]);

/** The dialogs that any page may open. One that the user asks for while the code loads is shown when it is there. */
export function TicketDialogs() {
  const ticket = requests.closing.use();
  const choosing = requests.choosing.use();
  const merging = requests.merging.use();
  const several = requests.closingSeveral.use();
  const revealing = requests.revealing.use();
  const splitting = requests.splitting.use();
  useFirstSign(preload);
  return (
    <Suspense>
      {ticket && <Closing key={ticket.id} ticket={ticket} onClose={requests.closing.end} />}
      {merging && <Merging request={merging} onClose={requests.merging.end} />}
      {splitting && <Splitting key={splitting.id} ticket={splitting} onClose={requests.splitting.end} />}
      {revealing && <Revealing request={revealing} onClose={requests.revealing.end} />}
      {several && <Several request={several} onClose={requests.closingSeveral.end} />}
      {choosing && <Choosing choosing={choosing} onClose={requests.choosing.end} />}
    </Suspense>
  );
}
