import { type Reader, readsInternals, seesProject, standing, type TicketFacts, withSight } from '#access';
import { Failure, type Work } from '#platform';
import { activeDevelopers, refuseInternalWords } from '../seeing/sight-changes.ts';
import { TicketStore } from '../ticket-store.ts';

/**
 * Makes a change of who sees a project, and of who leads it: these read its restricted tickets.
 *
 * @throws Failure `would_reveal` when people gain sight by it and that is not confirmed; `internal_words` where the caller
 * does not read what they would.
 */
export async function revealing(
  work: Work,
  id: string,
  isConfirmed: boolean,
  change: () => Promise<unknown>,
): Promise<void> {
  const restricted = await work.of(TicketStore).restrictedIn({ project: id });
  const readers = async () =>
    new Map((await withSight(work, await activeDevelopers(work))).map((person) => [person.id, person]));
  const before = await readers();
  await change();
  const after = await readers();
  const gaining = (sees: Sees) => newly(before, after, sees);
  for (const ticket of restricted) {
    const reads = readerOf(ticket);
    if (!reads(work.actor) && gaining(reads).length > 0) await refuseInternalWords(work, ticket);
  }
  const seen: Sees[] = [(person) => seesProject(person, id), ...restricted.map(readerOf)];
  const gain = new Set(seen.flatMap(gaining)).size;
  const lose = new Set(seen.flatMap((sees) => newly(after, before, sees))).size;
  if (gain > 0 && !isConfirmed) throw new Failure('would_reveal', { facts: { gain, lose } });
}

type Sees = (person: Reader) => boolean;
type Readers = ReadonlyMap<string, Reader>;

const readerOf =
  (ticket: TicketFacts): Sees =>
  (person) =>
    readsInternals(standing(person, ticket));

/** The ids of those who see something after a change, and did not before. */
const newly = (before: Readers, after: Readers, sees: Sees): string[] =>
  [...after.values()].flatMap((person) => {
    const earlier = before.get(person.id);
    return sees(person) && !(earlier !== undefined && sees(earlier)) ? [person.id] : [];
  });
