import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdPath } from '#contract/scalars.ts';
import { ListedRow, ListedTicket, TicketCount, TicketCountFilter, TicketFilter } from '#contract/ticket-list.ts';
import {
  Reopening,
  Ticket,
  TicketChanges,
  TicketCreated,
  TicketDetail,
  TicketDraft,
  TicketForm,
  TicketNumberPath,
} from '#contract/tickets.ts';
import {
  checkedCursor,
  etag,
  Failure,
  IdempotencyKey,
  ifMatch,
  keyOf,
  nextPage,
  operation,
  plainJson,
  type Routes,
  readCursor,
  sayStep,
} from '#platform';
import { answerOnce, fingerprintOf, RunningRequests } from '#settings';
import { AttachmentStore } from './attachments/attachment-store.ts';
import { type KeptAttachment, viewAttachment } from './attachments/attachments.ts';
import { type AttachmentReceiver, draftKind } from './attachments/receive-attachments.ts';
import { countTickets, isTicketCursor, listTickets } from './list-tickets.ts';
import { viewTicket } from './ticket.ts';
import { changeTicket, openTicket, refuseDraft, reopenTicket, showNumberedTicket, showTicket } from './tickets.ts';

const reopening = operation({
  operationId: 'reopenTicket',
  summary: 'Say of your own closed ticket that it is not solved, which reopens it',
  tag: 'Tickets',
  access: 'signed-in',
  scope: 'write',
  params: IdPath,
  body: Reopening,
  answers: { 200: Ticket },
  answersVersion: true,
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'not_reopenable', 'cannot_be_mentioned'],
});

export async function reopenRoutes(routes: Routes): Promise<void> {
  routes.post('/api/tickets/:id/reopen', reopening, async (request, reply) => {
    const { id } = request.params;
    const ticket = await request.write(async (work) =>
      viewTicket(await reopenTicket(work, id, request.body.content), work),
    );
    reply.header('etag', etag(ticket.version));
    return ticket;
  });
}

const TAG = 'Tickets';

const detail = operation({
  operationId: 'getTicket',
  summary: 'Read a ticket with its comments, files, history and links',
  tag: TAG,
  access: 'signed-in',
  scope: 'read',
  params: IdPath,
  answersVersion: true,
  answers: { 200: TicketDetail },
  refuses: ['forbidden', 'ticket_not_found'],
});

const numbered = operation({
  operationId: 'getNumberedTicket',
  summary: 'Read a ticket by its number, as by its id',
  tag: TAG,
  access: 'signed-in',
  scope: 'read',
  params: TicketNumberPath,
  answersVersion: true,
  answers: { 200: TicketDetail },
  refuses: ['ticket_not_found'],
});

/** One ticket with everything on it: by its id, and by its number. */
export async function ticketDetailRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id', { ...detail, ...plainJson }, async (request, reply) => {
    const ticket = await request.read((work) => showTicket(work, request.params.id));
    reply.header('etag', etag(ticket.version));
    return ticket;
  });

  routes.get('/api/numbered-tickets/:number', { ...numbered, ...plainJson }, async (request, reply) => {
    const ticket = await request.read((work) => showNumberedTicket(work, request.params.number));
    reply.header('etag', etag(ticket.version));
    return ticket;
  });
}

const UNKNOWN_PROJECT = new Failure('project_not_found', { inBody: true });

const REPORT = draftKind(TicketDraft);

const listing = operation({
  operationId: 'listTickets',
  summary: 'List tickets: your own, or all of them for developers',
  tag: TAG,
  access: 'signed-in',
  scope: 'read',
  query: TicketFilter,
  cacheable: true,
  answers: { 200: Type.Array(Type.Union([ListedTicket, ListedRow])) },
  refuses: ['forbidden'],
});

const counting = operation({
  operationId: 'countTickets',
  summary: 'Count the tickets of a list on all its pages',
  tag: TAG,
  access: 'signed-in',
  scope: 'read',
  query: TicketCountFilter,
  cacheable: true,
  answers: { 200: TicketCount },
  refuses: ['forbidden'],
});

const opening = operation({
  operationId: 'openTicket',
  summary: 'Report something, with files or without',
  tag: TAG,
  access: 'signed-in',
  scope: 'write',
  headers: IdempotencyKey,
  body: TicketDraft,
  form: TicketForm,
  answersVersion: true,
  answers: { 201: TicketCreated },
  refuses: [
    'too_many_requests',
    UNKNOWN_PROJECT,
    'idempotency_key_reused',
    'request_in_progress',
    'unsupported_file_type',
    'attachments_too_large',
    'quota_exceeded',
  ],
});

const changing = operation({
  operationId: 'changeTicket',
  summary: 'Change a ticket: its reporter while it is submitted, developers always',
  tag: TAG,
  access: 'signed-in',
  scope: 'write',
  params: IdPath,
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ description: 'The ETag that you last saw.' })) }),
  body: TicketChanges,
  answersVersion: true,
  answers: { 200: Ticket },
  refuses: [
    'too_many_requests',
    'forbidden',
    'ticket_not_found',
    'ticket_locked',
    'precondition_failed',
    'closure_summary_required',
    'cannot_be_mentioned',
    UNKNOWN_PROJECT,
    'assignee_not_found',
  ],
});

/** Tickets: list, read, report, change. */
export const ticketRoutes =
  (receiver: AttachmentReceiver) =>
  async (routes: Routes): Promise<void> => {
    const running = new RunningRequests();

    routes.get('/api/tickets', { ...listing, ...plainJson }, async (request, reply) => {
      const from = checkedCursor(readCursor(request.query.cursor), isTicketCursor(request.query));
      const { tickets, next, step } = await request.read((work) => listTickets(work, request.query, from));
      nextPage(reply, request, next);
      return sayStep(reply, step, tickets);
    });

    routes.get('/api/tickets/count', counting, async (request, reply) => {
      const { step, ...found } = await request.read((work) => countTickets(work, request.query));
      return sayStep(reply, step, found);
    });

    const open = async (request: FastifyRequest, once: { operation: string; key: string | null }) => {
      const { draft, files } = await receiver.draft(request, REPORT);
      refuseDraft(draft);
      const digests = files.map(({ sha256 }) => sha256);
      const fingerprint = () => fingerprintOf(draft, digests);
      const write = (kept: readonly KeptAttachment[]) =>
        request.write((work) =>
          answerOnce(work, { ...once, fingerprint }, async () => {
            const opened = await openTicket(work, draft, kept);
            const attachments = kept.length === 0 ? [] : await work.of(AttachmentStore).onTicket(opened.id, false);
            return { ...viewTicket(opened, work), attachments: attachments.map(viewAttachment) };
          }),
        );
      return receiver.keepDuring(files, write, ({ attachments }) => attachments.map(({ filename }) => filename));
    };

    routes.post('/api/tickets', { ...opening, ...plainJson }, async (request, reply) => {
      const once = { operation: 'POST /api/tickets', key: keyOf(request) };
      const ticket = await running.alone([request.person.id, once.operation, once.key], () => open(request, once));
      reply.code(201).header('etag', etag(ticket.version));
      return ticket;
    });

    routes.patch('/api/tickets/:id', changing, async (request, reply) => {
      const matches = ifMatch(request.headers['if-match']);
      const ticket = await request.write(async (work) =>
        viewTicket(await changeTicket(work, request.params.id, request.body, matches), work),
      );
      reply.header('etag', etag(ticket.version));
      return ticket;
    });
  };
