import { Suspense, useCallback } from 'react';
import { onDemand } from '../../design/on-demand.tsx';
import { useFirstSign } from '../../design/use-first-sign.ts';
import { loadTexts } from '../../texts/texts.ts';
import { askToClose, useClosingRequest } from '../closing/closing-request.ts';
import {
  stopClosingSeveral,
  stopMerging,
  stopSplitting,
  useClosingSeveral,
  useMergingRequest,
  useSplittingRequest,
} from '../merging/merging-request.ts';
import { stopRevealing, useRevealRequest } from '../seeing/reveal-request.ts';
import { chosen, useChoosing } from './choosing-request.ts';

const Closing = onDemand(
  async () => (await Promise.all([import('../closing/closing-dialog.tsx'), loadTexts('merging')]))[0].ClosingForm,
  { dialog: true },
);
const Choosing = onDemand(
  async () => (await Promise.all([import('./chooser.tsx'), loadTexts('commands')]))[0].Chooser,
  { dialog: true },
);
const Merging = onDemand(
  async () => (await Promise.all([import('../merging/merge-dialog.tsx'), loadTexts('merging')]))[0].MergeDialog,
  { dialog: true },
);
const Splitting = onDemand(
  async () => (await Promise.all([import('../merging/split-dialog.tsx'), loadTexts('merging')]))[0].SplitDialog,
  { dialog: true },
);
const Revealing = onDemand(
  async () => (await Promise.all([import('../seeing/reveal-dialog.tsx'), loadTexts('access')]))[0].RevealDialog,
  { dialog: true },
);
const Several = onDemand(
  async () => (await Promise.all([import('../merging/closing-several.tsx'), loadTexts('merging')]))[0].ClosingSeveral,
  { dialog: true },
);

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
