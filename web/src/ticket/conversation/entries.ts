/** Entries of a conversation. */
import { useState } from 'react';
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

/** Comments and changes of a ticket, the oldest first: all of them to developers, to reporters their own. */
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

/** How many entries a long conversation shows from its beginning and from its end, and how many more with each click. */
const FIRST = 3;
const NEWEST = 20;
const MORE = 50;
/** Fewer are not worth a fold. */
const LEAST_FOLDED = 5;

/**
 * The index of the first entry after the fold, when the conversation is opened.
 *
 * @param fresh the index of the first entry that is new to the user, which is never folded away.
 */
export function foldedTo(count: number, fresh = count): number {
  const to = Math.min(count - NEWEST, fresh);
  return to - FIRST >= LEAST_FOLDED ? to : 0;
}

/** The folded entries after somebody has asked for more; the fold goes when little is left of it. */
export const moreFrom = (to: number): number => (to - MORE - FIRST >= LEAST_FOLDED ? to - MORE : 0);

interface Kept<T> {
  /** The index of the first entry that is new to the user; -1 when there is none. */
  fresh: number;
  /** Whether an entry is shown even from the middle. */
  always: (entry: T) => boolean;
  /** Whether nothing is folded, as on paper. */
  all: boolean;
}

/** Folds the middle of a long conversation. What comes later is added at its end, and folds nothing. */
export function useFolding<T extends { key: string }>(entries: readonly T[], { fresh, always, all }: Kept<T>) {
  const [fold, setTo] = useState(() => foldedTo(entries.length, fresh < 0 ? entries.length : fresh));
  const to = all ? 0 : fold;
  const alwaysShown = to === 0 ? [] : entries.slice(FIRST, to).filter(always);
  return {
    first: to === 0 ? [] : entries.slice(0, FIRST),
    folded: to === 0 ? 0 : to - FIRST - alwaysShown.length,
    rest: [...alwaysShown, ...entries.slice(to)],
    showMore: () => setTo(moreFrom),
    /** Shows an entry that is folded away. */
    reveal: (key: string) => {
      const at = entries.findIndex((entry) => entry.key === key);
      if (at >= FIRST && at < to) setTo(at - FIRST >= LEAST_FOLDED ? at : 0);
    },
  };
}
