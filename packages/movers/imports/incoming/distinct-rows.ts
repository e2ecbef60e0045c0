import type { IncomingRow, IncomingTicket, SourceRemark } from './incoming-ticket.ts';

/**
 * The rows of a source: each ticket once, and two tickets with one link. What hangs on a ticket and stands there twice comes
 * once; another thing under an id that is taken comes under an id of its own, by which every run knows it again.
 */
export async function* distinctRows(rows: AsyncIterable<IncomingRow>): AsyncGenerator<IncomingRow> {
  const [tickets, comments] = [new Set<string>(), new Set<string>()];
  for await (const row of rows) {
    if (!('ticket' in row)) yield row;
    else if (tickets.has(row.ticket.externalId))
      yield { of: 'tickets', place: row.place, rejected: `${row.ticket.externalId} stands in it twice` };
    else {
      tickets.add(row.ticket.externalId);
      yield withDistinctParts(row, comments);
    }
  }
}

type TicketRow = Extract<IncomingRow, { readonly ticket: IncomingTicket }>;

function withDistinctParts(row: TicketRow, taken: Set<string>): TicketRow {
  const { ticket, place } = row;
  const remarks: SourceRemark[] = [];
  const about = (of: string) => ({
    prefix: ticket.externalId,
    say: (reason: string, value: string) => remarks.push({ of, place, reason, value }),
  });
  const comments = distinct(ticket.comments, taken, about('comments'));
  const files = distinct(ticket.files, new Set(), about('attachments'));
  const others = new Set(ticket.links?.map(({ other }) => other));
  const links =
    others.size === ticket.links?.length ? ticket.links : ticket.links?.filter(({ other }) => others.delete(other));
  if (remarks.length === 0 && links === ticket.links) return row;
  return {
    ...row,
    ticket: { ...ticket, comments, files, ...(links && { links }) },
    remarks: [...(row.remarks ?? []), ...remarks],
  };
}

interface Identified {
  readonly externalId?: string;
  readonly name?: string;
}

/**
 * @param taken ids that others have; those of these things are added.
 * @param prefix of the ids that it makes.
 */
function distinct<T extends Identified>(
  things: readonly T[],
  taken: Set<string>,
  { prefix, say }: { readonly prefix: string; readonly say: (reason: string, id: string) => void },
): readonly T[] {
  if (things.length === 0) return things;
  const firsts = new Map<string, T>();
  const spellings = new Map<string, Set<string>>();
  return things.flatMap((thing) => {
    const id = thing.externalId ?? thing.name ?? '';
    if (!taken.has(id) && !firsts.has(id)) {
      // One that begins with its ticket's is no other ticket's: they are many, and need not be remembered.
      if (!id.startsWith(`${prefix} `)) taken.add(id);
      firsts.set(id, thing);
      return thing;
    }
    const first = firsts.get(id);
    const spellingsOfId = spellings.getOrInsertComputed(id, () => new Set(first && [JSON.stringify(first)]));
    const spelling = JSON.stringify(thing);
    if (spellingsOfId.has(spelling)) {
      say('it stands there twice: it came once', id);
      return [];
    }
    spellingsOfId.add(spelling);
    say('another one has its id: both came', id);
    return { ...thing, externalId: `${prefix} ${id} ${spellingsOfId.size}` };
  });
}
