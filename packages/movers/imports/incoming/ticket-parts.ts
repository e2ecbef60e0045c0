import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cleanName, type FileStore } from '#platform';
import type { TicketAdditions } from '../finish-tickets.ts';
import { ImportRefused } from '../import-report.ts';
import type { ImportRun } from '../import-run.ts';
import { type ImportedFile, keepFile } from '../keep-file.ts';
import type { BatchOutcome, TicketBatch } from './import-tickets.ts';
import type { IncomingFile, IncomingTicket } from './incoming-ticket.ts';

/** The id by which a file of a ticket is known again. */
export const fileIdOf = ({ externalId }: IncomingTicket, file: IncomingFile): string =>
  `${externalId} ${file.externalId ?? file.name}`;

/** As Kwit shows it. A sign of a path is one of the name here: other products take any. */
export const fileNameOf = ({ name }: IncomingFile): string => name.split('/').map(cleanName).join('/');

export const labelIdOf = ({ externalId }: IncomingTicket, name: string): string => `${externalId} ${name}`;

export const referenceIdOf = ({ externalId }: IncomingTicket, url: string): string => `${externalId} ${url}`;

/** The id by which a link is known again: the same from both ends. */
export const linkIdOf = ({ externalId }: IncomingTicket, other: string): string =>
  [externalId, other].toSorted().join(' ');

/** The files of a batch that the store keeps, by their ids. */
export type BatchFiles = ReadonlyMap<string, ImportedFile>;

/**
 * Has the file store keep the files of tickets, before the rows are written (docs/rules/files.md#order-of-writes).
 *
 * @param isKnown whether an earlier batch brought a file.
 * @param files null for a trial.
 * @throws ImportRefused when a file cannot be read any more. No file of the batch is kept then.
 */
export async function keepFilesOf(
  tickets: readonly IncomingTicket[],
  isKnown: (id: string) => boolean,
  files: FileStore | null,
): Promise<BatchFiles> {
  const kept = new Map<string, ImportedFile>();
  for (const ticket of tickets)
    for (const file of ticket.files) {
      const id = fileIdOf(ticket, file);
      if (isKnown(id) || kept.has(id)) continue;
      const bytes = file.bytes ?? (await readFile(file.path).catch(() => null));
      if (bytes === null) {
        await removeBatchFiles(kept, files);
        throw new ImportRefused(`${file.path} cannot be read.`);
      }
      kept.set(id, await keepFile(bytes, { claim: '', originalName: fileNameOf(file) }, files));
    }
  return kept;
}

/** Takes back files that no row names, because the batch was not written. */
export async function removeBatchFiles(kept: BatchFiles, files: FileStore | null): Promise<void> {
  for (const { filename } of kept.values()) await files?.remove(filename);
}

/** The id by which closing words are known again. @param externalId of their ticket. */
export const answerIdFor = (externalId: string, words: string): string => `${externalId} ${hash('sha256', words)}`;

/** The same of those that a ticket came with; null when it has none. */
export const answerIdOf = ({ externalId, answer }: IncomingTicket): string | null =>
  answer && answerIdFor(externalId, answer.content);

export const idsOf = (ticket: IncomingTicket): string[] => [
  ticket.externalId,
  ...ticket.comments.map(({ externalId }) => externalId),
  ...ticket.files.map((file) => fileIdOf(ticket, file)),
  ...[answerIdOf(ticket) ?? []].flat(),
  ...(ticket.labels ?? []).map((name) => labelIdOf(ticket, name)),
  ...(ticket.references ?? []).map(({ url }) => referenceIdOf(ticket, url)),
  ...(ticket.links ?? []).flatMap(({ other }) => [other, linkIdOf(ticket, other)]),
];

/** Adds what hangs on a ticket and has not come before: comments, the closing words, files, changes of its status. */
export function addTicketParts(
  bringing: TicketBatch,
  ticket: IncomingTicket,
  additions: TicketAdditions,
  outcome: BatchOutcome,
): void {
  addComments(bringing, ticket, additions);
  addAnswer(bringing, ticket, additions);
  addFiles(bringing, ticket, additions);
  addLabels(bringing, ticket, additions);
  addLinks(bringing, ticket, additions);
  addReferences(bringing, ticket, additions);
  if (additions.isNew) addMoves(bringing, ticket, additions);
  if (additions.hasNewComments) outcome.reworded.add(additions.id);
  if (additions.isNew || additions.hasNewComments) outcome.additions.push(additions);
}

/** Those of a ticket's things that have not come before, with their ids: the others are merged. */
function* newAmong<T>(
  run: ImportRun,
  [table, kind]: readonly [table: string, kind: string],
  things: readonly T[] = [],
  idOf: (thing: T) => string,
): Generator<readonly [thing: T, id: string]> {
  for (const thing of things) {
    const id = idOf(thing);
    run.report.read(table);
    if (run.has(kind, id)) run.report.merged(table);
    else yield [thing, id];
  }
}

function addComments({ run, people }: TicketBatch, ticket: IncomingTicket, additions: TicketAdditions): void {
  const comments = newAmong(run, ['comments', 'comment'], ticket.comments, (comment) => comment.externalId);
  for (const [comment, externalId] of comments) {
    const { content, author } = comment;
    const user_id = people.idOf(author, run) ?? people.nobody(run);
    const created_at = comment.createdAt ?? additions.createdAt;
    const isTheirs = user_id === additions.assigneeId && user_id !== additions.reporterId;
    const id = run.newId(created_at);
    run.rows.add('comments', {
      id,
      ticket_id: additions.id,
      user_id,
      content,
      type: 'comment',
      parent_id: null,
      is_internal: comment.isInternal,
      is_closure_summary: false,
      is_developer: comment.isDeveloper || isTheirs || people.isDeveloper(author),
      created_at,
      edited_at: comment.editedAt ?? null,
    });
    run.note({ kind: 'comment', id: externalId, values: content }, id);
    run.report.imported('comments');
    additions.hasNewComments = true;
  }
}

/** The closing words become a comment, and the answer of the ticket, unless they came before. */
function addAnswer({ run, people }: TicketBatch, ticket: IncomingTicket, additions: TicketAdditions): void {
  const { answer } = ticket;
  const externalId = answerIdOf(ticket);
  if (answer === null || externalId === null || additions.summary !== null || run.has('answer', externalId)) return;
  const { content } = answer;
  const at = answer.at ?? additions.createdAt;
  const id = run.newId(at);
  run.rows.add('comments', {
    id,
    ticket_id: additions.id,
    user_id: people.idOf(answer.author, run) ?? people.nobody(run),
    content,
    type: 'comment',
    parent_id: null,
    is_internal: false,
    is_closure_summary: true,
    is_developer: true,
    created_at: at,
    edited_at: null,
  });
  run.note({ kind: 'answer', id: externalId, values: content }, id);
  run.report.read('closure summaries');
  run.report.imported('closure summaries');
  additions.summary = id;
  additions.summaries = additions.summaries.concat({ id, at });
  additions.hasNewComments = true;
}

/** Labels that it has not had from there before: one that was taken off here stays off. */
function addLabels({ run, labels }: TicketBatch, ticket: IncomingTicket, { id, projectId }: TicketAdditions): void {
  const names = newAmong(run, ['ticket labels', 'label'], ticket.labels, (name) => labelIdOf(ticket, name));
  for (const [name, externalId] of names) {
    const label = labels.idOf(name, { projectId, color: ticket.labelColors?.[name] ?? 'gray' }, run);
    if (typeof label !== 'string') {
      const row = { id: ticket.externalId, isLost: true, value: name };
      run.report.leftOut('ticket labels', LABEL_REFUSALS[label.refusal], row);
      continue;
    }
    run.rows.add('ticket_labels', { ticket_id: id, label_id: label });
    run.note({ kind: 'label', id: externalId, values: name }, label, true);
    run.report.imported('ticket labels');
  }
}

const LABEL_REFUSALS = {
  full: 'there are 200 labels already',
  'other project': 'the label of that name is for tickets of another project',
} as const;

/** Links to tickets that are here. The end that comes later makes the link. */
function addLinks({ run }: TicketBatch, ticket: IncomingTicket, { id, isNew, createdAt }: TicketAdditions): void {
  for (const link of ticket.links ?? []) {
    const [externalId, other] = [linkIdOf(ticket, link.other), run.idOf('ticket', link.other)];
    if (other === null || other === id || run.has('link', externalId)) continue;
    if (!isNew && !run.isNew(link.other)) {
      run.report.changedIn('relations', 'both tickets came before: link them here', { id: externalId });
      continue;
    }
    const [from_id, to_id] = link.isOut ? [id, other] : [other, id];
    run.rows.add('ticket_relations', {
      from_id,
      to_id,
      relation_type: link.type,
      created_by: null,
      created_at: createdAt,
    });
    run.note({ kind: 'link', id: externalId, values: link.type }, id, true);
    run.report.read('relations');
    run.report.imported('relations');
  }
}

/** Addresses that it has not had from there before: one that was removed here stays away. */
function addReferences({ run }: TicketBatch, ticket: IncomingTicket, { id, createdAt }: TicketAdditions): void {
  const table = ['external references', 'reference'] as const;
  const references = newAmong(run, table, ticket.references, ({ url }) => referenceIdOf(ticket, url));
  for (const [reference, externalId] of references) {
    const row = { ref_type: 'other' as const, ...reference, created_by: null, created_at: createdAt };
    const rowId = run.newId(createdAt);
    run.rows.add('external_references', { id: rowId, ticket_id: id, ...row });
    run.note({ kind: 'reference', id: externalId, values: reference }, rowId, true);
    run.report.imported('external references');
  }
}

function addFiles({ run, kept, people }: TicketBatch, ticket: IncomingTicket, additions: TicketAdditions): void {
  const files = newAmong(run, ['attachments', 'file'], ticket.files, (file) => fileIdOf(ticket, file));
  for (const [file, externalId] of files) {
    const upload = kept.get(externalId);
    if (upload === undefined) {
      run.report.merged('attachments');
      continue;
    }
    const at = file.at ?? additions.createdAt;
    const id = run.newId(at);
    run.rows.add('attachments', {
      id,
      ticket_id: additions.id,
      comment_id: null,
      is_internal: file.isInternal ?? false,
      filename: upload.filename,
      original_name: fileNameOf(file),
      mime_type: upload.mimeType,
      size: upload.size,
      sha256: upload.sha256,
      width: upload.width,
      height: upload.height,
      uploaded_by: people.idOf(file.by ?? null, run) ?? additions.reporterId,
      created_at: at,
    });
    run.note({ kind: 'file', id: externalId, values: upload.sha256 }, id, true);
    run.report.imported('attachments');
  }
}

function addMoves({ run, people }: TicketBatch, { moves }: IncomingTicket, additions: TicketAdditions): void {
  for (const { from, to, at, by } of moves) {
    const userId = people.idOf(by, run);
    run.rows.add('ticket_history', {
      id: run.newId(at),
      ticket_id: additions.id,
      field: 'status',
      old_value: from,
      new_value: to,
      user_id: userId,
      created_at: at,
      is_internal: false,
      via: null,
    });
    run.report.read('history');
    run.report.imported('history');
    additions.moves = additions.moves.concat({ from, to, at, by: userId });
  }
}
