import type { ManyChanged, TicketChanges } from '#contract/tickets.ts';
import { ticketsAtOnce } from '#events';
import { allSettled, invalidField, type Operation, type Work } from '#platform';
import { TicketStore } from '../ticket-store.ts';
import { writeChange } from './tickets.ts';

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
  for (let from = 0; from < ids.length; from = all.changed.length + all.refused.length) {
    const done = await write((work) => changeSome(work, ids.slice(from, from + ticketsAtOnce(work)), change));
    all.changed.push(...done.changed);
    all.refused.push(...done.refused);
  }
  return all;
}

/** All at once, so that a server is asked about all of them together; where one is refused, one after the other. */
async function changeSome(work: Work, ids: readonly string[], change: TicketChanges): Promise<ManyChanged> {
  // Two who change the same ones wait for each other, whichever each names first.
  await work.of(TicketStore).holdAll({ ids });
  const changeOne = (id: string) => writeChange(work, id, change, null);
  const isRefused = (await work.attempt(() => allSettled(ids.map(changeOne)))) !== null;
  if (!isRefused) return { changed: [...ids], refused: [] };
  const done: ManyChanged = { changed: [], refused: [] };
  for (const id of ids) {
    const refusal = await work.attempt(() => changeOne(id));
    if (refusal === null) done.changed.push(id);
    else done.refused.push({ id, error: refusal.code });
  }
  return done;
}
