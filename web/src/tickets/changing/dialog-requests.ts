/** Requests for the dialogs of tickets. Keys, menus, the bulk bar and pages ask; one dialog answers each request. */
import type { Reveal } from '../../backend/access.ts';
import type { TicketDetail, TicketSummary } from '../../backend/tickets.ts';
import { observable, useObservable } from '../../observable/observable.ts';

/** @returns what asks a dialog for something, what ends that, and what the dialog is asked for now. */
function requestOf<T>() {
  const request = observable<T | undefined>(undefined);
  return { ask: request.set, end: () => request.set(undefined), use: () => useObservable(request) };
}

export const closeRequest = requestOf<TicketSummary>();
export const askToClose = closeRequest.ask;

export interface Several {
  readonly tickets: TicketSummary[];
  /** Called with the ids of those with which it was done. */
  readonly onDone: (ids: readonly string[]) => void;
}

const nothing = () => {};

export interface MergeRequest extends Several {
  /** The way that is chosen at first; the usual one when it is left out. */
  readonly way?: 'double' | undefined;
}

export const mergeRequest = requestOf<MergeRequest>();
export const askToMerge = (
  tickets: TicketSummary[],
  onDone: Several['onDone'] = nothing,
  way?: MergeRequest['way'],
): void => mergeRequest.ask({ tickets, onDone, way });

export const closeSeveralRequest = requestOf<Several>();
export const askToCloseSeveral = (tickets: TicketSummary[], onDone: Several['onDone'] = nothing): void =>
  closeSeveralRequest.ask({ tickets, onDone });

export const splitRequest = requestOf<TicketDetail>();

/** The number of the ticket of which somebody asks who sees it. */
export const accessRequest = requestOf<number>();

/** The id of an act that may be taken back. */
export const undoRequest = requestOf<string>();

/** A change to confirm, by which people gain or lose sight of tickets. */
export interface RevealRequest {
  readonly numbers: readonly number[];
  /** The people who gain and lose sight, as the service counted. */
  readonly reveal?: Reveal | undefined;
  /** The names of the teams that alone see the tickets then. */
  readonly readers?: readonly string[] | undefined;
  /** Makes the change all the same. */
  readonly go: () => void;
}

export const revealRequest = requestOf<RevealRequest>();
export const askToReveal = revealRequest.ask;

/** A question that one of several values answers. */
export type ValueQuestion =
  | 'status'
  | 'priority'
  | 'assignee'
  | 'category'
  | 'project'
  | 'planned_date'
  | 'estimated_hours';
export type Question = ValueQuestion | 'labels' | 'fields';

/** A value to choose for some tickets. */
export interface Choosing {
  question: Question;
  tickets: TicketSummary[];
}

export const chooseRequest = requestOf<Choosing>();
export const askToChoose = (question: Question, tickets: TicketSummary[]): void =>
  chooseRequest.ask({ question, tickets });
