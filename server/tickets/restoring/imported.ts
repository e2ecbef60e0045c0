import { standing } from '#access';
import { importedThing, type Restorer, removeRows, restoreRows, type StoredLine, whatIsThere } from '#events';
import { forgetTicket, indexTicketAgain } from '#memory';
import { Failure, type Work } from '#platform';
import type { RowOf } from '#records';
import { TicketStore } from '../ticket-store.ts';
import { ImportedStore, PARTS } from './imported-store.ts';

const idOf = ({ thing_id }: StoredLine): string => thing_id ?? '';

/** Whose a row is that came with a ticket. */
function personOf(row: Readonly<Record<string, unknown>>): string | null {
  const person = row.reporter_id ?? row.uploaded_by ?? row.user_id ?? null;
  return person === null ? null : String(person);
}

/** Tickets that an import brought: they go while nobody has touched them, with all that came with them. */
export const importedRestorer: Restorer = {
  async present(work, lines) {
    const untouched = await work.of(ImportedStore).untouched(lines.map(idOf));
    const isThere = await whatIsThere(work, 'tickets', lines);
    return new Map(
      lines.flatMap((line): [string, unknown][] => {
        const state = isThere.get(line.id);
        if (state === undefined) return [];
        return [[line.id, state === null ? null : (untouched.get(idOf(line)) ?? 'touched')]];
      }),
    );
  },
  may: ({ actor }, _, ticket) => ticket !== undefined && standing(actor, ticket) === 'worker',
  async restore(work, lines) {
    for (const line of lines) await (line.new_value === null ? bringBack : takeOut)(work, idOf(line));
  },
};

async function takeOut(work: Work, id: string): Promise<void> {
  const ticket = await work.of(TicketStore).hold(id);
  if (ticket === undefined || standing(work.actor, ticket) !== 'worker') throw new Failure('ticket_not_found');
  const thing = importedThing(id);
  const besides = await work.of(ImportedStore).takeOut(id);
  await work.of(ImportedStore).dropFirst({ reporter: ticket.reporter_id });
  await removeRows(work, { thing, field: 'created', personOf, besides, old: ticket.number }, PARTS);
  await forgetTicket(work, ticket);
  await follow(work, ticket, -1);
}

async function bringBack(work: Work, id: string): Promise<void> {
  await work.of(ImportedStore).passLinksOn({ id });
  const { tickets = [] } = await restoreRows(work, id, () => {});
  const [ticket] = tickets;
  if (ticket === undefined) throw new Failure('not_found');
  const held = await work.of(TicketStore).hold(id);
  if (held === undefined || standing(work.actor, held) !== 'worker') throw new Failure('forbidden');
  work.lines.push({ thing: importedThing(id), field: 'created', new: ticket.number });
  await indexTicketAgain(work, ticket);
  await follow(work, ticket, 1);
}

/** Updates all that depends on a ticket that went or came back. */
async function follow(
  work: Work,
  { status, reporter_id }: Pick<RowOf<'tickets'>, 'status' | 'reporter_id'>,
  by: 1 | -1,
): Promise<void> {
  await work.of(ImportedStore).reckonFirst(reporter_id);
  await work.of(TicketStore).count(status, by);
  work.hasRecorded = true;
}
