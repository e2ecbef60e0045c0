import { hash } from 'node:crypto';
import { cleanName } from '#platform';
import type { TicketAdditions } from '../finish-tickets.ts';
import type { BatchOutcome, Bringing } from './bring-tickets.ts';
import type { IncomingComment, IncomingTicket } from './incoming-ticket.ts';
import { fileIdOf } from './ticket-files.ts';

/** The id by which closing words are known again. @param externalId of their ticket. */
export const answerIdFor = (externalId: string, words: string): string => `${externalId} ${hash('sha256', words)}`;

/** The same of those that a ticket came with; null when it has none. */
export const answerIdOf = ({ externalId, answer }: IncomingTicket): string | null =>
  answer && answerIdFor(externalId, answer.content);

/** The ids of a ticket, and of everything that hangs on it. */
export const idsOf = (ticket: IncomingTicket): string[] => [
  ticket.externalId,
  ...ticket.comments.map(({ externalId }) => externalId),
  ...ticket.files.map((file) => fileIdOf(ticket, file)),
  ...(ticket.answer === null ? [] : [answerIdOf(ticket) ?? '']),
];

/** Adds what hangs on a ticket and has not come before: comments, the closing words, files, changes of its status. */
export function hangOnTicket(
  bringing: Bringing,
  ticket: IncomingTicket,
  additions: TicketAdditions,
  outcome: BatchOutcome,
): void {
  for (const comment of ticket.comments) addComment(bringing, comment, additions);
  addAnswer(bringing, ticket, additions);
  addFiles(bringing, ticket, additions);
  if (additions.isNew) addMoves(bringing, ticket, additions);
  if (additions.hasNewComments) outcome.reworded.add(additions.id);
  if (additions.isNew || additions.hasNewComments) outcome.additions.push(additions);
}

function addComment({ run, people }: Bringing, comment: IncomingComment, additions: TicketAdditions): void {
  run.report.read('comments');
  if (run.has('comment', comment.externalId)) {
    run.report.merged('comments');
    return;
  }
  const { createdAt, content, isInternal, author } = comment;
  const userId = people.idOf(author, run) ?? people.nobody(run);
  const at = createdAt ?? additions.createdAt;
  const isTheirs = userId === additions.assigneeId && userId !== additions.reporterId;
  const id = run.newId(at);
  run.rows.add('comments', {
    ...{ id, ticket_id: additions.id, user_id: userId, content, type: 'comment', parent_id: null },
    ...{ is_internal: isInternal, is_closure_summary: false, created_at: at, edited_at: null },
    is_developer: comment.isDeveloper || isTheirs || people.isDeveloper(author),
  });
  run.note({ kind: 'comment', id: comment.externalId, values: content }, id);
  run.report.imported('comments');
  additions.hasNewComments = true;
}

/** The closing words become a comment, and the answer of the ticket, unless they came before. */
function addAnswer({ run, people }: Bringing, ticket: IncomingTicket, additions: TicketAdditions): void {
  const { answer } = ticket;
  const externalId = answerIdOf(ticket);
  if (answer === null || externalId === null || additions.summary !== null || run.has('answer', externalId)) return;
  const at = answer.at ?? additions.createdAt;
  const id = run.newId(at);
  const userId = people.idOf(answer.author, run) ?? people.nobody(run);
  run.rows.add('comments', {
    ...{ id, ticket_id: additions.id, user_id: userId, content: answer.content, type: 'comment', parent_id: null },
    ...{ is_internal: false, is_closure_summary: true, is_developer: true, created_at: at, edited_at: null },
  });
  run.note({ kind: 'answer', id: externalId, values: answer.content }, id);
  run.report.read('closure summaries');
  run.report.imported('closure summaries');
  additions.summary = id;
  additions.summaries = additions.summaries.concat({ id, at });
  additions.hasNewComments = true;
}

function addFiles({ run, kept }: Bringing, ticket: IncomingTicket, additions: TicketAdditions): void {
  for (const file of ticket.files) {
    const externalId = fileIdOf(ticket, file);
    const upload = kept.get(externalId);
    run.report.read('attachments');
    if (upload === undefined || run.has('file', externalId)) {
      run.report.merged('attachments');
      continue;
    }
    const id = run.newId(additions.createdAt);
    run.rows.add('attachments', {
      ...{ id, ticket_id: additions.id, comment_id: null, is_internal: false },
      ...{ filename: upload.filename, original_name: cleanName(file.name), mime_type: upload.mimeType },
      ...{ size: upload.size, sha256: upload.sha256, width: upload.width, height: upload.height },
      ...{ uploaded_by: additions.reporterId, created_at: additions.createdAt },
    });
    run.note({ kind: 'file', id: externalId, values: upload.sha256 }, id, true);
    run.report.imported('attachments');
  }
}

function addMoves({ run, people }: Bringing, { moves }: IncomingTicket, additions: TicketAdditions): void {
  for (const { from, to, at, by } of moves) {
    const userId = people.idOf(by, run);
    run.rows.add('ticket_history', {
      ...{ id: run.newId(at), ticket_id: additions.id, field: 'status', old_value: from, new_value: to },
      ...{ user_id: userId, created_at: at, is_internal: false, via: null },
    });
    run.report.read('history');
    run.report.imported('history');
    additions.moves = additions.moves.concat({ from, to, at, by: userId });
  }
}
