import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readersOf } from '../../backend/access.ts';
import { changeTickets, type Shown } from '../../backend/change-ticket.ts';
import { KwitError } from '../../backend/client.ts';
import type { TicketChanges, TicketSummary } from '../../backend/tickets.ts';
import { toast, toastRefusal, toastWhenDone } from '../../design/toast.tsx';
import { t } from '../../texts/texts.ts';
import { useChangeTicket } from './change.ts';
import { askToCloseSeveral, askToReveal } from './dialog-requests.ts';
import { undoOf } from './undo.ts';

/**
 * Makes the same changes to several tickets in one request. Closing needs an answer: a dialog asks for it.
 * `false` says that nothing was done, and a toast why.
 */
export function useBulkChange() {
  const client = useQueryClient();
  const changeOne = useChangeTicket();
  return useMemo(() => {
    const changeAll = async (tickets: TicketSummary[], changes: TicketChanges, shown: Shown = {}): Promise<boolean> => {
      const [first, ...more] = tickets;
      if (!first) return true;
      if (more.length === 0) return changeOne(first, changes, shown);
      if (changes.status === 'closed') {
        askToCloseSeveral(tickets);
        return true;
      }
      const ask = (about: TicketSummary[], readers?: readonly string[]) =>
        askToReveal({
          readers,
          numbers: about.map(({ number }) => number),
          go: () => changeAll(about, { ...changes, confirm: true }, shown),
        });
      const readers = tickets.map((ticket) => readersOf(client, ticket, changes)).find((names) => names !== undefined);
      if (readers && !changes.confirm) {
        ask(tickets, readers);
        return true;
      }
      try {
        const answer = await toastWhenDone(changeTickets(client, tickets, changes, shown));
        const refused = new Map(answer.refused.map(({ id, error }) => [id, error]));
        const revealing = tickets.filter(({ id }) => refused.get(id) === 'would_reveal');
        for (const { id, number } of tickets) {
          const code = refused.get(id);
          if (code !== undefined && code !== 'would_reveal') toastRefusal(new KwitError(code, code), `#${number}`);
        }
        if (revealing.length > 0) ask(revealing);
        const { length: count } = answer.changed;
        if (count > 0) toast({ text: t('done.tickets', { count }), ...undoOf(client, answer) });
        return true;
      } catch (error) {
        toastRefusal(error);
        return false;
      }
    };
    return changeAll;
  }, [client, changeOne]);
}
