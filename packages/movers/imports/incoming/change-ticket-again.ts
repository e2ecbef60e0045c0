import type { Status } from '#contract/words.ts';
import { followTicket, indexChange } from '#memory';
import type { StoredTicketRow } from '../import-batch-store.ts';
import { ImportStore } from '../import-store.ts';
import type { BatchOutcome, Bringing } from './bring-tickets.ts';
import type { IncomingTicket } from './incoming-ticket.ts';
import { comparedValues, type TicketValues } from './ticket-values.ts';

/** A ticket that is in Kwit already. */
interface Again {
  readonly ticket: IncomingTicket;
  readonly before: StoredTicketRow;
  readonly values: TicketValues;
  /** Whether an import brought it, or it was reported in this Kwit. */
  readonly hasCome: boolean;
}

/** Makes a ticket that has changed there as it is there, or says why it stays as it is here. */
export async function changeTicketAgain(
  { work, run }: Bringing,
  { ticket, before, values, hasCome }: Again,
  { moved }: BatchOutcome,
): Promise<void> {
  const { report, rows } = run;
  const row = { number: before.number };
  const thing = { kind: 'ticket', id: ticket.externalId, values: comparedValues(ticket) };
  if (!hasCome) {
    if (differs(values, before))
      report.changedIn('tickets', 'it was reported here and differs: it stays as it is', row);
  } else if (run.hasChanged(thing)) {
    if (before.version !== 1) {
      report.changedIn('tickets', 'it was changed there and here: it stays as it is here', row);
      return;
    }
    report.changedIn('tickets', 'nobody changed it here: it is now as it is there', row);
    if (rows.isTrial) return;
    // People and projects that it names may be new.
    await rows.flush();
    await work.of(ImportStore).changeTicket(before.id, values);
    const count = (status: Status, by: number) => moved.set(status, (moved.get(status) ?? 0) + by);
    count(before.status, -1);
    count(values.status, 1);
    await indexChange(work, before, values);
    await followTicket(work, before, values);
    await run.noteAgain(thing, work.of(ImportStore));
  }
}

/** Columns that follow from others. */
const DERIVED: ReadonlySet<string> = new Set(['priority_rank', 'status_since', 'public_updated_at']);

const differs = (values: TicketValues, before: StoredTicketRow): boolean =>
  Object.entries(values).some(
    ([name, value]) => !DERIVED.has(name) && (before[name as keyof StoredTicketRow] ?? null) !== value,
  );
