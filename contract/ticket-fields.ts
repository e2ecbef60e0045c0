/**
 * The columns of a ticket that people write. Permissions, events, the history, queries, tasks, agents and tables read them
 * here: a new column is a row here, a schema in `tickets.ts`, a column in `ticket-tables.ts`, a line in `ticket.ts` and a migration.
 */

import { LONG_TEXTS } from './words.ts';

interface TicketField {
  readonly kind: 'text' | 'word' | 'id' | 'day' | 'number' | 'place';
  /** Its reporter writes it, too, or only who works on the ticket. */
  readonly writer: 'reporter' | 'worker';
  /** Its readers, where not everybody has it who reads the ticket. */
  readonly reader?: 'internals';
  /** Whether it may be null, as it is in a report that does not name it. */
  readonly isOptional?: true;
  /** Whether setting it accepts a report (docs/rules/tickets.md#acceptance). */
  readonly accepts?: true;
  /** Whether the linked task has the same, or is changed by it in another way (docs/rules/tasks.md#tasks-of-tickets). */
  readonly task?: 'same' | 'follows';
}

const bugText = { kind: 'text', writer: 'reporter', isOptional: true } as const;
const plan = { writer: 'worker', isOptional: true, accepts: true, task: 'same' } as const;

export const TICKET_FIELDS = {
  title: { kind: 'text', writer: 'reporter', task: 'same' },
  description: { kind: 'text', writer: 'reporter' },
  steps_to_reproduce: bugText,
  expected_result: bugText,
  actual_result: bugText,
  environment: bugText,
  category: { kind: 'word', writer: 'reporter' },
  urgency_reporter: { kind: 'word', writer: 'reporter' },
  project_id: { kind: 'id', writer: 'reporter', isOptional: true },
  priority: { kind: 'word', writer: 'worker', task: 'same' },
  status: { kind: 'word', writer: 'worker', task: 'follows' },
  planned_date: { ...plan, kind: 'day' },
  estimated_hours: { ...plan, kind: 'number' },
  internal_note: { kind: 'text', writer: 'worker', reader: 'internals', isOptional: true },
  assignee_id: { kind: 'id', writer: 'worker', isOptional: true, accepts: true, task: 'follows' },
  order_index: { kind: 'place', writer: 'worker' },
  team_id: { kind: 'id', writer: 'worker', isOptional: true },
} as const satisfies Readonly<Record<string, TicketField>>;

type Fields = typeof TICKET_FIELDS;
export type TicketFieldName = keyof Fields;
type NamesOf<F> = { [N in TicketFieldName]: Fields[N] extends F ? N : never }[TicketFieldName];

/** The columns of which all these facts are so, in their order. */
export const fieldsWith = <const F extends Partial<TicketField>>(facts: F): NamesOf<F>[] =>
  (Object.keys(TICKET_FIELDS) as NamesOf<F>[]).filter((name) => {
    const field: TicketField = TICKET_FIELDS[name];
    return Object.entries(facts).every(([fact, value]) => field[fact as keyof TicketField] === value);
  });

/** The columns but these, in their order. */
export const fieldsBut = <N extends TicketFieldName>(names: readonly N[]): Exclude<TicketFieldName, N>[] =>
  (Object.keys(TICKET_FIELDS) as TicketFieldName[]).filter(
    (name): name is Exclude<TicketFieldName, N> => !(names as readonly string[]).includes(name),
  );

/** The columns that everybody reads who reads the ticket. */
export const PUBLIC_FIELDS = fieldsBut(fieldsWith({ reader: 'internals' }));

/** The columns of a row of a list: no long texts. */
export const ROW_FIELDS = fieldsBut(LONG_TEXTS);

/** The columns of its plan: a day and a number, which tables and agents have as they are. */
export const PLAN_FIELDS = [...fieldsWith({ kind: 'day' }), ...fieldsWith({ kind: 'number' })];
