/** Which ticket someone is about to close. Board, list, ticket and shortcuts ask; one dialog answers. */
import type { Ticket } from '../../backend/tickets.ts'
import { observable, useObservable } from '../../observable/observable.ts'

const request = observable<Ticket | undefined>(undefined)

export const askToClose = request.set

export const useClosingRequest = (): Ticket | undefined => useObservable(request)
