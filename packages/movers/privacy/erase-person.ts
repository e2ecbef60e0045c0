import { recordEvent } from '#events';
import { indexSolved, putSearchEntry, searchEntry, searchedThread } from '#memory';
import { countDevelopers, findUser, forgetDeveloperAddress, type StoredUser } from '#people';
import { type Actor, Failure, fold, type SettingsSource, type Work } from '#platform';
import { recordAudit } from '#settings';
import { forgetInReports } from '../imports/forget-in-reports.ts';
import { PersonDataStore } from './person-data-store.ts';
import { PersonTextStore } from './person-text-store.ts';

/** What is erased besides the person's name, address and picture. */
export interface ErasureMode {
  /** Their reports, comments and files. */
  readonly texts: boolean;
  /** The answers with which they closed tickets, too. */
  readonly answers: boolean;
}

/**
 * Erases a person (docs/rules/moving.md#erasure). Their tickets and comments stay, as those of a person without a name. The audit
 * keeps who was erased, when and by whom, by ids alone.
 *
 * @returns the stored names of the files that no row names now: they are removed after the commit.
 * @throws Failure `user_not_found`, `last_developer`.
 */
export async function erasePerson(
  work: Work<Actor>,
  source: SettingsSource,
  id: string,
  mode: ErasureMode,
): Promise<string[]> {
  await work.lock('roles');
  const person = await findUser(work, id);
  if (person === undefined) throw new Failure('user_not_found');
  const isDeveloper = person.role === 'developer' && person.is_active === 1 && person.last_login !== null;
  if (isDeveloper && (await countDevelopers(work)) === 1) throw new Failure('last_developer');
  await forgetDeveloperAddress(work, source, person.email);
  await unassign(work, person);
  await work.of(PersonDataStore).dropTraces(id, person.email);
  await forgetInReports(work, [person.email, person.name]);
  await work.of(PersonDataStore).eraseByInventory(id);
  const files = mode.texts ? await eraseTexts(work, id, mode.answers) : [];
  const name = `Erased person ${id.slice(-4)}`;
  await work.of(PersonDataStore).anonymise({ id, name, folded: fold(name), email: `erased-${id}@kwit.invalid` });
  await recordAudit(work, 'person.erased', id, { ...mode });
  return person.avatar_filename === null ? files : [...files, person.avatar_filename];
}

/** Open tickets that the person works on are for others to take. */
async function unassign(work: Work<Actor>, { id: person }: StoredUser): Promise<void> {
  for (const ticket of await work.of(PersonDataStore).assigned(person)) {
    const by = work.actor?.id ?? null;
    await work.of(PersonDataStore).unassign({ ticket: ticket.id, now: work.now, id: work.newId(), from: person, by });
    await recordEvent(work, ticket, 'ticket.updated', {
      changed: ['assignee_id'],
      internal: { new_assignee_id: null },
    });
  }
}

async function eraseTexts(work: Work<Actor>, id: string, answers: boolean): Promise<string[]> {
  const files = await work.of(PersonTextStore).erase(id, answers);
  for (const ticket of await work.of(PersonTextStore).touched(id)) {
    await putSearchEntry(work, searchEntry(ticket, await searchedThread(work, ticket.id)));
    await indexSolved(work, ticket.id, ticket.number);
  }
  return files;
}
