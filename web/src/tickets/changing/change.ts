/** Changes a ticket optimistically, and shows a toast: with Undo, or with why the service refused. */

import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readersOf, revealOf } from '../../backend/access.ts';
import { changeTicket, Overtaken, type Shown } from '../../backend/change-ticket.ts';
import type { TicketChanges, TicketDetail, TicketSummary } from '../../backend/tickets.ts';
import { toast, toastRefusal, toastWhenDone } from '../../design/toast.tsx';
import { changedName } from '../../texts/changed-name.ts';
import { maybeText, t } from '../../texts/texts.ts';
import { askToClose, askToReveal } from './dialog-requests.ts';
import { undoOf } from './undo.ts';

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

const conflictText = (number: number, { by, fields }: Overtaken): string =>
  t('edit.conflict', { number, name: by ?? t('edit.someone'), what: fields.map(changedName).join(', ') });

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
        if (!quiet) toast({ text: doneText(ticket, changes, shown, answer), ...undoOf(client, answer) });
        return true;
      } catch (error) {
        const reveal = revealOf(error);
        if (reveal) askToReveal({ ...asking, reveal });
        else if (error instanceof Overtaken) toast({ tone: 'refused', text: conflictText(ticket.number, error) });
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
