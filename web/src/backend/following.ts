import type { QueryClient } from '@tanstack/react-query';
import { enqueue } from './change-queue.ts';
import { write } from './client.ts';
import { ticketQuery } from './ticket-detail.ts';
import type { TicketDetail } from './tickets.ts';

/** Follows a ticket or no longer follows it: shown at once, and rolled back when the service refuses. */
export async function followTicket(
  client: QueryClient,
  { id, number }: Pick<TicketDetail, 'id' | 'number'>,
  following: boolean,
): Promise<void> {
  const { queryKey } = ticketQuery(number);
  const put = (value: boolean) => client.setQueryData(queryKey, (old) => old && { ...old, following: value });
  await client.cancelQueries({ queryKey });
  put(following);
  return enqueue(id, async () => {
    try {
      await write(following ? 'PUT' : 'DELETE', `/tickets/${id}/following`);
    } catch (error) {
      put(!following);
      throw error;
    } finally {
      client.invalidateQueries({
        predicate: ({ queryKey: [family, kind] }) => family === 'tickets' && kind !== 'detail',
      });
    }
  });
}
