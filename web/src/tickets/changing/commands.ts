/** The commands for one ticket or for the selected ones, for keys and the palette. */
import type { Shown } from '../../backend/change-ticket.ts';
import type { User } from '../../backend/sign-in.ts';
import {
  CATEGORIES,
  OPEN_STATUSES,
  PRIORITIES,
  type TicketChanges,
  type TicketSummary,
} from '../../backend/tickets.ts';
import type { Command } from '../../commands/registry.ts';
import { toast } from '../../design/toast.tsx';
import { maybeText, t } from '../../texts/texts.ts';
import { askToChoose, askToClose, askToCloseSeveral, askToMerge } from './dialog-requests.ts';

type Change = (ticket: TicketSummary, changes: TicketChanges, shown?: Shown, quiet?: boolean) => Promise<boolean>;

/**
 * Without a ticket the commands are idle. A user who is no developer does not get idle ones.
 *
 * @param onDone called with the ids of tickets that were closed or merged together.
 */
export function ticketCommands(
  tickets: TicketSummary[],
  me: User,
  change: Change,
  onDone?: (ids: readonly string[]) => void,
): Command[] {
  const [first] = tickets;
  if (!first && me.role !== 'developer') return [];
  const idle = first === undefined;
  const all = (allowed: (ticket: TicketSummary) => boolean) => tickets.every(allowed);
  const commands: Command[] = [];
  const offer = (id: string, label: string, keys: string | undefined, run: () => void) =>
    commands.push({ id, label, group: 'ticket', ...(keys ? { keys } : {}), idle, run });

  const each = (field: Valued, values: readonly string[]) =>
    commands.push(...valueCommands(tickets, field, values, change));

  if (all((ticket) => ticket.can.change_status)) {
    offer('status', t('command.status'), 's', () => askToChoose('status', tickets));
    each('status', OPEN_STATUSES);
  }
  if (all((ticket) => ticket.can.plan)) {
    offer('priority', t('command.priority'), 'p', () => askToChoose('priority', tickets));
    each('priority', PRIORITIES);
    offer('plan', t('command.plan'), 'd', () => askToChoose('planned_date', tickets));
    offer('estimate', t('command.estimate'), 'e', () => askToChoose('estimated_hours', tickets));
    offer('labels', t('field.labels'), 'shift+l', () => askToChoose('labels', tickets));
  }
  if (all((ticket) => ticket.can.edit)) {
    offer('category', t('command.category'), 'l', () => askToChoose('category', tickets));
    each('category', CATEGORIES);
    offer('project', t('command.project'), 'shift+p', () => askToChoose('project', tickets));
  }
  if (all((ticket) => ticket.can.assign)) {
    offer('assign', t('command.assign'), 'a', () => askToChoose('assignee', tickets));
    offer('assign to me', t('command.assignToMe'), 'i', () => {
      for (const ticket of tickets) {
        change(ticket, { assignee_id: me.id }, { assignee_name: me.name, assignee_email: me.email });
      }
    });
  }
  if (all((ticket) => ticket.can.change_status && ticket.status === 'submitted')) {
    offer('verify', t('command.verify'), 'v', () => {
      for (const ticket of tickets) change(ticket, { status: 'verified' });
    });
  }
  if (all((ticket) => ticket.can.close))
    offer('close', t('command.close'), 'shift+c', () => first && close(first, tickets, onDone));
  if (all((ticket) => ticket.can.link && ticket.merged_into === null))
    offer('merge', t('command.merge'), 'u', () => askToMerge(tickets, onDone));
  if (all((ticket) => ticket.can.link && ticket.can.close && ticket.merged_into === null))
    offer('duplicate', t('command.duplicate'), undefined, () => askToMerge(tickets, onDone, 'double'));
  if (idle || tickets.length === 1) offer('copy link', t('command.copyLink'), 'y', () => first && copyLink(first));
  return commands;
}

type Valued = 'status' | 'priority' | 'category';

/** A command for each value that not all of the tickets have. */
const valueCommands = (tickets: TicketSummary[], field: Valued, values: readonly string[], change: Change): Command[] =>
  values
    .filter((value) => !tickets.every((ticket) => ticket[field] === value))
    .map((value) => ({
      id: `${field} ${value}`,
      label: `${t(`field.${field}`)}: ${maybeText(`${field}.${value}`) ?? value}`,
      group: 'ticket',
      idle: tickets.length === 0,
      onlyBySearch: true,
      run: () => {
        for (const ticket of tickets) change(ticket, { [field]: value });
      },
    }));

function close(first: TicketSummary, tickets: TicketSummary[], onDone?: (ids: readonly string[]) => void): void {
  if (tickets.length === 1) askToClose(first);
  else askToCloseSeveral(tickets, onDone);
}

async function copyLink({ number }: TicketSummary): Promise<void> {
  await navigator.clipboard.writeText(`${location.origin}/t/${number}`);
  toast({ text: t('done.linkCopied', { number }) });
}
