import { randomUUID } from 'node:crypto';
import { aCalendar, fieldDraft, noCalendars, noConnections, noFields, pictureIn } from './fixtures.ts';
import { anyone, developers, developersOwn, type Row, signedIn } from './row.ts';

/** Developers set these up for all tickets: projects, teams, fields, labels, calendars. */
export const SET_UP_BY_DEVELOPERS: Readonly<Record<string, Row>> = {
  'GET /api/projects': signedIn(200),
  'POST /api/projects': developers(201, { body: { name: 'Intranet' } }),
  'PATCH /api/projects/:id': developers(200, { body: { name: 'Extranet' } }),
  'DELETE /api/projects/:id': developers(204),
  'POST /api/projects/:id/icon': developers(200, { body: () => pictureIn('icon') }),
  'GET /api/projects/:id/icon': anyone(200),
  'DELETE /api/projects/:id/icon': developers(204),
  'GET /api/projects/sealed': developers(200),
  'POST /api/projects/:id/take-over': developers('404 project_not_found', {
    body: { reason: 'Its only lead has left.' },
  }),
  'GET /api/teams': signedIn(200),
  'GET /api/teams/:id': signedIn(200),
  'POST /api/teams': developers(201, { body: () => ({ name: `Team ${randomUUID()}` }) }),
  // Dev made it, and leads it.
  'PATCH /api/teams/:id': developersOwn(200, '403 forbidden', { body: () => ({ name: `Team ${randomUUID()}` }) }),
  'DELETE /api/teams/:id': developersOwn(204, '403 forbidden'),
  'PUT /api/teams/:id/members/:userId': developersOwn(204, '403 forbidden', { body: {} }),
  'DELETE /api/teams/:id/members/:userId': developersOwn(204, '403 forbidden'),

  'POST /api/shipments': developers(200, {
    body: { repository: 'shop/web', environment: 'production', version: '2.4.0', commits: [] },
  }),
  'GET /api/git-connections': developers(200),
  'POST /api/git-connections': developers(201, { fixture: noConnections, body: { name: 'Shop', forge: 'github' } }),
  'PATCH /api/git-connections/:id': developers(200, { body: { is_active: false } }),
  'DELETE /api/git-connections/:id': developers(204),
  'POST /api/git-connections/:id/rotate-secret': developers(200),
  'GET /api/git-connections/:id/received': developers(200),
  'GET /api/git-connections/:id/received/:receivedId/raw': developers('404 not_found'),
  'POST /api/git/:connection': anyone('401 unauthorized', { body: {} }),
  'GET /api/tickets/:id/askers': developers(200),
  'POST /api/answers/:id/tell': developers(200, { body: { what: 'again', note: 'Look again.' } }),
  'GET /api/fields': signedIn(200),
  'GET /api/fields/:id': signedIn(200),
  'POST /api/fields': developers(201, { fixture: noFields, body: fieldDraft }),
  'PATCH /api/fields/:id': developers(200, { body: { needed: true } }),
  'DELETE /api/fields/:id': developers(204),

  'GET /api/labels': developers(200),
  'POST /api/labels': developers(201, { body: () => ({ name: randomUUID() }) }),
  'PATCH /api/labels/:id': developers(200, { body: { color: 'red' } }),
  'DELETE /api/labels/:id': developers(204),
  'POST /api/labels/:id/merge': developers(200, {
    fixture: async ({ dev }) => {
      const make = () => dev.post<{ id: string }>('/api/labels', { name: randomUUID() });
      return { id: (await make()).is(201).id, into: (await make()).is(201).id };
    },
    body: ({ into }) => ({ into }),
  }),

  'GET /api/answer-targets': developers(200),
  'PUT /api/answer-targets': developers(200, { body: { targets: [] } }),
  'POST /api/answer-targets/preview': developers(200, { body: { targets: [] } }),
  'GET /api/calendars': developers(200),
  'POST /api/calendars': developers(201, { fixture: noCalendars, body: aCalendar }),
  'GET /api/calendars/holidays': developers(200, { path: () => '/api/calendars/holidays?year=2027' }),
  'POST /api/calendars/ics': developers(200, { body: { ics: 'BEGIN:VCALENDAR' } }),
  'GET /api/calendars/:id': developers(200),
  'PATCH /api/calendars/:id': developers(200, { body: { zone: 'UTC' } }),
  'DELETE /api/calendars/:id': developers(204),
};
