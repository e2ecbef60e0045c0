import type { QueryClient } from '@tanstack/react-query';
import type { Comment, CommentDraft, Mention } from '../../../contract/comments.ts';
import { now } from '../clock.ts';
import { formWith, write } from './client.ts';
import { upload } from './files.ts';
import { readQuery } from './queries.ts';
import type { User } from './sign-in.ts';
import { ticketQuery } from './ticket-detail.ts';
import type { TicketDetail } from './tickets.ts';

export type { Comment, CommentDraft };

/** The id of a comment until the service has given it one. */
export const PENDING_ID = 'pending';

const optimisticComment = (ticket: TicketDetail, me: User, draft: CommentDraft, mentions: Mention[]): Comment => ({
  type: 'comment',
  is_internal: false,
  is_closure_summary: false,
  parent_id: null,
  edited_at: null,
  via_mail: false,
  elided: null,
  mentions,
  attachments: [],
  ...draft,
  id: PENDING_ID,
  ticket_id: ticket.id,
  user_id: me.id,
  user_name: me.name,
  user_email: me.email,
  is_developer: me.role === 'developer',
  created_at: new Date(now()).toISOString(),
});

export interface CommentSending {
  draft: CommentDraft;
  /** The people whom its text names. */
  mentions: Mention[];
  files: readonly File[];
  idempotencyKey: string;
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** Comment and files are one request: both are there afterwards, or neither. */
function sent(
  ticket: TicketDetail,
  draft: CommentDraft,
  files: readonly File[],
  sending: Omit<CommentSending, 'draft' | 'files' | 'mentions'>,
): Promise<Comment> {
  const path = `/tickets/${ticket.id}/comments` as const;
  const { idempotencyKey, onProgress: _, ...rest } = sending;
  if (files.length === 0) return write('POST', path, { json: draft, idempotencyKey, ...rest });
  const form = formWith('attachments', ...files);
  for (const [name, value] of Object.entries(draft)) form.set(name, String(value));
  return upload<Comment>({ path, form, ...sending });
}

/**
 * Posts a comment optimistically, and rolls back when the service refuses. The key keeps a second attempt from posting
 * it twice.
 */
export async function postComment(
  client: QueryClient,
  ticket: TicketDetail,
  me: User,
  { draft, mentions, files, ...sending }: CommentSending,
): Promise<Comment> {
  const { queryKey } = ticketQuery(ticket.number);
  const put = (comment?: Comment) =>
    client.setQueryData(queryKey, (old) => {
      if (!old) return old;
      const others = old.comments.filter(({ id }) => id !== PENDING_ID && id !== comment?.id);
      return { ...old, comments: comment ? [...others, comment] : others };
    });
  await client.cancelQueries({ queryKey });
  put(optimisticComment(ticket, me, draft, mentions));
  try {
    const comment = await sent(ticket, draft, files, sending);
    put(comment);
    return comment;
  } catch (error) {
    put();
    throw error;
  } finally {
    client.invalidateQueries({ queryKey });
  }
}

/** Removes a comment optimistically, and rolls back when the service refuses. */
export async function takeBackComment(client: QueryClient, ticket: TicketDetail, { id }: Comment): Promise<void> {
  const { queryKey } = ticketQuery(ticket.number);
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  client.setQueryData(
    queryKey,
    (old) => old && { ...old, comments: old.comments.filter((comment) => comment.id !== id) },
  );
  try {
    await write('DELETE', `/tickets/${ticket.id}/comments/${id}`);
  } catch (error) {
    client.setQueryData(queryKey, before);
    throw error;
  } finally {
    client.invalidateQueries({ queryKey });
  }
}

/** Changes the text of a comment, once the service has accepted it. */
export async function editComment(
  client: QueryClient,
  ticket: TicketDetail,
  { id }: Comment,
  content: string,
): Promise<void> {
  const { queryKey } = ticketQuery(ticket.number);
  const edited = await write('PATCH', `/tickets/${ticket.id}/comments/${id}`, { json: { content } });
  client.setQueryData(
    queryKey,
    (old) => old && { ...old, comments: old.comments.map((comment) => (comment.id === id ? edited : comment)) },
  );
  client.invalidateQueries({ queryKey });
}

/** The former texts of a comment, newest first. */
export const commentEditsQuery = ({ ticket_id, id, edited_at }: Comment) =>
  readQuery(['comment edits', id, edited_at], `/tickets/${ticket_id}/comments/${id}/edits`);

/** The people whom a comment on a ticket may name, by a part of their names. */
export const mentionableQuery = (ticketId: string, q: string, internal: boolean) =>
  readQuery(
    ['mentionable', ticketId, q, internal],
    `/tickets/${ticketId}/mentionable`,
    { q, internal: internal ? '1' : '0' },
    { staleTime: 60_000 },
  );
