import { Suspense, useCallback } from 'react';
import { onDemand } from '../../design/on-demand.tsx';
import { useFirstSign } from '../../design/use-first-sign.ts';
import {
  askToClose,
  chosen,
  stopClosingSeveral,
  stopMerging,
  stopRevealing,
  stopSplitting,
  useChoosing,
  useClosingRequest,
  useClosingSeveral,
  useMergingRequest,
  useRevealRequest,
  useSplittingRequest,
} from './dialog-requests.ts';

const Closing = onDemand(async () => (await import('../closing/closing-dialog.tsx')).ClosingForm, 'merging');
const Choosing = onDemand(async () => (await import('./chooser.tsx')).Chooser, 'commands');
const Merging = onDemand(async () => (await import('../merging/merge-dialog.tsx')).MergeDialog, 'merging');
const Splitting = onDemand(async () => (await import('../merging/split-dialog.tsx')).SplitDialog, 'merging');
const Revealing = onDemand(async () => (await import('../seeing/reveal-dialog.tsx')).RevealDialog, 'access');
const Several = onDemand(async () => (await import('../merging/closing-several.tsx')).ClosingSeveral, 'merging');

/** The dialogs that any page may open. One that the user asks for while the code loads is shown when it is there. */
export function TicketDialogs() {
  const ticket = useClosingRequest();
  const choosing = useChoosing();
  const merging = useMergingRequest();
  const several = useClosingSeveral();
  const revealing = useRevealRequest();
  const splitting = useSplittingRequest();
  useFirstSign(useCallback(() => Promise.all([Closing.preload(), Choosing.preload()]), []));
  return (
    <Suspense>
      {ticket && <Closing key={ticket.id} ticket={ticket} onClose={() => askToClose(undefined)} />}
      {merging && <Merging request={merging} onClose={stopMerging} />}
      {splitting && <Splitting key={splitting.id} ticket={splitting} onClose={stopSplitting} />}
      {revealing && <Revealing request={revealing} onClose={stopRevealing} />}
      {several && <Several request={several} onClose={stopClosingSeveral} />}
      {choosing && <Choosing choosing={choosing} onClose={chosen} />}
    </Suspense>
  );
}
