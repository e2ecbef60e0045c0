/** The requests to merge tickets, and to close several of them. Keys, the bulk bar and pages make them; one dialog answers each. */
import type { TicketDetail, TicketSummary } from '../../backend/tickets.ts';
import { observable, useObservable } from '../../observable/observable.ts';

export interface Several {
  readonly tickets: TicketSummary[];
  /** Called with the ids of those with which it was done. */
  readonly onDone: (ids: readonly string[]) => void;
}

const merging = observable<Several | undefined>(undefined);
const closing = observable<Several | undefined>(undefined);

const nothing = () => {};

export const askToMerge = (tickets: TicketSummary[], onDone: Several['onDone'] = nothing): void =>
  merging.set({ tickets, onDone });
export const stopMerging = (): void => merging.set(undefined);
export const useMergingRequest = (): Several | undefined => useObservable(merging);

export const askToCloseSeveral = (tickets: TicketSummary[], onDone: Several['onDone'] = nothing): void =>
  closing.set({ tickets, onDone });
export const stopClosingSeveral = (): void => closing.set(undefined);
export const useClosingSeveral = (): Several | undefined => useObservable(closing);

const splitting = observable<TicketDetail | undefined>(undefined);

export const askToSplit = (ticket: TicketDetail): void => splitting.set(ticket);
export const stopSplitting = (): void => splitting.set(undefined);
export const useSplittingRequest = (): TicketDetail | undefined => useObservable(splitting);
