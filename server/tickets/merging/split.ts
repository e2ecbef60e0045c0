import { isRestricted } from '#access';
import type { Split } from '#contract/merging.ts';
import { commentsOn, deriveAwaitingReply, noteReporters, reconcileWaits, type StoredComment } from '#conversation';
import { recordEvent, recordHistory } from '#events';
import { indexTicket } from '#memory';
import { findUser } from '#people';
import { Failure, invalidField, isDeveloper, type Work } from '#platform';
import { holdAny, holdToWork } from '../find-ticket.ts';
import { RelationStore } from '../links/relation-store.ts';
import { addTicket } from '../new-ticket.ts';
import { TicketPeopleStore } from '../seeing/people-store.ts';
import type { HeldTicket, NamedTicket } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';
import { mergedLine, mergeTicket, unmergeTicket } from './merge.ts';
import { MergingStore } from './merging-store.ts';

/**
 * Makes a new ticket of comments that are about something else (docs/rules/merging.md#split). Their files go along.
 *
 * @throws Failure `ticket_not_found`, `forbidden`, `comment_not_found`, `validation_error` for a closure summary, and where
 * no comment is public.
 */
export async function splitTicket(work: Work, id: string, { comment_ids, title }: Split): Promise<NamedTicket> {
  const ticket = await holdToWork(work, id);
  const comments = await chosenComments(work, ticket, comment_ids);
  const [first] = comments;
  const publicComment = comments.find(({ is_internal }) => is_internal === 0);
  if (first === undefined || publicComment === undefined)
    throw invalidField('comment_ids', 'public', 'Name a public comment, too: its text becomes the description.');
  const { category, project_id } = ticket;
  const draft = { title, description: publicComment.content, category, project_id };
  const reporterId = await reporterOf(work, ticket, first);
  const read = (made: string) => work.of(TicketStore).find(made, true) as Promise<NamedTicket>;
  const made = await addTicket(work, draft, { reporterId, read });
  if (isRestricted(ticket)) await restrictAlike(work, ticket, made.id);
  await splitOff(work, ticket, made, comments);
  await noteReporters(work, [made.id]);
  await settle(work, ticket, made);
  await link(work, ticket, made);
  await recordSplit(work, ticket, made);
  return read(made.id);
}

type Named = Pick<HeldTicket, 'id' | 'number'>;
/** A comment that went to a new ticket, and where it had come from. */
type SplitComment = Pick<StoredComment, 'id' | 'merged_from_id'>;

async function splitOff(work: Work, ticket: Named, made: Named, comments: readonly SplitComment[]): Promise<void> {
  const moved = comments.map(({ id, merged_from_id }) => ({ id, merged_from_id }));
  work.lines.push(mergedLine(ticket.id, made, 'split_into', true, moved));
  await work.of(MergingStore).splitOff(
    moved.map(({ id }) => id),
    made.id,
  );
}

/** Settles tickets of which comments went to another one, or came back: who waits, and what is found. */
async function settle(
  work: Work,
  ticket: HeldTicket,
  made: Pick<HeldTicket, 'id' | 'number' | 'title' | 'description' | 'reporter_id'>,
) {
  await deriveAwaitingReply(work, [ticket.id, made.id]);
  await reconcileWaits(work, [ticket.id, made.id]);
  for (const half of [ticket, made]) await indexTicket(work, half);
}

/**
 * Takes a split back: the comments return with their files, and the ticket that was made of them is joined to the first one.
 *
 * @throws Failure as `mergeTicket`.
 */
export async function unsplitTicket(
  work: Work,
  [id, madeId]: readonly [string, string],
  comments: readonly SplitComment[],
  how: { readonly confirm?: true },
): Promise<void> {
  const from = work.lines.length;
  await work.of(RelationStore).remove({ ticket: id, other: madeId });
  await mergeTicket(work, madeId, { into: id, mode: 'join', tell_reporters: true, ...how }, null, { before: null });
  for (const { id: comment, merged_from_id } of comments)
    await work.of(MergingStore).moveComment({ comment, ticket: id, merged_from_id });
  const [ticket, made] = [await holdAny(work, id), await holdAny(work, madeId)];
  await settle(work, ticket, made);
  work.lines.splice(from, Number.POSITIVE_INFINITY, mergedLine(id, made, 'split_into', false, [...comments]));
}

/** Splits the same comments off again. @throws Failure as `unmergeTicket`. */
export async function splitAgain(
  work: Work,
  [id, madeId]: readonly [string, string],
  comments: readonly SplitComment[],
): Promise<void> {
  const from = work.lines.length;
  await unmergeTicket(work, madeId, null);
  const [ticket, made] = [await holdToWork(work, id), await holdAny(work, madeId)];
  work.lines.splice(from);
  await splitOff(work, ticket, made, comments);
  await link(work, ticket, made);
  await settle(work, ticket, made);
}

/** A ticket that is made of a restricted one stays with the same people. */
async function restrictAlike(work: Work, ticket: HeldTicket, made: string): Promise<void> {
  await work.of(TicketStore).set(made, { restricted: true });
  await work.of(TicketPeopleStore).copy({ from: ticket.id, to: made });
}

/** The comments that are named, oldest first. @throws Failure `comment_not_found`, `validation_error`. */
async function chosenComments(work: Work, ticket: HeldTicket, ids: readonly string[]): Promise<StoredComment[]> {
  const comments = (await commentsOn(work, ticket.id, true)).filter(({ id }) => ids.includes(id));
  if (comments.length < ids.length) throw new Failure('comment_not_found');
  const isSummary = comments.some(({ is_closure_summary }) => is_closure_summary === 1);
  if (isSummary || (await work.of(MergingStore).hasSummary({ ids })))
    throw invalidField('comment_ids', 'closureSummary', 'Leave the closure summary out: it stays with its ticket.');
  return comments;
}

/** The person who wrote first, unless a developer did. */
async function reporterOf(work: Work, ticket: HeldTicket, first: StoredComment): Promise<string> {
  const author = await findUser(work, first.user_id);
  return author === undefined || isDeveloper(author) ? ticket.reporter_id : author.id;
}

/** Two tickets that were one are linked. */
const link = (work: Work, ticket: Named, made: Named) =>
  work.of(RelationStore).add({
    from_id: made.id,
    to_id: ticket.id,
    relation_type: 'related',
    created_by: work.actor.id,
    created_at: work.now,
    act_id: work.actId,
  });

/** Both tickets remember that they were one. */
async function recordSplit(work: Work, ticket: Named, made: Named): Promise<void> {
  await recordHistory(work, ticket.id, [{ field: 'split_into', from: null, to: `#${made.number}` }]);
  await recordHistory(work, made.id, [{ field: 'split_from', from: null, to: `#${ticket.number}` }]);
  await work.of(TicketStore).touch(ticket.id, work.now);
  await recordEvent(work, ticket, 'ticket.split', { into_id: made.id, into_number: made.number });
  await recordEvent(work, ticket, 'ticket.updated', { changed: ['comments', 'attachments', 'related_tickets'] });
}
