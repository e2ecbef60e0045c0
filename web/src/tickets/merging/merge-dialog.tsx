import { useState } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Dialog } from '../../design/dialog.tsx';
import { t } from '../../texts/texts.ts';
import { MergeForm } from './merge-form.tsx';
import type { Several } from './merging-request.ts';
import { TargetList } from './target-list.tsx';

/** Asks into which ticket these are merged, and then how. */
export function MergeDialog({ request, onClose }: { request: Several; onClose: () => void }) {
  const { tickets } = request;
  const [target, setTarget] = useState<TicketSummary>();
  if (target) return <MergeForm request={request} target={target} onClose={onClose} />;
  return (
    <Dialog open wide hideTitle onClose={onClose} title={titleOf(tickets)}>
      <TargetList tickets={tickets} onChoose={setTarget} />
    </Dialog>
  );
}

const titleOf = (tickets: readonly TicketSummary[]): string => {
  const [first] = tickets;
  return first && tickets.length === 1
    ? t('merging.titleOne', { number: first.number })
    : t('merging.titleMany', { count: tickets.length });
};
