/** What the dialogs of tickets are asked for. Keys, menus, the bulk bar and pages ask; one dialog answers each request. */
import type { Reveal } from '../../backend/access.ts';
import type { TicketDetail, TicketSummary } from '../../backend/tickets.ts';
import { observable, useObservable } from '../../observable/observable.ts';

const closing = observable<TicketSummary | undefined>(undefined);

export const askToClose = closing.set;
export const useClosingRequest = (): TicketSummary | undefined => useObservable(closing);

export interface Several {
  readonly tickets: TicketSummary[];
  /** Called with the ids of those with which it was done. */
  readonly onDone: (ids: readonly string[]) => void;
}

const merging = observable<Several | undefined>(undefined);
const closingSeveral = observable<Several | undefined>(undefined);

const nothing = () => {};

export const askToMerge = (tickets: TicketSummary[], onDone: Several['onDone'] = nothing): void =>
  merging.set({ tickets, onDone });
export const stopMerging = (): void => merging.set(undefined);
export const useMergingRequest = (): Several | undefined => useObservable(merging);

export const askToCloseSeveral = (tickets: TicketSummary[], onDone: Several['onDone'] = nothing): void =>
  closingSeveral.set({ tickets, onDone });
export const stopClosingSeveral = (): void => closingSeveral.set(undefined);
export const useClosingSeveral = (): Several | undefined => useObservable(closingSeveral);

const splitting = observable<TicketDetail | undefined>(undefined);

export const askToSplit = (ticket: TicketDetail): void => splitting.set(ticket);
export const stopSplitting = (): void => splitting.set(undefined);
export const useSplittingRequest = (): TicketDetail | undefined => useObservable(splitting);

/** A change to confirm, by which people gain or lose sight of tickets. */
export interface RevealRequest {
  readonly numbers: readonly number[];
  /** Who gains and loses sight, as the service counted. */
  readonly reveal?: Reveal | undefined;
  /** The names of the teams that alone see the tickets then. */
  readonly readers?: readonly string[] | undefined;
  /** Makes the change all the same. */
  readonly go: () => void;
}

const revealing = observable<RevealRequest | undefined>(undefined);

export const askToReveal = (asked: RevealRequest): void => revealing.set(asked);
export const stopRevealing = (): void => revealing.set(undefined);
export const useRevealRequest = (): RevealRequest | undefined => useObservable(revealing);

/** A question that one of several values answers. */
export type ValueQuestion =
  | 'status'
  | 'priority'
  | 'assignee'
  | 'category'
  | 'project'
  | 'planned_date'
  | 'estimated_hours';
export type Question = ValueQuestion | 'labels';

/** A value to choose for some tickets. */
export interface Choosing {
  question: Question;
  tickets: TicketSummary[];
}

const choosing = observable<Choosing | undefined>(undefined);

export const askToChoose = (question: Question, tickets: TicketSummary[]): void => choosing.set({ question, tickets });
export const chosen = (): void => choosing.set(undefined);
export const useChoosing = (): Choosing | undefined => useObservable(choosing);
