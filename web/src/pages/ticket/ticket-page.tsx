import { useNavigate, useParams } from '@tanstack/react-router';
import { type Command, useCommands } from '../../commands/registry.ts';
import { IconButton } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { t } from '../../texts/texts.ts';
import { TicketView } from '../../ticket/ticket-view.tsx';
import { BackButton } from '../../tickets/showing/back-button.tsx';
import { useNeighbours } from '../../tickets/walking/walk.ts';

export function TicketPage() {
  const { number } = useParams({ from: '/signed-in/t/$number' });
  if (!/^\d{1,9}$/.test(number)) return <Empty text={t('refusal.ticket_not_found')} />;
  return (
    <div className="flex flex-1 flex-col bg-surface">
      <TicketView
        key={number}
        number={Number(number)}
        lead={<BackButton />}
        bar={<Neighbours number={Number(number)} />}
      />
    </div>
  );
}

/** Leads to the tickets before and after this one in the list that the user came from. */
function Neighbours({ number }: { number: number }) {
  const navigate = useNavigate();
  const beside = useNeighbours(number);
  const go = (to: number | undefined) => {
    if (to === undefined) return;
    beside?.remember(to);
    navigate({ to: '/t/$number', params: { number: String(to) }, replace: true });
  };
  const commands: Command[] = [
    { id: 'next', label: t('command.next'), group: 'list', keys: 'j', run: () => go(beside?.next) },
    { id: 'previous', label: t('command.previous'), group: 'list', keys: 'k', run: () => go(beside?.previous) },
  ];
  useCommands(beside ? commands : []);
  if (!beside) return null;
  return (
    <span className="flex max-md:hidden">
      <IconButton
        icon="up"
        label={t('command.previous')}
        disabled={!beside.previous}
        onClick={() => go(beside.previous)}
      />
      <IconButton icon="down" label={t('command.next')} disabled={!beside.next} onClick={() => go(beside.next)} />
    </span>
  );
}
