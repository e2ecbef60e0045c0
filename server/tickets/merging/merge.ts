import { permitWorking, standing } from '#access';
import type { Merge } from '#contract/merging.ts';
import {
  addStoredComment,
  closureSummaryOf,
  deriveAwaitingReply,
  findPublicComment,
  findStoredComment,
  markClosureSummary,
  reconcileWaits,
  removeStoredComment,
  unmarkClosureSummary,
} from '#conversation';
import { recordEvent, recordHistory } from '#events';
import { indexTicket, setAnswerAside } from '#memory';
import { findUser } from '#people';
import { Failure, type Instant, type NewLine, pick, type Work } from '#platform';
import type { RowOf } from '#records';
import { holdAny } from '../find-ticket.ts';
import { movePeople, peopleComing, takePeopleBack } from '../seeing/moving-people.ts';
import { refuseRevealing } from '../seeing/sight-changes.ts';
import { syncTask } from '../sync-task.ts';
import type { HeldTicket, NamedTicket } from '../ticket.ts';
import { factsBefore } from '../ticket-change.ts';
import { TicketStore } from '../ticket-store.ts';
import { CONTINUED, mergeRefusal } from './merge-decision.ts';
import { MergingStore } from './merging-store.ts';

/** The part of a request that says how two tickets are merged. */
export type MergeDraft = Omit<Merge, 'also'>;

type Expected = ((version: number) => boolean) | null;

/** A transaction changes what is merged alone: two at once could make a circle, or wait for each other. */
export const lockMerging = (work: Work) => work.lock('merging');

/** The line of an act for a ticket that came to another one, or left it. */
export const mergedLine = (
  ticketId: string,
  { id, number }: Pick<HeldTicket, 'id' | 'number'>,
  field: 'merged_into' | 'beside' | 'split_into',
  isMerging: boolean,
  before?: object,
): NewLine => ({
  ...{
    ticketId,
    field,
    thing: { type: 'ticket', id, name: `#${number}` },
    ...(before === undefined ? {} : { before }),
  },
  ...(isMerging ? { new: { id, number } } : { old: { id, number } }),
});

interface Both {
  readonly source: HeldTicket;
  readonly root: HeldTicket;
  /** The ids of the source and of everything that was joined to it. */
  readonly tree: readonly string[];
}

/**
 * Holds two tickets and everything that was joined to the first. Who writes to a joined ticket holds it before the one it
 * leads to, so those are held first here, too.
 */
async function holdBoth(work: Work, id: string, { into, into_version }: MergeDraft, expected: Expected): Promise<Both> {
  if (into === id) {
    // A caller who does not see it hears nothing of it.
    permitWorking(work.actor, await holdAny(work, id));
    throw new Failure('merge_self');
  }
  const tree = await work.of(MergingStore).tree(id);
  for (const joinedId of tree.slice(1)) await holdAny(work, joinedId);
  const target = await work.of(TicketStore).find(into, true);
  const rootId = target?.merged_into_id ?? into;
  const held = new Map<string, HeldTicket>();
  for (const ticketId of [...new Set([id, rootId])].sort()) held.set(ticketId, await holdAny(work, ticketId));
  const [source, root] = [held.get(id), held.get(rootId)];
  if (source === undefined || root === undefined || target === undefined) throw new Failure('ticket_not_found');
  permitWorking(work.actor, source);
  permitWorking(work.actor, root);
  const isStale = into_version !== undefined && into_version !== (rootId === into ? root : target).version;
  if (isStale || (expected !== null && !expected(source.version))) throw new Failure('precondition_failed');
  return { source, root, tree };
}

/**
 * Merges a ticket into another one (docs/rules/merging.md#join, docs/rules/merging.md#beside).
 *
 * @param expected whether a version of the source is one that the caller expects; null when they name none.
 * @param undo of an undo: the join that it puts back, where there was one.
 * @returns the ticket in which it continues, or beside whose lead it stands.
 * @throws Failure `merge_self`, `ticket_not_found`, `forbidden`, `precondition_failed`, `already_merged`, `merge_circle`,
 * `ticket_closed`, `reporters_differ`, `limit_reached`, `would_reveal`.
 */
export async function mergeTicket(
  work: Work,
  id: string,
  draft: MergeDraft,
  expected: Expected,
  undo: { readonly before: JoinBefore | null } | null = null,
): Promise<NamedTicket> {
  await lockMerging(work);
  const { mode } = draft;
  const both = await holdBoth(work, id, draft, expected);
  const { source, root, tree } = both;
  const merging = work.of(MergingStore);
  const way = await merging.way(root.id);
  const lead = way.at(-1) ?? root.id;
  const refusal = mergeRefusal({
    mode,
    source: {
      id,
      reporter_id: source.reporter_id,
      isJoined: source.merged_into_id !== null,
      isBeside: (await merging.facts({ id }))?.lead_id != null,
    },
    root,
    way,
    tellsReporters: draft.tell_reporters === true,
    isUndo: undo !== null,
    coming: mode === 'join' ? tree.length : Math.max(1, (await merging.group(id)).length),
    there: mode === 'join' ? await merging.joined(root.id) : Math.max(0, (await merging.group(lead)).length - 1),
  });
  if (refusal !== null) throw new Failure(refusal);
  if (mode === 'join') {
    await refuseRevealing(work, source, root, draft.confirm === true);
    await refuseRevealing(work, root, { ...root, people: peopleComing(source, root) }, draft.confirm === true);
    await join(work, both, undo?.before ?? null);
  } else await standBeside(work, source, lead === root.id ? root : await holdAny(work, lead));
  return (await work.of(TicketStore).find(mode === 'join' ? root.id : lead, true)) as NamedTicket;
}

async function standBeside(work: Work, source: HeldTicket, lead: HeldTicket): Promise<void> {
  permitWorking(work.actor, lead);
  await work.of(TicketStore).set(source.id, { lead_id: lead.id });
  await touchInternally(work, source);
  await touchInternally(work, lead);
  await recordBeside(work, { source, lead }, 'ticket.merged');
}

/** Moves version and `updated_at` for those alone who read internals: reporters hear nothing of each other. */
const touchInternally = (work: Work, ticket: HeldTicket) => work.of(TicketStore).change(ticket, {}, false, work.now);

async function recordBeside(
  work: Work,
  { source, lead }: { readonly source: HeldTicket; readonly lead: HeldTicket },
  name: 'ticket.merged' | 'ticket.unmerged',
): Promise<void> {
  const [from, to] = name === 'ticket.merged' ? [null, `#${lead.number}`] : [`#${lead.number}`, null];
  work.lines.push(mergedLine(source.id, lead, 'beside', from === null));
  await recordHistory(work, source.id, [{ field: 'beside', from, to }]);
  await recordEvent(work, source, name, { into_id: lead.id, into_number: lead.number, mode: 'beside' });
  await recordEvent(work, lead, 'ticket.updated', { changed: ['beside'] });
}

/** A join that was taken back. */
export interface JoinBefore extends Pick<RowOf<'ticket_merges'>, 'merged_by' | 'merged_at'> {
  readonly notice: Pick<RowOf<'comments'>, 'id' | 'user_id' | 'content' | 'created_at'>;
  readonly closed_at: Instant | null;
}

async function join(work: Work, { source, root, tree }: Both, before: JoinBefore | null): Promise<void> {
  const merging = work.of(MergingStore);
  const facts = await merging.facts({ id: source.id });
  const summary = (await closureSummaryOf(work, source.id)) ?? null;
  await unmarkClosureSummary(work, source.id);
  await merging.moveAll({ from: source.id, to: root.id });
  await movePeople(work, { source, root });
  await merging.setRoot({ ids: tree, root: root.id });
  const { merged_by = work.actor.id, merged_at = work.now } = before ?? {};
  const notice = before?.notice.id ?? work.newId();
  await sayWhereItContinues(work, { source, root }, { id: notice, ...before?.notice });
  const { status, closed_at } = source;
  await merging.add({
    ticket_id: source.id,
    into_id: root.id,
    status,
    closed_at,
    summary_id: summary,
    notice_id: notice,
    status_since: facts?.status_since ?? work.now,
    ...{ merged_by, merged_at },
  });
  const closed = { status: 'closed', closed_at: before?.closed_at ?? closed_at ?? work.now } as const;
  await work.of(TicketStore).moveMerged(source, closed, { from: status, to: null }, work.now);
  await work.of(TicketStore).set(source.id, { summary_comment_id: null });
  await setAnswerAside(work, source, false);
  await settle(work, { source, root }, { from: status, to: 'closed' }, 'ticket.merged');
}

/** The answer of a ticket that was joined. It is in no memory, and nobody is told of it as of a comment. */
async function sayWhereItContinues(
  work: Work,
  { source, root }: Pick<Both, 'source' | 'root'>,
  said: Pick<JoinBefore['notice'], 'id'> & Partial<JoinBefore['notice']>,
): Promise<void> {
  const language = (await findUser(work, source.reporter_id))?.language ?? 'en';
  await addStoredComment(work, {
    ticket_id: source.id,
    user_id: work.actor.id,
    content: CONTINUED[language](root.number),
    type: 'comment',
    is_internal: false,
    is_closure_summary: true,
    is_developer: true,
    parent_id: null,
    created_at: work.now,
    edited_at: null,
    ...said,
  });
}

interface Move {
  readonly from: HeldTicket['status'];
  readonly to: HeldTicket['status'];
}

/** Settles a join, or its end: who waits, what is found, the history, the task, the events. */
async function settle(
  work: Work,
  { source, root }: Pick<Both, 'source' | 'root'>,
  { from, to }: Move,
  name: 'ticket.merged' | 'ticket.unmerged',
  before?: JoinBefore,
): Promise<void> {
  const isMerging = name === 'ticket.merged';
  work.lines.push(mergedLine(source.id, root, 'merged_into', isMerging, before));
  const between = (number: number) => (isMerging ? { from: null, to: `#${number}` } : { from: `#${number}`, to: null });
  const moves = from === to ? [] : [{ field: 'merged_status', from, to } as const];
  await deriveAwaitingReply(work, [source.id, root.id]);
  await reconcileWaits(work, [source.id, root.id]);
  for (const ticket of [source, root]) await indexTicket(work, ticket);
  await recordHistory(work, source.id, [...moves, { field: 'merged_into', ...between(root.number) }]);
  await recordHistory(work, root.id, [{ field: 'merged_from', ...between(source.number) }]);
  await work.of(TicketStore).touch(root.id, work.now);
  if (from !== to) {
    const { assignee_id } = source;
    await recordEvent(work, source, 'ticket.status_changed', { old_status: from, new_status: to, assignee_id });
    await syncTask(work, { ...source, status: to }, ['status']);
  }
  await recordEvent(work, source, name, { into_id: root.id, into_number: root.number, mode: 'join' });
  const internal = { internal: isMerging ? { joined: true } : factsBefore(root) };
  await recordEvent(work, root, 'ticket.updated', { changed: ['comments', 'attachments'], ...internal });
}

/**
 * Takes a ticket out of the one that it was joined to, with what had come to it before; or takes it off those that it stands
 * beside (docs/rules/merging.md#unmerge). What was written after the merge stays there.
 *
 * @throws Failure `ticket_not_found`, `forbidden`, `precondition_failed`, `not_merged`, `merged_on`, `would_be_orphaned`.
 */
export async function unmergeTicket(work: Work, id: string, expected: Expected): Promise<void> {
  await lockMerging(work);
  const tree = await work.of(MergingStore).tree(id);
  for (const joinedId of tree.slice(1)) await holdAny(work, joinedId);
  const source = await holdAny(work, id);
  permitWorking(work.actor, source);
  if (expected !== null && !expected(source.version)) throw new Failure('precondition_failed');
  if (source.merged_into_id !== null) {
    const root = await holdAny(work, source.merged_into_id);
    permitWorking(work.actor, root);
    await refuseMergedOn(work, id, root.id);
    await leave(work, { source, root, tree });
    return;
  }
  const lead = (await work.of(MergingStore).facts({ id }))?.lead_id;
  if (lead == null) throw new Failure('not_merged');
  await work.of(TicketStore).set(id, { lead_id: null });
  await touchInternally(work, source);
  await recordBeside(work, { source, lead: await holdAny(work, lead) }, 'ticket.unmerged');
}

/** @throws Failure `merged_on` with the ticket of the chain that has to be taken out first: the one before the root. */
async function refuseMergedOn(work: Work, id: string, root: string): Promise<void> {
  const into = async (ticketId: string) => (await work.of(MergingStore).find(ticketId))?.into_id;
  let last = id;
  for (let next = await into(id); next !== undefined && next !== root; next = await into(next)) last = next;
  if (last === id) return;
  const ticket = await work.of(TicketStore).find(last, false);
  const isSeen = ticket !== undefined && standing(work.actor, ticket) !== 'none';
  const { id: named, number } = isSeen ? ticket : { id: null, number: null };
  const message = `What it was merged into was merged on; take ${number === null ? 'that ticket' : `#${number}`} out first.`;
  throw new Failure('merged_on', { facts: { ticket: { id: named, number } }, message });
}

async function leave(work: Work, { source, root, tree }: Both): Promise<void> {
  const merging = work.of(MergingStore);
  const merge = await merging.find(source.id);
  if (merge === undefined) throw new Failure('not_merged');
  const notice = await findStoredComment(work, merge.notice_id);
  await removeStoredComment(work, merge.notice_id);
  await merging.delete(source.id);
  await merging.moveBack({ root: root.id, source: source.id, ids: tree });
  await takePeopleBack(work, root, tree);
  await merging.setRoot({ ids: tree, root: source.id });
  await merging.setRoot({ ids: [source.id], root: null });
  if (merge.summary_id !== null) await markClosureSummary(work, merge.summary_id);
  const { status, closed_at } = merge;
  await work.of(TicketStore).moveMerged(source, { status, closed_at }, { from: null, to: status }, work.now);
  const summary = merge.summary_id === null ? undefined : await findPublicComment(work, merge.summary_id);
  const summary_comment_id = summary === undefined ? null : merge.summary_id;
  await work.of(TicketStore).set(source.id, { status_since: merge.status_since, summary_comment_id });
  await setAnswerAside(work, source, status === 'closed');
  // Its lead may have been placed beside it meanwhile: nothing leads in a circle.
  const lead = (await merging.facts({ id: source.id }))?.lead_id;
  if (lead != null && (await merging.way(lead)).includes(source.id))
    await work.of(TicketStore).set(source.id, { lead_id: null });
  const { merged_by, merged_at } = merge;
  const said = notice && pick(notice, 'id', 'user_id', 'content', 'created_at');
  const before = said && { notice: said, merged_by, merged_at, closed_at: source.closed_at };
  await settle(work, { source, root }, { from: 'closed', to: status }, 'ticket.unmerged', before);
}
