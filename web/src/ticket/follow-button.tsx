import { useQueryClient } from '@tanstack/react-query';
import { followTicket } from '../backend/following.ts';
import type { TicketDetail } from '../backend/tickets.ts';
import { useCommands } from '../commands/registry.ts';
import { IconButton } from '../design/button.tsx';
import { toastRefusal } from '../design/toast-refusal.ts';
import { useIsDeveloper } from '../session/me.ts';
import { t } from '../texts/texts.ts';

/** The bell: a developer who follows a ticket is told of its comments and changes of its status. */
export function FollowButton({ ticket }: { ticket: TicketDetail }) {
  const client = useQueryClient();
  const developer = useIsDeveloper();
  const { following } = ticket;
  const toggle = () =>
    followTicket(client, ticket, !following).catch((error) => toastRefusal(error, `#${ticket.number}`));
  const label = t(following ? 'command.unfollow' : 'command.follow');
  useCommands(following === undefined ? [] : [{ id: 'follow', label, group: 'ticket', keys: 'w', run: toggle }]);
  if (!developer) return null;
  return (
    <IconButton
      icon="bell"
      label={t('ticket.following')}
      aria-pressed={following ?? false}
      disabled={following === undefined}
      onClick={toggle}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
    />
  );
}
