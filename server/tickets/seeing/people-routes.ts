import { Type } from 'typebox';
import { IdPath } from '#contract/scalars.ts';
import { AccessRow, AddedPerson, MemberPath, PersonByEmail } from '#contract/teams.ts';
import { NoContent, operation, type Routes } from '#platform/serving';
import { addTicketPerson, addTicketPersonByEmail, removeTicketPerson, showAccess } from './people.ts';

const tag = 'Tickets';
const writes = { tag, access: 'signed-in', scope: 'write' } as const;

const adding = operation({
  ...writes,
  operationId: 'addTicketPerson',
  summary: 'Let somebody read a ticket of yours, comment on it and attach files',
  params: MemberPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'user_not_found', 'cannot_be_added', 'limit_reached'],
});

const addingByEmail = operation({
  ...writes,
  operationId: 'addTicketPersonByEmail',
  summary: 'Let the owner of an address read a ticket of yours, comment on it and attach files',
  params: IdPath,
  body: PersonByEmail,
  answers: { 201: AddedPerson },
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'user_not_found', 'cannot_be_added', 'limit_reached'],
});

const removing = operation({
  ...writes,
  operationId: 'removeTicketPerson',
  summary: 'Take somebody off a ticket, yourself too',
  params: MemberPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'user_not_found', 'would_be_orphaned'],
});

const showing = operation({
  operationId: 'getTicketAccess',
  summary: 'See who reads a ticket, and why',
  tag,
  access: 'signed-in',
  scope: 'read',
  params: IdPath,
  answers: { 200: Type.Array(AccessRow) },
  refuses: ['forbidden', 'ticket_not_found'],
});

/** Routes for the people on a ticket, and for who reads it. */
export async function ticketPeopleRoutes(routes: Routes): Promise<void> {
  routes.put('/api/tickets/:id/people/:userId', adding, (request) =>
    request.write((work) => addTicketPerson(work, request.params.id, request.params.userId)),
  );

  routes.post('/api/tickets/:id/people', addingByEmail, (request) =>
    request.write((work) => addTicketPersonByEmail(work, request.params.id, request.body.email)),
  );

  routes.delete('/api/tickets/:id/people/:userId', removing, (request) =>
    request.write((work) => removeTicketPerson(work, request.params.id, request.params.userId)),
  );

  routes.get('/api/tickets/:id/access', showing, (request) =>
    request.read((work) => showAccess(work, request.params.id)),
  );
}
