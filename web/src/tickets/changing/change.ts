/** Changes a ticket optimistically, and shows a toast: with Undo, or with why the service refused. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readersOf, revealOf } from '../../backend/access.ts';
import { changeTicket, type Shown } from '../../backend/change-ticket.ts';
import type { Ticket, TicketChanges, TicketDetail, TicketSummary } from '../../backend/tickets.ts';
import { toast, toastRefusal, toastWhenDone } from '../../design/toast.tsx';
import { maybeText, t } from '../../texts/texts.ts';
import { askToClose, askToReveal } from './dialog-requests.ts';

/** The fields for which a toast offers Undo. Users edit texts in place and can edit them again. */
const REVERSIBLE = [
  'status',
  'priority',
  'assignee_id',
  'planned_date',
  'estimated_hours',
  'category',
  'project_id',
  'order_index',
  'team_id',
  'restricted',
  'urgency_reporter',
] as const;

const DERIVED = {
  assignee_id: ['assignee_name', 'assignee_email'],
  project_id: ['project_name', 'project_color', 'project_icon_url'],
} as const;

/** Changes of these fields may make the service accept a report, or assign it to the developer who accepts it. */
const ENTAILING = ['status', 'assignee_id', 'planned_date', 'estimated_hours'] as const;
const ENTAILED = ['status', 'assignee_id'] as const;

/** The changes that undo these, with what the service changed along with them. Undefined when Undo is not possible. */
export function inverse(ticket: TicketSummary, changes: TicketChanges, answer: TicketSummary) {
  // Who does not see the ticket any more cannot take it back.
  if (!('version' in answer)) return undefined;
  if (!Object.keys(changes).every((key) => key === 'confirm' || (REVERSIBLE as readonly string[]).includes(key)))
    return undefined;
  const entails = ENTAILING.some((key) => key in changes);
  const entailed = ENTAILED.filter((key) => entails && ticket[key] !== answer[key]);
  const keys = [...new Set([...REVERSIBLE.filter((key) => key in changes), ...entailed])];
  const shownKeys = keys.flatMap((key): readonly (keyof TicketSummary)[] =>
    key in DERIVED ? DERIVED[key as keyof typeof DERIVED] : [],
  );
  const of = (names: readonly (keyof TicketSummary)[]) => Object.fromEntries(names.map((name) => [name, ticket[name]]));
  // Back where it was, people may gain sight of it whom the move took it from.
  const confirm = 'project_id' in changes || 'restricted' in changes ? { confirm: true } : {};
  return { changes: { ...of(keys), ...confirm } as TicketChanges, shown: of(shownKeys) as Shown };
}

/** Takes a change back. @param changed the ticket as it is now. */
export const undoChange = (
  client: QueryClient,
  changed: Ticket,
  { changes, shown }: NonNullable<ReturnType<typeof inverse>>,
): Promise<unknown> =>
  changeTicket(client, changed, changes, shown).catch((error) => toastRefusal(error, `#${changed.number}`));

function doneText(ticket: TicketSummary, changes: TicketChanges, shown: Shown, answer: TicketSummary): string {
  const { number } = ticket;
  // The service accepts a report that somebody plans, and gives it to them: that is said, for its reporter hears of it.
  if (!changes.status && ticket.status === 'submitted' && answer.status === 'verified')
    return t('done.accepted', { number, name: answer.assignee_name ?? t('assignee.none') });
  if (changes.status) return t('done.status', { number, value: t(`status.${changes.status}`) });
  if (changes.priority) return t('done.priority', { number, value: t(`priority.${changes.priority}`) });
  if (changes.category) return t('done.category', { number, value: t(`category.${changes.category}`) });
  if ('assignee_id' in changes) {
    return changes.assignee_id
      ? t('done.assignee', { number, value: shown.assignee_name ?? '' })
      : t('done.unassigned', { number });
  }
  return t('done.changed', { number });
}

export function useChangeTicket() {
  const client = useQueryClient();
  return useMemo(() => {
    const change = async (
      ticket: TicketSummary,
      changes: TicketChanges,
      shown: Shown = {},
      quiet = false,
    ): Promise<boolean> => {
      // Closing needs an answer to the reporter: the dialog asks for it, whichever component makes the changes.
      if (changes.status === 'closed' && ticket.status !== 'closed' && !changes.closure_summary) {
        askToClose(ticket);
        return false;
      }
      const asking = {
        numbers: [ticket.number],
        go: () => change(ticket, { ...changes, confirm: true }, shown, quiet),
      };
      const readers = changes.confirm ? undefined : readersOf(client, ticket, changes);
      if (readers) {
        askToReveal({ ...asking, readers });
        return false;
      }
      try {
        const answer = await toastWhenDone(changeTicket(client, ticket, changes, shown));
        const back = inverse(ticket, changes, answer);
        const undo = back && (() => undoChange(client, answer, back));
        if (!quiet) toast({ text: doneText(ticket, changes, shown, answer), ...(undo && { undo }) });
        return true;
      } catch (error) {
        const reveal = revealOf(error);
        if (reveal) askToReveal({ ...asking, reveal });
        else toastRefusal(error, `#${ticket.number}`);
        return false;
      }
    };
    return change;
  }, [client]);
}

/** The user who last changed a field, by the ticket's history. */
export const lastChangedBy = (ticket: TicketDetail, field: string): string | undefined =>
  ticket.history.findLast((entry) => entry.field === field)?.user_name ?? undefined;

export const fieldName = (field: string): string => maybeText(`field.${field}`) ?? field;
