/** The request to close a ticket. Board, list, ticket and shortcuts make it; one dialog answers it. */
import type { TicketSummary } from '../../backend/tickets.ts';
import { observable, useObservable } from '../../observable/observable.ts';

const request = observable<TicketSummary | undefined>(undefined);

export const askToClose = request.set;

export const useClosingRequest = (): TicketSummary | undefined => useObservable(request);
