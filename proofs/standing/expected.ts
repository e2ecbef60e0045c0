import { isConcealed, readsInternals, seesProject, standing, withSight } from '#access';
import type { User } from '../../contract/users.ts';
import type { Cell } from './cell.ts';
import { NUMBERS, type PlantedTicket, type ReaderName, type World } from './tickets.ts';

/** The standing of each reader at each ticket, by the rule alone. */
export async function cellsOf(
  world: World,
  name: ReaderName,
): Promise<(of: PlantedTicket, twin: PlantedTicket) => Cell> {
  const person = world.people[name];
  const context = { actor: null, correlationId: 'proof', source: 'proof' };
  const { id, role } = (await person.get<User>('/api/auth/me')).is(200);
  const [reader] = await world.app.runner.read(context, (work) => withSight(work, [{ id, role }]));
  if (reader === undefined) throw new Error('The reader is not there.');
  return (ticket, twin) => ({
    ...{ world, person, ticket, twin, isDeveloper: reader.role === 'developer' },
    standing: standing(reader, ticket.facts),
    isConcealed: isConcealed(reader, ticket.facts),
    seesSealed: seesProject(reader, world.sealedProject),
  });
}

/** The words of a ticket that a text has, and whether its number or its id. */
export function wordsIn(text: string, { publicWord, internalWord, id, number }: PlantedTicket) {
  const isIn = (word: string) => text.includes(word);
  return {
    public: isIn(publicWord),
    internal: isIn(internalWord),
    name: isIn(id) || Array.from(text.match(NUMBERS) ?? []).includes(String(number)),
  };
}

/** The parts of an answer about a ticket that its reader may not read. The names in the address are theirs already. */
export function leaksOf(cell: Cell, text: string, address: string): string[] {
  const [is, inAddress] = [wordsIn(text, cell.ticket), wordsIn(address, cell.ticket)];
  // Everybody may know the numbers of others' tickets in open projects: the workload has them.
  const may = {
    public: cell.standing !== 'none',
    name: cell.standing !== 'none' || !cell.isConcealed,
    internal: readsInternals(cell.standing),
  };
  return (['public', 'name', 'internal'] as const)
    .filter((what) => is[what] && !may[what] && !inAddress[what])
    .map((what) => `shows its ${what === 'name' ? 'number or id' : `${what} words`}`);
}
