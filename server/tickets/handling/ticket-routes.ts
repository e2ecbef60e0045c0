import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdPath } from '#contract/scalars.ts';
import {
  ManyChanged,
  ManyChanges,
  Reopening,
  Ticket,
  TicketChanges,
  TicketCreated,
  TicketDetail,
  TicketDraft,
  TicketForm,
  TicketNumberPath,
} from '#contract/tickets.ts';
import { attachmentsOn, viewAttachment } from '#conversation';
import { type AttachmentReceiver, draftKind, expectForm } from '#conversation/serving';
import { Failure, ifMatch, withVersion } from '#platform';
import { IdempotencyKey, operation, plainJson, type Routes } from '#platform/serving';
import { doAlso } from '../merging/merging-routes.ts';
import { viewTicket } from '../ticket.ts';
import { changeTickets } from './change-many.ts';
import { draftClosing, drafting } from './closing-draft.ts';
import { openTicket, refuseDraft } from './open-ticket.ts';
import { showNumberedTicket, showTicket } from './show-ticket.ts';
import { changeTicket, closeBeside, type MovedTicket, reopenTicket } from './tickets.ts';

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

/** Routes that lead to a closing, and back from it. */
export async function closingRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id/closing-draft', drafting, (request) =>
    request.read((work) => draftClosing(work, request.params.id)),
  );

  routes.post('/api/tickets/:id/reopen', reopening, async (request, reply) => {
    const { id } = request.params;
    const ticket = await request.write(async (work) =>
      viewTicket(await reopenTicket(work, id, request.body.content), work),
    );
    return withVersion(reply, ticket);
  });
}

const TAG = 'Tickets';

const reads = { tag: TAG, access: 'signed-in', scope: 'read' } as const;
const writes = { tag: TAG, access: 'signed-in', scope: 'write' } as const;

const detail = operation({
  ...reads,
  operationId: 'getTicket',
  summary: 'Read a ticket with its comments, files, history and links',
  params: IdPath,
  answersVersion: true,
  answers: { 200: TicketDetail },
  refuses: ['forbidden', 'ticket_not_found'],
});

const numbered = operation({
  ...reads,
  operationId: 'getNumberedTicket',
  summary: 'Read a ticket by its number, as by its id',
  params: TicketNumberPath,
  answersVersion: true,
  answers: { 200: TicketDetail },
  refuses: ['ticket_not_found'],
});

/** One ticket with everything on it: by its id, and by its number. */
export async function ticketDetailRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id', { ...detail, ...plainJson }, async (request, reply) =>
    withVersion(reply, await request.read((work) => showTicket(work, request.params.id))),
  );

  routes.get('/api/numbered-tickets/:number', { ...numbered, ...plainJson }, async (request, reply) =>
    withVersion(reply, await request.read((work) => showNumberedTicket(work, request.params.number))),
  );
}

const UNKNOWN_PROJECT = new Failure('project_not_found', { inBody: true });

const UNKNOWN_LABEL = new Failure('label_not_found', { inBody: true });
const UNKNOWN_TEAM = new Failure('team_not_found', { inBody: true });

const REPORT = draftKind(TicketDraft, refuseDraft);

const opened = {
  ...writes,
  headers: IdempotencyKey,
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
    'forbidden',
    'cannot_see_ticket',
  ],
} as const;

const opening = operation({
  operationId: 'openTicket',
  summary: 'Report something, with files or without',
  ...opened,
  body: TicketDraft,
});

const openingWithFiles = operation({
  operationId: 'openTicketWithFiles',
  summary: 'The same as a form alone, for clients that are made from this document',
  ...opened,
});

const changing = operation({
  operationId: 'changeTicket',
  summary:
    'Change a ticket: its reporter while it is submitted, developers always. Who moves it out of their own sight is answered its id, number and project_id alone',
  ...writes,
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
    UNKNOWN_TEAM,
    UNKNOWN_LABEL,
    'already_merged',
    'assignee_not_found',
    'cannot_see_ticket',
    'would_reveal',
    'internal_words',
    'would_be_orphaned',
    'field_needed',
  ],
});

const changingMany = operation({
  operationId: 'changeTickets',
  summary: 'Change many tickets alike, each by its own rules: wholly or not at all',
  tag: writes.tag,
  access: 'developer',
  scope: 'write',
  body: ManyChanges,
  answers: { 200: ManyChanged },
  refuses: ['too_many_requests'],
});

/** Reporting tickets and changing them. */
export const ticketRoutes =
  (receiver: AttachmentReceiver) =>
  async (routes: Routes): Promise<void> => {
    const report = async (request: FastifyRequest, reply: FastifyReply) => {
      const ticket = await receiver.writeOnce(request, 'POST /api/tickets', REPORT, async (work, draft, files) => {
        const opened = await openTicket(work, draft, { files });
        const attachments = files.length === 0 ? [] : await attachmentsOn(work, opened.id, false);
        return { ...viewTicket(opened, work), attachments: attachments.map(viewAttachment) };
      });
      return withVersion(reply, ticket);
    };

    routes.post('/api/tickets', { ...opening, ...plainJson }, report);

    routes.post('/api/tickets/with-files', { ...openingWithFiles, ...plainJson }, (request, reply) => {
      expectForm(request);
      return report(request, reply);
    });

    changeRoute(routes);
  };

function changeRoute(routes: Routes): void {
  routes.patch('/api/tickets', changingMany, (request) =>
    changeTickets((operation) => request.write(operation), request.body.ids, request.body.change),
  );

  routes.patch('/api/tickets/:id', { ...changing, ...plainJson }, async (request, reply) => {
    const matches = ifMatch(request.headers['if-match']);
    const ticket = await request.write(async (work) => {
      const changed = await changeTicket(work, request.params.id, request.body, matches);
      return 'isGone' in changed ? changed : viewTicket(changed, work);
    });
    if ('isGone' in ticket) return reply.send(goneTicket(ticket));
    const { also } = request.body;
    withVersion(reply, ticket);
    if (also === undefined) return ticket;
    return { ...ticket, also_result: await doAlso(request, also, closeBeside(ticket.id, request.body)) };
  });
}

/** The reply about a ticket that the caller has moved out of their own sight. */
const goneTicket = ({ id, number, project_id }: MovedTicket) => ({ id, number, project_id });
