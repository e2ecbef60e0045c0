import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SummaryFeed, SummaryFilter } from '#contract/closure-summaries.ts';
import { Comment, CommentChange, CommentDraft, CommentEdit, CommentForm, CommentPath } from '#contract/comments.ts';
import { IdPath, PageFilter } from '#contract/scalars.ts';
import { PAGE_SIZE } from '#contract/words.ts';
import { checkedCursor, encodeCursor, idCursor, isDeveloper, nextPage, readCursor } from '#platform';
import { IdempotencyKey, NoContent, operation, plainJson, type Routes } from '#platform/serving';
import { type AttachmentReceiver, draftKind, expectForm } from '../attachments/receive-attachments.ts';
import type { TicketGate } from '../ticket-gate.ts';
import { isSummaryCursor, listSummaries, permitComment, postComment } from './comments.ts';
import { editComment, listCommentEdits } from './edit-comment.ts';
import { takeBackComment } from './take-back.ts';

const tag = 'Comments';
const writes = { tag, access: 'signed-in', scope: 'write' } as const;

const posted = {
  ...writes,
  params: IdPath,
  headers: IdempotencyKey,
  form: CommentForm,
  answers: { 201: Comment },
  refuses: [
    'too_many_requests',
    'forbidden',
    'ticket_not_found',
    'invalid_parent_comment',
    'cannot_be_mentioned',
    'invalid_closure_summary_visibility',
    'idempotency_key_reused',
    'request_in_progress',
    'unsupported_file_type',
    'attachments_too_large',
    'quota_exceeded',
  ],
} as const;

const posting = operation({
  operationId: 'postComment',
  summary: 'Comment on a ticket, with files or without, or write its closure summary',
  ...posted,
  body: CommentDraft,
});

const postingWithFiles = operation({
  operationId: 'postCommentWithFiles',
  summary: 'The same as a form alone, for clients that are made from this document',
  ...posted,
});

const takingBack = operation({
  ...writes,
  operationId: 'takeBackComment',
  summary: 'Take back a comment of your own, within 5 minutes, while nobody has replied and it is no closure summary',
  params: CommentPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'comment_not_found', 'comment_locked'],
});

const editing = operation({
  ...writes,
  operationId: 'changeComment',
  summary:
    'Change the text of a comment of your own; of a closure summary, developers also what it is about and whether it is shared',
  params: CommentPath,
  body: CommentChange,
  answers: { 200: Comment },
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'comment_not_found', 'cannot_be_mentioned'],
});

const edits = operation({
  operationId: 'listCommentEdits',
  summary: 'Read the former texts of a comment, newest first',
  tag,
  access: 'developer',
  scope: 'read',
  params: CommentPath,
  query: PageFilter,
  answers: { 200: Type.Array(CommentEdit) },
  refuses: ['ticket_not_found', 'comment_not_found'],
});

const COMMENT = draftKind(CommentDraft);

export const commentRoutes =
  (receiver: AttachmentReceiver, gate: TicketGate) =>
  async (routes: Routes): Promise<void> => {
    // A first answer that an older version kept for its key lacks fields, which the schema's serializer refuses.
    const say = async (request: FastifyRequest, id: string) => {
      // Callers who may not comment are refused before their files are read.
      if (request.isMultipart()) await request.read((work) => gate.findToSay(work, id));
      return receiver.writeOnce(request, `POST /api/tickets/${id}/comments`, COMMENT, async (work, draft, files) => {
        permitComment(isDeveloper(work.actor), draft);
        return postComment(work, await gate.holdToSay(work, id), draft, { files });
      });
    };

    routes.post('/api/tickets/:id/comments', { ...posting, ...plainJson }, (request) =>
      say(request, request.params.id),
    );

    routes.post('/api/tickets/:id/comments/with-files', { ...postingWithFiles, ...plainJson }, (request) => {
      expectForm(request);
      return say(request, request.params.id);
    });

    routes.delete('/api/tickets/:id/comments/:commentId', takingBack, (request) => {
      const { id, commentId } = request.params;
      return request.write(async (work) => {
        const ticket = await gate.holdToSay(work, id);
        await takeBackComment(work, ticket, commentId, { isAnswer: await gate.answersJoined(work, commentId) });
      });
    });

    routes.patch('/api/tickets/:id/comments/:commentId', editing, async (request) => {
      const { id, commentId } = request.params;
      return request.write(async (work) => editComment(work, await gate.holdToSay(work, id), commentId, request.body));
    });

    routes.get('/api/tickets/:id/comments/:commentId/edits', edits, async (request, reply) => {
      const { id, commentId } = request.params;
      const after = idCursor(request.query.cursor);
      const { limit = PAGE_SIZE } = request.query;
      const page = await request.read(async (work) =>
        listCommentEdits(work, await gate.findTicket(work, id), commentId, { after, limit }),
      );
      nextPage(reply, request, page.next);
      return page.edits;
    });
  };

const feed = operation({
  operationId: 'listClosureSummaries',
  summary: 'Read the closure summaries for a search index, page by page',
  tag: 'Comments',
  access: 'developer',
  scope: 'read',
  query: SummaryFilter,
  answers: { 200: SummaryFeed },
});

export async function summaryRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/closure-summaries/index-feed', feed, async (request, reply) => {
    const from = checkedCursor(readCursor(request.query.cursor), isSummaryCursor);
    return request.read(async (work) => {
      const { items, next } = await listSummaries(work, request.query, from);
      nextPage(reply, request, next);
      const next_cursor = next && encodeCursor(next);
      return { generated_at: work.now, count: items.length, items, next_cursor };
    });
  });
}
