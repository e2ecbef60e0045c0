import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdPath } from '../../contract/scalars.ts';
import { ListedRow, ListedTicket, TicketCount, TicketCountFilter, TicketFilter } from '../../contract/ticket-list.ts';
import { Ticket, TicketChanges, TicketCreated, TicketDraft, TicketForm } from '../../contract/tickets.ts';
import type { KeptAttachment } from '../attachments/attach-files.ts';
import { viewAttachment } from '../attachments/attachment-view.ts';
import { type AttachmentReceiver, draftKind } from '../attachments/receive-attachments.ts';
import { Failure } from '../failure.ts';
import { sayStep } from '../http/connection/search-step.ts';
import { IdempotencyKey, keyOf } from '../http/idempotency-key.ts';
import { operation, plainJson } from '../http/operation.ts';
import { checkedCursor, nextPage, readCursor } from '../http/pages.ts';
import { etag, ifMatch } from '../http/preconditions.ts';
import type { Routes } from '../http/routes.ts';
import { answerOnce, fingerprintOf } from '../idempotency/answer-once.ts';
import { RunningRequests } from '../idempotency/running-requests.ts';
import { changeTicket } from './change-ticket.ts';
import { countTickets, isTicketCursor, listTickets } from './list-tickets.ts';
import { openTicket, refuseDraft } from './open-ticket.ts';
import { viewTicket } from './ticket-view.ts';

const TAG = 'Tickets';
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
            const attachments = kept.length === 0 ? [] : await work.attachments.onTicket(opened.id, false);
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
