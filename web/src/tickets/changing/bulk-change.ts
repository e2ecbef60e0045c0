import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { changeTicket, type Shown } from '../../backend/change-ticket.ts';
import type { TicketChanges, TicketSummary } from '../../backend/tickets.ts';
import { tellsWhenDone, toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { t } from '../../texts/texts.ts';
import { inverse, useChangeTicket } from './change.ts';

/** Makes the same changes to several tickets. Closing needs an answer for each, so it refuses to close several. */
export function useBulkChange() {
  const client = useQueryClient();
  const changeOne = useChangeTicket();
  return useCallback(
    async (tickets: TicketSummary[], changes: TicketChanges, shown: Shown = {}) => {
      const [first, ...more] = tickets;
      if (!first) return;
      if (more.length === 0) {
        await changeOne(first, changes, shown);
        return;
      }
      if (changes.status === 'closed') {
        toast({ tone: 'refused', text: t('bulk.closeOneByOne') });
        return;
      }
      const results = await tellsWhenDone(
        Promise.allSettled(tickets.map((ticket) => changeTicket(client, ticket, changes, shown))),
      );
      const changed = results.flatMap((result, index) => {
        const before = tickets[index];
        return result.status === 'fulfilled' && before ? [{ before, after: result.value }] : [];
      });
      results.forEach((result, index) => {
        const ticket = tickets[index];
        if (result.status === 'rejected' && ticket) toastRefusal(result.reason, `#${ticket.number}`);
      });
      if (changed.length === 0) return;
      const undo = () => {
        for (const { before, after } of changed) {
          const back = inverse(before, changes, after);
          if (back)
            changeTicket(client, after, back.changes, back.shown).catch((error) =>
              toastRefusal(error, `#${before.number}`),
            );
        }
      };
      toast({ text: t('bulk.done', { count: changed.length }), undo });
    },
    [client, changeOne],
  );
}
