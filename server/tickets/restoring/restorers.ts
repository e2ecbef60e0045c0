import { addedPeople, permitChange, standing } from '#access';
import { isFollowing, startFollowing, stopFollowing, takeNoticesBack } from '#conversation';
import type { LineTicket, Restorer, Restorers, StoredLine } from '#events';
import { Failure, type Work } from '#platform';
import type { RowOf } from '#records';
import type { StoredField } from '../field-store.ts';
import { listStoredFields, seenFields } from '../fields/fields.ts';
import { holdAny, holdTicket, holdToWork } from '../find-ticket.ts';
import { writeChange } from '../handling/tickets.ts';
import { ReferenceStore, RelationStore } from '../links/relation-store.ts';
import {
  holdBoth,
  putLink,
  putReference,
  type Relation,
  removeReference,
  saidOf,
  sayingOf,
} from '../links/relations.ts';
import { lockMerging } from '../merging/merge.ts';
import { addTicketPerson, removeTicketPerson } from '../seeing/people.ts';
import { TicketPeopleStore } from '../seeing/people-store.ts';
import { personLine } from '../seeing/sight-changes.ts';
import { changesTo, presentValue, type StatusBefore } from '../ticket-lines.ts';
import { TicketStore } from '../ticket-store.ts';
import { importedRestorer } from './imported.ts';
import { besideRestorer, joinRestorer, splitRestorer } from './merged.ts';
import { commentRestorer, fileRestorer } from './said.ts';
import { thingRestorers } from './things.ts';

const idsOf = (lines: readonly StoredLine[]): string[] => [
  ...new Set(lines.flatMap(({ ticket_id }) => ticket_id ?? [])),
];

const ticketsOf = async (work: Work, lines: readonly StoredLine[]) =>
  new Map((await work.of(TicketStore).among({ ids: idsOf(lines) })).map((ticket) => [ticket.id, ticket]));

const valueBefore = ({ old_value }: StoredLine): unknown => (old_value === null ? null : JSON.parse(old_value));
const rowBefore = <T>({ before }: StoredLine): T | null => (before === null ? null : JSON.parse(before));

/** Whether the caller may change these fields of a ticket. */
function mayChange({ actor }: Work, ticket: LineTicket | undefined, changes: object): boolean {
  if (ticket === undefined) return false;
  try {
    permitChange(actor, ticket, changes);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

const worksOn = ({ actor }: Work, _: StoredLine, ticket: LineTicket | undefined): boolean =>
  ticket !== undefined && standing(actor, ticket) === 'worker';

/** Nothing changes on a ticket that continues in another one: what was done to it waits until it is on its own again. */
const unlessJoined = (restorer: Restorer): Restorer => ({
  ...restorer,
  may: (work, line, ticket) => ticket?.merged_into_id === null && restorer.may(work, line, ticket),
});

/** Fields, as lines name them. */
const namesOf = (fields: readonly StoredField[]): ReadonlySet<string> =>
  new Set(fields.map(({ key }) => `fields.${key}`));

/** The fields of a ticket, by PATCH. */
const fields: Restorer = {
  isApart: true,
  async present(work, lines) {
    const tickets = await ticketsOf(work, lines);
    const isOfField = ({ field }: StoredLine) => field.startsWith('fields.');
    const fields = lines.some(isOfField) ? namesOf(await listStoredFields(work)) : new Set<string>();
    return new Map(
      lines.flatMap((line) => {
        const ticket = tickets.get(line.ticket_id ?? '');
        if (ticket === undefined || (isOfField(line) && !fields.has(line.field))) return [];
        return [[line.id, presentValue(ticket, line.field)] as const];
      }),
    );
  },
  may: (work, { field }, ticket) => mayChange(work, ticket, changesTo([[field, null]])),
  async restore(work, lines, { confirm, since }) {
    const [id = ''] = idsOf(lines);
    const values = changesTo(lines.map((line) => [line.field, valueBefore(line)]));
    const changes = { ...values, ...(confirm ? { confirm } : {}) };
    const status = lines.find(({ field }) => field === 'status');
    await writeChange(work, id, changes, null, {
      status: status === undefined ? null : rowBefore<StatusBefore>(status),
      since,
    });
  },
};

/** People who were added to a ticket. */
const people: Restorer = {
  async present(work, lines) {
    const tickets = await ticketsOf(work, lines);
    const values = new Map<string, boolean>();
    for (const line of lines) {
      const ticket = tickets.get(line.ticket_id ?? '');
      if (ticket === undefined) continue;
      const isOn = addedPeople(ticket).some(({ id }) => id === line.thing_id);
      // Somebody who came by a merge that has ended has left with it.
      if (isOn || !(await cameByMergeThatEnded(work, line))) values.set(line.id, isOn);
    }
    return values;
  },
  may: ({ actor }, { thing_id }, ticket) =>
    ticket !== undefined && (thing_id === actor.id || ['worker', 'reporter'].includes(standing(actor, ticket))),
  async restore(work, lines) {
    for (const line of lines) {
      const { ticket_id: ticket, thing_id: user } = line;
      if (ticket === null || user === null) continue;
      if (valueBefore(line) !== true || (await cameByMergeThatEnded(work, line))) {
        await removeTicketPerson(work, ticket, user);
        continue;
      }
      const now = await work.of(TicketPeopleStore).find({ ticket_id: ticket, user_id: user });
      await addTicketPerson(work, ticket, user);
      const row = rowBefore<RowOf<'ticket_people'>>(line);
      if (row !== null) await keepAdded(work, row);
      // Somebody whom a worker had confirmed is on the ticket as before.
      if (now !== undefined)
        work.lines.push(personLine(ticket, { id: user, name: '' }, { old: true, new: true, before: now }));
    }
  },
};

/** Whether somebody was on the ticket by a merge alone that has ended since (docs/rules/merging.md#unmerge). */
async function cameByMergeThatEnded(work: Work, line: StoredLine): Promise<boolean> {
  const row = rowBefore<RowOf<'ticket_people'>>(line);
  return row !== null && row.merged_from_id !== null && (await work.of(TicketPeopleStore).bringer(row)) === null;
}

/** A caller who takes a removal back does not stand for the person whom they add anew. */
async function keepAdded(work: Work, { added_by, added_at, ...row }: RowOf<'ticket_people'>): Promise<void> {
  if (added_by === null || standing(work.actor, await holdAny(work, row.ticket_id)) !== 'worker') return;
  const [people, appointed] = [work.of(TicketPeopleStore), row.appointed === 1];
  await people.remove(row);
  await people.put({ ...row, added_by, added_at, appointed });
  const { ticket_id: root, user_id: user } = row;
  const from = row.merged_from_id === null ? null : await people.bringer({ ...row, added_by, added_at });
  if (from !== null) await people.attribute({ root, user, from, appointed });
}

/** Whether the caller follows a ticket. */
const following: Restorer = {
  async present(work, lines) {
    const values = new Map<string, boolean>();
    for (const { id, ticket_id } of lines) if (ticket_id !== null) values.set(id, await isFollowing(work, ticket_id));
    return values;
  },
  may: ({ actor }, { owner_id }) => owner_id === actor.id,
  async restore(work, lines) {
    for (const line of lines) {
      const ticket = await holdTicket(work, line.ticket_id ?? '');
      await (valueBefore(line) === true ? startFollowing : stopFollowing)(work, ticket);
    }
  },
};

/** Links to other tickets. */
const links: Restorer = {
  async present(work, lines) {
    const values = new Map<string, unknown>();
    for (const { id, ticket_id: ticket, thing_id: other } of lines) {
      if (ticket === null || other === null) continue;
      const link = await work.of(RelationStore).between({ ticket, other });
      values.set(id, link === undefined ? null : saidOf(link));
    }
    return values;
  },
  may: worksOn,
  async restore(work, lines) {
    for (const line of lines) {
      const { id } = await holdToWork(work, line.ticket_id ?? '');
      const { ticket, other } = await holdBoth(work, id, line.thing_id ?? '');
      if (other === undefined || standing(work.actor, other) === 'none') throw new Failure('related_ticket_not_found');
      const now = await work.of(RelationStore).between({ ticket: ticket.id, other: other.id });
      const before = valueBefore(line) as Relation | null;
      const made = rowBefore<RowOf<'ticket_relations'>>(line) ?? undefined;
      await putLink(work, [ticket, other], now, before ?? undefined, made);
    }
  },
};

/** Addresses of what lies elsewhere. */
const references: Restorer = {
  async present(work, lines) {
    const values = new Map<string, unknown>();
    for (const { id, thing_id } of lines) {
      const row = await work.of(ReferenceStore).find(thing_id ?? '');
      values.set(id, row === undefined ? null : sayingOf(row));
    }
    return values;
  },
  may: worksOn,
  async restore(work, lines) {
    for (const line of lines) {
      const { ticket_id: ticket, thing_id: id } = line;
      const row = rowBefore<RowOf<'external_references'>>(line);
      if (ticket === null || id === null) continue;
      if (row === null) await removeReference(work, ticket, id);
      else await putReference(work, await holdToWork(work, ticket), row);
    }
  },
};

/** Puts back what acts changed on tickets (docs/rules/acts.md#what-an-undo-puts-back). */
export const ticketRestorers: Restorers = {
  of: {
    ticket: unlessJoined(fields),
    people: unlessJoined(people),
    following: unlessJoined(following),
    related_tickets: unlessJoined(links),
    external_references: unlessJoined(references),
    comment: unlessJoined(commentRestorer),
    attachment: unlessJoined(fileRestorer),
    split_into: unlessJoined(splitRestorer),
    ...{ merged_into: joinRestorer, beside: besideRestorer },
    imported_ticket: importedRestorer,
    ...thingRestorers,
  },
  seenFields: async (work) => namesOf(await seenFields(work, true)),
  takeNoticesBack,
  async holdTickets(work, ids, lines) {
    if (lines.some(({ field }) => ['merged_into', 'beside', 'split_into'].includes(field))) await lockMerging(work);
    await work.of(TicketStore).holdAll({ ids });
  },
};
