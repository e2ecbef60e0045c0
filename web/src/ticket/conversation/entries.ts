/** What a conversation consists of. */
import type { Comment } from '../../backend/comments.ts';
import type { Attachment } from '../../backend/files.ts';
import type { ExternalReference } from '../../backend/links.ts';
import type { HistoryEntry, TicketDetail } from '../../backend/tickets.ts';

interface Made {
  at: string;
  /** The id of who made it; null for nobody who is still known. */
  by: string | null;
  key: string;
}

export type ConversationEntry = Made &
  (
    | { kind: 'comment'; comment: Comment }
    | { kind: 'changes'; changes: HistoryEntry[] }
    | { kind: 'files'; files: Attachment[] }
    | { kind: 'link'; link: ExternalReference }
  );

/** Files that somebody attached within a minute are one entry. */
const TOGETHER_MS = 60_000;

/** How much in a hurry a ticket is, is the developers' own. */
const OF_DEVELOPERS = new Set(['priority', 'urgency_reporter']);

/** What was said and done on a ticket, the oldest first: everything to developers, to reporters what is theirs. */
export function entriesOf(ticket: TicketDetail, isDeveloper: boolean): ConversationEntry[] {
  const history = ticket.history.filter(({ field }) => isDeveloper || !OF_DEVELOPERS.has(field));
  const entries: ConversationEntry[] = [...ticket.comments.map(ofComment), ...changesOf(history)];
  for (const link of ticket.external_references)
    entries.push({ kind: 'link', at: link.created_at, by: link.created_by, key: link.id, link });
  let last: Extract<ConversationEntry, { kind: 'files' }> | undefined;
  for (const file of ticket.attachments.filter(({ comment_id }) => comment_id === null)) {
    if (last && Date.parse(file.created_at) - Date.parse(last.at) < TOGETHER_MS) last.files.push(file);
    else {
      last = { kind: 'files', at: file.created_at, by: file.uploaded_by, key: file.id, files: [file] };
      entries.push(last);
    }
  }
  return entries.sort((a, b) => a.at.localeCompare(b.at));
}

const ofComment = (comment: Comment): ConversationEntry => ({
  kind: 'comment',
  at: comment.created_at,
  by: comment.user_id,
  key: comment.id,
  comment,
});

/** The changes that one user made at one moment are one entry. */
function changesOf(history: HistoryEntry[]): ConversationEntry[] {
  const moments = Map.groupBy(history, ({ created_at, user_id }) => `${created_at} ${user_id}`);
  return [...moments].map(([key, changes]) => {
    const { created_at: at = '', user_id: by = null } = changes[0] ?? {};
    return { kind: 'changes', at, by, key, changes };
  });
}

/** Whether an entry is what the ticket was about in the end: it is never folded away. */
export const isAnswer = (entry: ConversationEntry): boolean =>
  entry.kind === 'comment' && entry.comment.is_closure_summary;

/** The index of the first entry that others made after a moment; -1 when there is none, or no such moment. */
export const firstNewOf = (entries: readonly ConversationEntry[], since: string | undefined, me: string): number =>
  since === undefined ? -1 : entries.findIndex(({ at, by }) => at > since && by !== me);
