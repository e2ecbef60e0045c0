import type { ManyChanged, TicketChanges } from '#contract/tickets.ts';
import { Failure, invalidField, type Operation, type Work } from '#platform';
import { writeChange } from './tickets.ts';

/** So many tickets are changed in one transaction, so that nobody else waits for long. */
const AT_ONCE = 8;

/**
 * Changes tickets alike, each by its own rules, wholly or not at all, in one act (docs/rules/tickets.md#many-at-once).
 *
 * @param write runs a part of it in a transaction.
 * @throws Failure `validation_error` for `also`.
 */
export async function changeTickets(
  write: <T>(operation: Operation<T>) => Promise<T>,
  ids: readonly string[],
  change: TicketChanges,
): Promise<ManyChanged> {
  if (change.also !== undefined)
    throw invalidField('change.also', 'additionalProperties', 'Name the tickets in ids alone.');
  const all: ManyChanged = { changed: [], refused: [] };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const done = await write((work) => changeSome(work, ids.slice(from, from + AT_ONCE), change));
    all.changed.push(...done.changed);
    all.refused.push(...done.refused);
  }
  return all;
}

async function changeSome(work: Work, ids: readonly string[], change: TicketChanges): Promise<ManyChanged> {
  const done: ManyChanged = { changed: [], refused: [] };
  for (const id of ids) {
    try {
      await work.attempt(() => writeChange(work, id, change, null));
      done.changed.push(id);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      done.refused.push({ id, error: error.code });
    }
  }
  return done;
}
