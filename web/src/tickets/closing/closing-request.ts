/** The request to close a ticket. Board, list, ticket and shortcuts make it; one dialog answers it. */
import type { Ticket } from '../../backend/tickets.ts'
import { observable, useObservable } from '../../observable/observable.ts'

const request = observable<Ticket | undefined>(undefined)

export const askToClose = request.set

export const useClosingRequest = (): Ticket | undefined => useObservable(request)
