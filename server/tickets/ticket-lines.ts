import type { TicketChanges } from '#contract/tickets.ts';
import type { Status } from '#contract/words.ts';
import { type AnswerState, answerStateOf } from '#memory';
import type { Instant, NewLine, Work } from '#platform';
import type { RowChange } from '#records';
import { fieldsOf } from './field-columns.ts';
import type { ValueChange } from './field-store.ts';
import { labelsOf } from './label-columns.ts';
import type { LabelChange } from './labels/labels.ts';
import type { HeldTicket } from './ticket.ts';
import { type FieldChange, isPublicChange } from './ticket-change.ts';

/** The state beside a status, which comes back with it. */
export interface StatusBefore {
  readonly status_since: Instant;
  readonly closed_at: Instant | null;
  readonly awaiting_reply_since: Instant | null;
  readonly was_closed: boolean;
  /** Whether its answer held; missing for a ticket that was not closed. */
  readonly answer?: AnswerState;
}

/** Reads what a change of the status leaves behind. */
async function statusBefore(work: Work, ticket: HeldTicket): Promise<StatusBefore> {
  const { id, status, status_since, closed_at, awaiting_reply_since, was_closed } = ticket;
  const answer = status === 'closed' ? await answerStateOf(work, id) : undefined;
  const state = answer && { answer: { was_reopened: answer.was_reopened, held: answer.held } };
  return { status_since, closed_at, awaiting_reply_since, was_closed: was_closed === 1, ...state };
}

/** The columns that come back with a status. @param said what was said on the ticket since it was left. */
export const restoredTimes = (
  { status_since, closed_at, awaiting_reply_since, was_closed }: StatusBefore,
  status: Status,
  { isAnswered, isAsked }: { readonly isAnswered: boolean; readonly isAsked: boolean },
): RowChange<'tickets'> => ({
  status_since,
  ...(status === 'closed' ? { closed_at, was_closed } : {}),
  ...(isAnswered || (isAsked && awaiting_reply_since === null) ? {} : { awaiting_reply_since }),
});

/** The lines of an act for a change of a ticket: one for each field, with the values that PATCH takes. */
export async function changedLines(work: Work, before: HeldTicket, fields: readonly FieldChange[]): Promise<NewLine[]> {
  const hasStatus = fields.some(({ field }) => field === 'status');
  const status = hasStatus ? { before: await statusBefore(work, before) } : {};
  return fields.map((change) => ({
    ticketId: before.id,
    field: change.field,
    ...valuesOf(before, change),
    ...(change.field === 'status' ? status : {}),
    isInternal: !isPublicChange(change),
  }));
}

function valuesOf(before: HeldTicket, change: FieldChange) {
  if ('added' in change) return labelValues(before, change as LabelChange);
  if ('sent' in change) {
    const { sent, stored } = change as ValueChange;
    return { ...sent, projectId: stored.project_id };
  }
  const { field, from, to } = change;
  return field === 'restricted' ? { old: from === 'true', new: to === 'true' } : { old: from, new: to };
}

/** The ids of the labels that a ticket had, and of those that it has. */
function labelValues(before: HeldTicket, { added, removed }: LabelChange) {
  const old = labelsOf(before).map(({ id }) => id);
  return { old: old.toSorted(), new: [...old.filter((id) => !removed.includes(id)), ...added].toSorted() };
}

type ReadTicket = HeldTicket & { readonly fields: string | null };

/** The value that a ticket has now of a field, as lines have it. */
export function presentValue(ticket: ReadTicket, field: string): unknown {
  if (field === 'labels')
    return labelsOf(ticket)
      .map(({ id }) => id)
      .toSorted();
  if (field === 'restricted') return Boolean(ticket.restricted);
  if (field.startsWith(FIELDS)) {
    const value = fieldsOf(ticket)[field.slice(FIELDS.length)] ?? null;
    return isNamed(value) ? value.id : value;
  }
  return (ticket as unknown as Readonly<Record<string, unknown>>)[field] ?? null;
}

const FIELDS = 'fields.';

const isNamed = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value;

/** The body of a PATCH that gives fields these values. */
export function changesTo(values: readonly (readonly [field: string, value: unknown])[]): TicketChanges {
  const [own, others] = [
    values.filter(([field]) => !field.startsWith(FIELDS)),
    values.filter(([field]) => field.startsWith(FIELDS)),
  ];
  const fields = Object.fromEntries(others.map(([field, value]) => [field.slice(FIELDS.length), value]));
  return { ...Object.fromEntries(own), ...(others.length === 0 ? {} : { fields }) } as TicketChanges;
}
