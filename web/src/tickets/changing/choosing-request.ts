/**
 * The request to choose a value, such as a status, for some tickets. Keys and the bulk bar make it; one dialog answers
 * it.
 */
import type { TicketSummary } from '../../backend/tickets.ts';
import { observable, useObservable } from '../../observable/observable.ts';

export type Question =
  | 'status'
  | 'priority'
  | 'assignee'
  | 'category'
  | 'project'
  | 'planned_date'
  | 'estimated_hours'
  | 'labels';
/** A question that one of several values answers. */
export type ValueQuestion = Exclude<Question, 'labels'>;

export interface Choosing {
  question: Question;
  tickets: TicketSummary[];
}

const request = observable<Choosing | undefined>(undefined);

export const askToChoose = (question: Question, tickets: TicketSummary[]): void => request.set({ question, tickets });
export const chosen = (): void => request.set(undefined);

export const useChoosing = (): Choosing | undefined => useObservable(request);
