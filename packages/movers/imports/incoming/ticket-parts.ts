import { MOST_PEOPLE } from '#contract/words.ts';
import type { TicketAdditions } from '../finish-tickets.ts';
import { commentSaid } from './follow-parts.ts';
import type { BatchOutcome, TicketBatch } from './import-tickets.ts';
import type { IncomingPerson, IncomingTicket } from './incoming-ticket.ts';
import { addFiles } from './ticket-files.ts';
import { answerIdOf, labelIdOf, linkIdOf, participantIdOf, referenceIdOf } from './ticket-ids.ts';

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
  if (addParticipants(bringing, ticket, additions)) outcome.reworded.add(additions.id);
  if (additions.isNew) addMoves(bringing, ticket, additions);
  if (additions.hasNewComments) outcome.reworded.add(additions.id);
  if (additions.isNew || additions.hasNewComments) outcome.additions.push(additions);
}

function addComments({ run, people }: TicketBatch, ticket: IncomingTicket, additions: TicketAdditions): void {
  const comments = run.newAmong(['comments', 'comment'], ticket.comments, (comment) => comment.externalId);
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
    run.note({ kind: 'comment', id: externalId, values: commentSaid(comment) }, id, true);
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
  run.note({ kind: 'answer', id: externalId, values: content }, id, true);
  run.report.read('closure summaries');
  run.report.imported('closure summaries');
  additions.summary = id;
  additions.summaries = additions.summaries.concat({ id, at });
  additions.hasNewComments = true;
}

/** Labels that it has not had from there before: one that was taken off here stays off. */
function addLabels({ run, labels }: TicketBatch, ticket: IncomingTicket, { id, projectId }: TicketAdditions): void {
  const names = run.newAmong(['ticket labels', 'label'], ticket.labels, (name) => labelIdOf(ticket, name));
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
  const references = run.newAmong(table, ticket.references, ({ url }) => referenceIdOf(ticket, url));
  for (const [reference, externalId] of references) {
    const row = { ref_type: 'other' as const, ...reference, created_by: null, created_at: createdAt };
    const rowId = run.newId(createdAt);
    run.rows.add('external_references', { id: rowId, ticket_id: id, ...row });
    run.note({ kind: 'reference', id: externalId, values: reference }, rowId, true);
    run.report.imported('external references');
  }
}

/** People who were not added from there before: one who was taken off here stays off. @returns whether somebody was added. */
function addParticipants({ run, people }: TicketBatch, ticket: IncomingTicket, additions: TicketAdditions): boolean {
  const { id: ticket_id, reporterId, assigneeId } = additions;
  const idOf = (person: IncomingPerson) => participantIdOf(ticket, person);
  const added = new Set<string>([reporterId, assigneeId ?? '']);
  for (const [person, externalId] of run.newAmong(['ticket people', 'person'], ticket.participants, idOf)) {
    const user_id = people.idOf(person, run);
    if (user_id === null || added.has(user_id)) run.report.merged('ticket people');
    else if (added.size >= MOST_PEOPLE + 2)
      run.report.leftOut('ticket people', FULL, { id: ticket.externalId, isLost: true, value: person.name ?? '' });
    else {
      const about = { added_by: null, added_at: additions.createdAt, merged_from_id: null, appointed: false };
      run.rows.add('ticket_people', { ticket_id, user_id, ...about });
      run.note({ kind: 'person', id: externalId, values: '' }, user_id, true);
      run.report.imported('ticket people');
      added.add(user_id);
    }
  }
  return added.size > 2;
}

const FULL = `a ticket has at most ${MOST_PEOPLE} people`;

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
