import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Reveal, readersOf, revealOf } from '../../backend/access.ts';
import { changeTicket, type Shown } from '../../backend/change-ticket.ts';
import type { TicketChanges, TicketSummary } from '../../backend/tickets.ts';
import { toast, toastRefusal, toastWhenDone } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { inverse, undoChange, useChangeTicket } from './change.ts';
import { askToCloseSeveral, askToReveal, type RevealRequest } from './dialog-requests.ts';

/** Toasts why some were refused. @returns those that were refused because people would gain sight, and how many that are. */
function sortRefusals(tickets: readonly TicketSummary[], results: readonly PromiseSettledResult<unknown>[]) {
  const revealing: TicketSummary[] = [];
  let reveal: Reveal | undefined;
  results.forEach((result, index) => {
    const ticket = tickets[index];
    if (result.status === 'fulfilled' || !ticket) return;
    const one = revealOf(result.reason);
    if (!one) toastRefusal(result.reason, `#${ticket.number}`);
    else {
      revealing.push(ticket);
      reveal = { gain: Math.max(one.gain, reveal?.gain ?? 0), lose: Math.max(one.lose, reveal?.lose ?? 0) };
    }
  });
  return { revealing, reveal };
}

/** Makes the same changes to several tickets. Closing needs an answer: a dialog asks for it. */
export function useBulkChange() {
  const client = useQueryClient();
  const changeOne = useChangeTicket();
  return useMemo(() => {
    const changeAll = async (tickets: TicketSummary[], changes: TicketChanges, shown: Shown = {}): Promise<void> => {
      const [first, ...more] = tickets;
      if (!first) return;
      if (more.length === 0) {
        await changeOne(first, changes, shown);
        return;
      }
      if (changes.status === 'closed') {
        askToCloseSeveral(tickets);
        return;
      }
      const ask = (about: TicketSummary[], more: Pick<RevealRequest, 'reveal' | 'readers'>) =>
        askToReveal({
          ...more,
          numbers: about.map(({ number }) => number),
          go: () => changeAll(about, { ...changes, confirm: true }, shown),
        });
      const readers = tickets.map((ticket) => readersOf(client, ticket, changes)).find((names) => names !== undefined);
      if (readers && !changes.confirm) {
        ask(tickets, { readers });
        return;
      }
      const results = await toastWhenDone(
        Promise.allSettled(tickets.map((ticket) => changeTicket(client, ticket, changes, shown))),
      );
      const changed = results.flatMap((result, index) => {
        const before = tickets[index];
        return result.status === 'fulfilled' && before ? [{ before, after: result.value }] : [];
      });
      const { revealing, reveal } = sortRefusals(tickets, results);
      if (reveal) ask(revealing, { reveal });
      if (changed.length === 0) return;
      const undo = () => {
        for (const { before, after } of changed) {
          const back = inverse(before, changes, after);
          if (back) undoChange(client, after, back);
        }
      };
      toast({ text: t('done.tickets', { count: changed.length }), undo });
    };
    return changeAll;
  }, [client, changeOne]);
}
