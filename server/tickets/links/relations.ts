import { permitWorking, readsInternals, standing } from '#access';
import type { ExternalReference, ReferenceDraft } from '#contract/references.ts';
import type { LinkDraft, RelatedTicket } from '#contract/relations.ts';
import type { RelationType } from '#contract/words.ts';
import { closureSummaryOf } from '#conversation';
import { recordEvent } from '#events';
import { Failure, invalidField, type NewLine, type Work } from '#platform';
import type { RowOf } from '#records';
import { findTicket, findToWork, holdToWork, rootOf } from '../find-ticket.ts';
import type { StoredTicket } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';
import { ReferenceStore, RelationStore } from './relation-store.ts';

/**
 * Refuses an address for what the schema cannot check: text that is no address, and a user name or password in it.
 * Everyone who reads the ticket would read those, and `https://git.example.com@elsewhere.example` leads elsewhere.
 *
 * @throws Failure `validation_error`.
 */
export function refuseUrl(text: string): void {
  const url = URL.parse(text);
  if (url === null) throw invalidField('url', 'format', '"url" must be a complete http or https address.');
  if (url.username || url.password)
    throw invalidField('url', 'format', '"url" must not carry a user name or password; leave them out.');
}

/**
 * Adds an external reference to a ticket. Everyone who reads the ticket sees it, so `updated_at` moves
 * (docs/rules/tickets.md#what-moves-a-ticket).
 *
 * @returns all references of the ticket.
 *
 * @throws Failure `validation_error`, `ticket_not_found`.
 */
export async function addReference(work: Work, id: string, draft: ReferenceDraft): Promise<ExternalReference[]> {
  refuseUrl(draft.url);
  const ticket = await holdToWork(work, id);
  await putReference(work, ticket, {
    id: work.newId(),
    ticket_id: ticket.id,
    ref_type: draft.ref_type,
    url: draft.url,
    title: draft.title || null,
    created_by: work.actor.id,
    created_at: work.now,
  });
  return work.of(ReferenceStore).ofTicket({ ticket: ticket.id });
}

type StoredReference = Omit<RowOf<'external_references'>, 'act_id' | 'merged_from_id'>;

/** The line of an act for a reference that came or went. */
const referenceLine = (row: StoredReference): NewLine => ({
  ticketId: row.ticket_id,
  thing: { type: 'external_reference', id: row.id, name: row.title ?? row.url },
  field: 'external_references',
});

/** The content of a reference, as the lines of acts have it. */
export const sayingOf = ({ ref_type, url, title }: StoredReference) => ({ ref_type, url, title });

/** Puts a reference onto a ticket that the caller holds and works on. */
export async function putReference(
  work: Work,
  ticket: Pick<StoredTicket, 'id' | 'number'>,
  row: StoredReference,
): Promise<void> {
  await work.of(ReferenceStore).add({ act_id: work.actId, ...row });
  work.lines.push({ ...referenceLine(row), new: sayingOf(row) });
  await work.of(TicketStore).touch(ticket.id, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['external_references'] });
}

/** Removes an external reference from a ticket. @throws Failure `ticket_not_found`, `external_reference_not_found`. */
export async function removeReference(work: Work, id: string, referenceId: string): Promise<void> {
  const ticket = await holdToWork(work, id);
  const row = await work.of(ReferenceStore).find(referenceId);
  if (row?.ticket_id !== ticket.id) throw new Failure('external_reference_not_found');
  await work.of(ReferenceStore).delete(referenceId);
  work.lines.push({ ...referenceLine(row), old: sayingOf(row), before: row });
  await work.of(TicketStore).touch(ticket.id, work.now);
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['external_references'] });
}

/** Lists the external references of a ticket, newest first. @throws Failure `ticket_not_found`, `forbidden`. */
export async function showReferences(work: Work, id: string): Promise<ExternalReference[]> {
  const ticket = await findTicket(work, id);
  const references = await work.of(ReferenceStore).ofTicket({ ticket: id });
  return readsInternals(standing(work.actor, ticket))
    ? references
    : references.map(({ act_id: _, ...reference }) => reference);
}

/**
 * Holds a ticket and another one until the transaction ends. It holds the smaller id first, so that two requests that
 * link A with B and B with A at the same moment never wait for each other in a circle.
 *
 * @returns both; `other` is undefined when there is no such ticket.
 * @throws Failure `ticket_not_found`.
 */
export async function holdBoth(
  work: Work,
  id: string,
  otherId: string,
): Promise<{ ticket: StoredTicket; other: StoredTicket | undefined }> {
  const held = new Map<string, StoredTicket | undefined>();
  for (const ticketId of [id, otherId].sort()) held.set(ticketId, await work.of(TicketStore).hold(ticketId));
  const ticket = held.get(id);
  if (ticket === undefined) throw new Failure('ticket_not_found');
  return { ticket, other: held.get(otherId) };
}

/** How two tickets are linked: `from` blocks or duplicates `to`. The direction of `related` means nothing. */
export type Relation = Pick<RowOf<'ticket_relations'>, 'from_id' | 'to_id' | 'relation_type'>;

/** The link that a caller asks for, seen from the first ticket. */
export interface LinkRequest extends Omit<Relation, 'relation_type'> {
  /** Left out: the caller says only that the tickets are linked. */
  readonly relation_type?: RelationType | undefined;
}

/**
 * The one link of two tickets after a request. The last request holds, so that links never contradict each other (A
 * blocks B, B blocks A). A request that says nothing new leaves the link as it is.
 *
 * @returns `before` itself when nothing changes.
 */
export function restated(before: Relation | undefined, said: LinkRequest): Relation {
  const { from_id, to_id, relation_type } = said;
  if (before === undefined) return { from_id, to_id, relation_type: relation_type ?? 'related' };
  if (relation_type === undefined) return before;
  const isSame = before.relation_type === relation_type && (relation_type === 'related' || before.from_id === from_id);
  return isSame ? before : { from_id, to_id, relation_type };
}

/**
 * Gives the one link of two tickets the type and direction that the caller named, and records an event for both when
 * the link changes.
 *
 * @param refuse throws when the other ticket, held by then, may not be linked.
 * @returns the links of the first ticket, and whether this one is new.
 * @throws Failure `ticket_not_found`, `related_ticket_not_found`, `ticket_relation_self_ref`.
 */
export async function linkBoth(
  work: Work,
  said: LinkRequest,
  refuse: (other: StoredTicket) => Promise<void> = async () => {},
): Promise<{ links: RelatedTicket[]; isNew: boolean }> {
  const { from_id: id, to_id: otherId } = said;
  if (otherId === id) throw new Failure('ticket_relation_self_ref');
  const { ticket, other } = await holdBoth(work, id, otherId);
  if (other === undefined || standing(work.actor, other) === 'none') throw new Failure('related_ticket_not_found');
  await refuse(other);
  const before = await work.of(RelationStore).between({ ticket: id, other: otherId });
  const link = restated(before, said);
  if (link !== before) await putLink(work, [ticket, other], before, link);
  return { links: await work.of(RelationStore).ofTicket(id, work.actor), isNew: before === undefined };
}

type Both = readonly [StoredTicket, StoredTicket];

/** Gives two tickets, which the caller holds, another link than they had; undefined is none. */
export async function putLink(
  work: Work,
  [ticket, other]: Both,
  before: Relation | undefined,
  after: Relation | undefined,
  made: Pick<RowOf<'ticket_relations'>, 'created_by' | 'created_at'> = {
    created_by: work.actor.id,
    created_at: work.now,
  },
): Promise<void> {
  if (after === undefined) await work.of(RelationStore).remove({ ticket: ticket.id, other: other.id });
  else if (before === undefined) await work.of(RelationStore).add({ act_id: work.actId, ...after, ...made });
  else await work.of(RelationStore).change(after);
  work.lines.push({
    ticketId: ticket.id,
    thing: { type: 'ticket', id: other.id, name: `#${other.number}` },
    field: 'related_tickets',
    old: before && saidOf(before),
    new: after && saidOf(after),
    isInternal: true,
    ...(before === undefined ? {} : { before }),
  });
  for (const end of [ticket, other]) await recordEvent(work, end, 'ticket.updated', { changed: ['related_tickets'] });
}

/** A link as the history of acts has it. */
export const saidOf = ({ from_id, to_id, relation_type }: Relation): Relation => ({ from_id, to_id, relation_type });

/**
 * Links a ticket to another one, or changes how they are linked: two tickets have one link at most
 * (docs/rules/tickets.md#links).
 *
 * @returns the ticket's links, and whether this one is new.
 * @throws Failure `validation_error`, `ticket_not_found`, `related_ticket_not_found`, `ticket_relation_self_ref`.
 */
export async function linkTickets(
  work: Work,
  id: string,
  draft: LinkDraft,
): Promise<{ links: RelatedTicket[]; isNew: boolean }> {
  refuseUnclear(draft);
  const ticket = await findToWork(work, id);
  const otherId = await rootOf(work, await idOfOther(work, draft));
  return linkBoth(work, { from_id: ticket.id, to_id: otherId, relation_type: draft.relation_type });
}

function refuseUnclear({ related_ticket_id: id, related_ticket_number: number }: LinkDraft): void {
  if (id === undefined && number === undefined)
    throw invalidField('related_ticket_id', 'required', 'Send related_ticket_id or related_ticket_number.');
  if (id !== undefined && number !== undefined)
    throw invalidField('related_ticket_number', 'oneOf', 'Send related_ticket_id or related_ticket_number, not both.');
}

async function idOfOther(work: Work, { related_ticket_id, related_ticket_number }: LinkDraft): Promise<string> {
  const id = related_ticket_id ?? (await work.of(TicketStore).idOf(related_ticket_number as number));
  if (id === undefined) throw new Failure('related_ticket_not_found');
  return id;
}

/**
 * Notes that the answer of another ticket helped with this one: their link gets the type `solved_by`.
 *
 * @returns the ticket's links, and whether this one is new.
 * @throws Failure `ticket_not_found`, `related_ticket_not_found`, `ticket_relation_self_ref`, and `validation_error`
 * when the other ticket is not closed or has no closure summary.
 */
export async function markSolvedBy(
  work: Work,
  id: string,
  number: number,
): Promise<{ links: RelatedTicket[]; isNew: boolean }> {
  const ticket = await findToWork(work, id);
  const otherId = await rootOf(work, await idOfOther(work, { related_ticket_number: number }));
  return linkBoth(work, { from_id: ticket.id, to_id: otherId, relation_type: 'solved_by' }, (other) =>
    refuseUnanswered(work, other),
  );
}

async function refuseUnanswered(work: Work, { id, status }: StoredTicket): Promise<void> {
  if (status === 'closed' && (await closureSummaryOf(work, id)) !== undefined) return;
  throw invalidField('ticket_number', 'answered', 'Name a closed ticket that has a closure summary.');
}

/**
 * Lists the links of a ticket, without those to tickets that the caller may not open.
 *
 * @throws Failure `ticket_not_found`, `forbidden`.
 */
export async function showLinks(work: Work, id: string): Promise<RelatedTicket[]> {
  await findTicket(work, id);
  return work.of(RelationStore).ofTicket(id, work.actor);
}

/** Removes the link of two tickets, whichever way it points. @throws Failure `ticket_not_found`, `ticket_relation_not_found`. */
export async function unlinkTickets(work: Work, id: string, otherId: string): Promise<void> {
  const root = await findToWork(work, id);
  const { ticket, other } = await holdBoth(work, root.id, await rootOf(work, otherId));
  permitWorking(work.actor, ticket);
  const link = await work.of(RelationStore).between({ ticket: ticket.id, other: other?.id ?? ticket.id });
  if (other === undefined || standing(work.actor, other) === 'none' || link === undefined)
    throw new Failure('ticket_relation_not_found');
  await putLink(work, [ticket, other], link, undefined);
}
