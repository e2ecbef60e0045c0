import { sql } from 'kysely';
import { formOfScope, inScope, type ScopeValues, scopeValues, type TicketScope } from '#access';
import { compiled, compiledForms, type Instant, Store } from '#platform';
import { optionsSaid, type StoredField } from '#tickets';

type Values = ScopeValues & { readonly from: Instant; readonly until: Instant };

const waits = compiledForms(formOfScope, (db, p: Values, scope: TicketScope, dialect) => {
  const query = db
    .selectFrom('waits')
    .innerJoin('tickets', 'tickets.id', 'waits.ticket_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .leftJoin('calendars', 'calendars.id', 'waits.calendar_id')
    .select(['waits.ticket_id', 'waits.since', 'waits.ended_by', 'waits.due_at', 'waits.used_minutes', 'waits.result'])
    .select(['waits.target_id', 'calendars.name as target_name'])
    .select(['tickets.category', 'tickets.project_id', 'projects.name as project_name'])
    .where('waits.since', '>=', p.from)
    .where('waits.since', '<', p.until)
    .where(sql<boolean>`(waits.ended_by is null or waits.ended_by in ('answer', 'closed'))`);
  const seen = inScope(scope, p, dialect);
  return seen === null ? query : query.where(seen);
});

const labels = compiled((db, p: { from: Instant; until: Instant }) =>
  db
    .selectFrom('waits')
    .innerJoin('ticket_labels', 'ticket_labels.ticket_id', 'waits.ticket_id')
    .innerJoin('labels', 'labels.id', 'ticket_labels.label_id')
    .select(['waits.ticket_id', 'labels.id', 'labels.name'])
    .distinct()
    .where('waits.since', '>=', p.from)
    .where('waits.since', '<', p.until),
);

const options = compiledForms(
  ({ category, project_id }: StoredField) => JSON.stringify([category, project_id]),
  (_, p: { from: Instant; until: Instant; field: string }, field) =>
    sql<{
      ticket_id: string;
      keys: string | null;
    }>`select tickets.id as ticket_id, ${optionsSaid(field, p.field)} as keys
      from tickets where tickets.id in (select ticket_id from waits where since >= ${p.from} and since < ${p.until})`,
);

/** Waits that began in a period. */
export class AnswerTimeStore extends Store {
  /** The labels of their tickets. */
  readonly labels = this.all(labels);

  /** The keys of options that their tickets name in a field. */
  options(field: StoredField, period: { readonly from: Instant; readonly until: Instant }) {
    return this.connection.all(options(field), { ...period, field: field.id });
  }

  /** On tickets of a scope; none that was merged away or taken back. */
  waits(scope: TicketScope, period: { readonly from: Instant; readonly until: Instant }) {
    return this.connection.all(waits(scope), { ...scopeValues(scope), ...period });
  }
}

export type CountedWait = Awaited<ReturnType<AnswerTimeStore['waits']>>[number];
