import type { Asker, Askers, Telling } from '../../../contract/askers.ts';
import type { TicketTelling } from '../../../contract/tellings.ts';
import { write } from './client.ts';
import { readQuery } from './queries.ts';
import type { TicketSummary } from './tickets.ts';

export type { Asker, Askers, Telling, TicketTelling };

type Ticket = Pick<TicketSummary, 'id' | 'number'>;

/** The last receipts of a ticket, newest first. Invalidating the ticket's query invalidates this one, too. */
export const tellingsQuery = ({ id, number }: Ticket) =>
  readQuery(['tickets', 'detail', number, 'tellings'], `/tickets/${id}/tellings`, { limit: 500 });

export const askersQuery = ({ id, number }: Ticket) =>
  readQuery(['tickets', 'detail', number, 'askers'], `/tickets/${id}/askers`);

/** Tells who asked for an answer. @param id of the answer. */
export const notifyAskers = (id: string, telling: Telling) => write('POST', `/answers/${id}/tell`, { json: telling });
