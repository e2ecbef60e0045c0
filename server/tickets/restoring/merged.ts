import { standing } from '#access';
import type { LineTicket, Restorer, StoredLine } from '#events';
import type { Work } from '#platform';
import { mergeTicket, unmergeTicket } from '../merging/merge.ts';
import { MergingStore } from '../merging/merging-store.ts';
import { splitAgain, unsplitTicket } from '../merging/split.ts';

type Place = Awaited<ReturnType<MergingStore['places']>>[number];

const isMerge = ({ old_value }: StoredLine): boolean => old_value === null;

async function placesOf(work: Work, ids: readonly (string | null)[]): Promise<ReadonlyMap<string | null, Place>> {
  const named = [...new Set(ids.flatMap((id) => id ?? []))];
  if (named.length === 0) return new Map();
  return new Map((await work.of(MergingStore).places({ ids: named })).map((place) => [place.id, place]));
}

const worksOn = ({ actor }: Work, _: StoredLine, ticket: LineTicket | undefined): boolean =>
  ticket !== undefined && standing(actor, ticket) === 'worker';

/** Joins, and places beside another ticket. @param of where a ticket stands by it. */
const placing = (mode: 'join' | 'beside', of: (place: Place) => unknown): Restorer => ({
  async present(work, lines) {
    const places = await placesOf(
      work,
      lines.map(({ ticket_id }) => ticket_id),
    );
    return new Map(
      lines.flatMap(({ id, ticket_id }) => {
        const place = places.get(ticket_id);
        return place === undefined ? [] : [[id, of(place)] as const];
      }),
    );
  },
  may: worksOn,
  async restore(work, lines, { confirm }) {
    for (const line of lines) {
      const { ticket_id: id, thing_id: into } = line;
      if (id === null || into === null) continue;
      if (isMerge(line)) await unmergeTicket(work, id, null);
      else {
        const draft = { into, mode, tell_reporters: true, ...(confirm ? { confirm } : {}) };
        await mergeTicket(work, id, draft, null, { before: line.before === null ? null : JSON.parse(line.before) });
      }
    }
  },
});

/** A source whose target was joined on stands somewhere else now. */
export const joinRestorer = placing('join', ({ into_id, merged_into_id, other_number }) =>
  into_id === null ? null : into_id === merged_into_id ? { id: into_id, number: other_number } : 'joined on',
);

export const besideRestorer = placing('beside', ({ lead_id, merged_into_id, other_number }) => {
  if (merged_into_id !== null) return 'joined';
  return lead_id === null ? null : { id: lead_id, number: other_number };
});

const movedOf = ({ before }: StoredLine): { id: string; merged_from_id: string | null }[] =>
  before === null ? [] : JSON.parse(before);

/** Comments that were split off: whoever writes on the new ticket keeps it. */
export const splitRestorer: Restorer = {
  async present(work, lines) {
    const places = await placesOf(
      work,
      lines.map(({ thing_id }) => thing_id),
    );
    const values = new Map<string, unknown>();
    for (const line of lines) {
      const made = places.get(line.thing_id);
      if (made === undefined) continue;
      const { id, number, into_id } = made;
      if (into_id !== null) values.set(line.id, into_id === line.ticket_id ? null : 'joined');
      else values.set(line.id, (await isUntouched(work, line, id)) ? { id, number } : 'changed');
    }
    return values;
  },
  may: worksOn,
  async restore(work, lines, { confirm }) {
    for (const line of lines) {
      const { ticket_id: id, thing_id: made } = line;
      if (id === null || made === null) continue;
      if (isMerge(line)) await unsplitTicket(work, [id, made], movedOf(line), confirm ? { confirm } : {});
      else await splitAgain(work, [id, made], movedOf(line));
    }
  },
};

async function isUntouched(work: Work, line: StoredLine, made: string): Promise<boolean> {
  const moved = new Set(movedOf(line).map(({ id }) => id));
  const said = await work.of(MergingStore).said({ ticket: made });
  const isAsSplit = said.length === moved.size && said.every(({ id }) => moved.has(id));
  return isAsSplit && !(await work.of(MergingStore).hasFiles({ ticket: made }));
}
