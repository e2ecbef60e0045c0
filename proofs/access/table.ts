import { randomUUID } from 'node:crypto';
import { formOf } from '../../server/testing/cast.ts';
import { actMade } from './act-made.ts';
import {
  aFile,
  aWebhook,
  closedTicket,
  commented,
  invited,
  mergedTicket,
  noticed,
  numberedTicket,
  openTicket,
  pictureIn,
  twoTickets,
  unsubscription,
  withLogo,
} from './fixtures.ts';
import { MOVING } from './moving.ts';
import { OLD_ADDRESSES } from './old-addresses.ts';
import { anyone, developers, developersOwn, ownOnly, type Row, reporterAndDevelopers, signedIn } from './row.ts';
import { SET_UP_BY_DEVELOPERS } from './set-up-by-developers.ts';

const aDraft = { title: 'Printer jams', description: 'Every second page.' };
const aReference = { ref_type: 'other', url: 'https://example.com/' };
const toDev = { body: { to: 'dev@example.com' } };
const byToken = {
  fixture: unsubscription,
  path: ({ token }: Readonly<Record<string, string>>) => `/api/notifications/unsubscribe?token=${token}`,
};

/** While the team does not share its answers: those of Ada's ticket are for her and for developers. */
const ownTicketsOr404 = (expected: number, details?: { body: object }): Row => ({
  ...reporterAndDevelopers(expected, details),
  other: '404 answer_not_found',
});

const ownAct: Row = { ...reporterAndDevelopers(200, { fixture: actMade }), other: '404 act_not_found' };
const numbered: Row = { ...reporterAndDevelopers(200, { fixture: numberedTicket }), other: '404 ticket_not_found' };

/** A reporter is told of their ticket without following it. */
const followersOnly: Row = { ...developers(204), refusedByStanding: true };

/** One row for each of these pages. */
const forAll = (paths: readonly string[], row: Row) => Object.fromEntries(paths.map((path) => [`GET ${path}`, row]));

/** The answer of each route to everyone. A route without a row fails, and a row without a route. */
export const table: Readonly<Record<string, Row>> = {
  'POST /api/auth/request-otp': anyone(200, { body: { email: 'ada@example.com' } }),
  'POST /api/auth/verify-otp': anyone('400 invalid_or_expired_code', {
    body: { email: 'x@example.com', code: '12345678' },
  }),
  'GET /api/auth/methods': anyone(200),
  'GET /api/auth/oidc/start': anyone('404 not_found'),
  'GET /api/auth/oidc/callback': anyone('404 not_found'),
  'POST /api/auth/oidc/redeem': anyone('400 invalid_or_expired_code', { body: { code: 'x' } }),
  'POST /api/auth/oidc/backchannel-logout': anyone('415 unsupported_media_type', { body: { logout_token: 'x' } }),
  'POST /api/auth/passkeys/challenge': anyone('404 not_found'),
  'POST /api/auth/passkeys/verify': anyone('400 invalid_or_expired_code', {
    body: { challenge_id: 'x', credential: {} },
  }),
  'POST /api/auth/passkeys/recover': anyone('400 invalid_or_expired_code', { body: { challenge_id: 'x', code: 'x' } }),
  'POST /api/auth/passkeys/register/options': signedIn('404 not_found'),
  'POST /api/auth/passkeys/register': signedIn('404 not_found', {
    body: { challenge_id: 'x', credential: {}, name: 'Phone' },
  }),
  'GET /api/auth/passkeys': signedIn(200),
  'PATCH /api/auth/passkeys/:id': signedIn('404 passkey_not_found', { body: { name: 'Phone' } }),
  'DELETE /api/auth/passkeys/:id': signedIn('404 passkey_not_found'),
  'POST /api/auth/passkeys/recovery-codes': signedIn('404 passkey_not_found'),
  'GET /api/auth/me': signedIn(200),
  'PATCH /api/auth/me': signedIn(200, { body: { language: 'en' } }),
  'POST /api/auth/logout': signedIn(204, { endsSession: true }),
  'POST /api/auth/logout-all': signedIn(204, { endsSession: true }),
  'GET /api/auth/sessions': signedIn(200),
  'DELETE /api/auth/sessions/:id': ownOnly(204, '404 session_not_found'),
  'POST /api/auth/me/avatar': signedIn(200, { body: () => pictureIn('avatar') }),
  'GET /api/auth/avatar/:filename': anyone(200),
  'DELETE /api/auth/me/avatar': signedIn(204),
  'GET /api/auth/me/data.tar': signedIn(200),

  ...forAll(['/api/tickets', '/api/tickets/count', '/api/tickets.csv', '/api/tickets/similar'], signedIn(200)),
  'POST /api/tickets': signedIn(201, { body: aDraft }),
  'POST /api/tickets/with-files': signedIn(201, { body: () => formOf(aDraft) }),
  'GET /api/tickets/:id': reporterAndDevelopers(200),
  'GET /api/numbered-tickets/:number': numbered,
  'GET /api/acts': signedIn(200),
  'GET /api/acts/:id': ownAct,
  'POST /api/acts/:id/undo': { ...ownAct, body: {} },
  'PATCH /api/tickets': developers(200, {
    fixture: openTicket,
    body: ({ id }) => ({ ids: [id], change: { priority: 'low' } }),
  }),
  'PATCH /api/tickets/:id': reporterAndDevelopers(200, { body: { title: 'Printer jams again' } }),
  'POST /api/tickets/:id/reopen': ownOnly(200, '403 forbidden', {
    fixture: closedTicket,
    body: { content: 'It jams again.' },
  }),
  'POST /api/tickets/:id/merge': developers(200, {
    fixture: twoTickets,
    body: ({ second }) => ({ into: second, mode: 'join' }),
  }),
  'POST /api/tickets/:id/unmerge': developers(200, { fixture: mergedTicket }),
  'POST /api/tickets/:id/split': developers(201, {
    fixture: commented,
    body: ({ commentId }) => ({ comment_ids: [commentId], title: 'The scanner, too' }),
  }),
  'POST /api/tickets/:id/comments': reporterAndDevelopers(201, { body: { content: 'Like this.' } }),
  'POST /api/tickets/:id/comments/with-files': reporterAndDevelopers(201, {
    body: () => formOf({ content: 'Like this.' }),
  }),
  'DELETE /api/tickets/:id/comments/:commentId': ownOnly(204, '403 forbidden'),
  'PATCH /api/tickets/:id/comments/:commentId': ownOnly(200, '403 forbidden', { body: { content: 'Like that.' } }),
  'GET /api/tickets/:id/comments/:commentId/edits': developers(200),
  'PUT /api/tickets/:id/following': followersOnly,
  'DELETE /api/tickets/:id/following': followersOnly,
  'GET /api/tickets/:id/access': reporterAndDevelopers(200),
  'GET /api/tickets/:id/cc': reporterAndDevelopers(200),
  'POST /api/tickets/:id/people': reporterAndDevelopers(201, { body: { email: 'jan@example.com' } }),
  'PUT /api/tickets/:id/people/:userId': reporterAndDevelopers(204),
  'DELETE /api/tickets/:id/people/:userId': reporterAndDevelopers(204),
  'GET /api/tickets/:id/mentionable': reporterAndDevelopers(200),
  'POST /api/tickets/:id/attachments': reporterAndDevelopers(201, { body: aFile }),
  'DELETE /api/tickets/:id/attachments/:attachmentId': reporterAndDevelopers(204),
  'GET /api/uploads/:filename': reporterAndDevelopers(200),
  'GET /api/tickets/:id/related': reporterAndDevelopers(200),
  'POST /api/tickets/:id/related': developers(201, {
    fixture: twoTickets,
    body: ({ second }) => ({ related_ticket_id: second }),
  }),
  'DELETE /api/tickets/:id/related/:relatedId': developers(204),
  'POST /api/tickets/:id/solved-by': developers('404 related_ticket_not_found', {
    body: { ticket_number: Number.MAX_SAFE_INTEGER },
  }),
  'GET /api/tickets/:id/external-references': reporterAndDevelopers(200),
  'POST /api/tickets/:id/external-references': developers(201, { body: aReference }),
  'DELETE /api/tickets/:id/external-references/:refId': developers(204),
  'GET /api/tickets/:id/closing-draft': developers(200),
  'GET /api/tickets/:id/deliveries': developers(200),
  'GET /api/tickets/:id/tellings': reporterAndDevelopers(200),
  'GET /api/tickets/:id/waits': developers(200),
  'GET /api/tickets/closure-summaries/index-feed': developers(200),
  'GET /api/answers': signedIn(200),
  ...forAll(['/api/answers/review', '/api/glossary', '/api/glossary/built-in'], developers(200)),
  'GET /api/glossary/suggestions': developers(200),
  'POST /api/glossary/suggestions/:id': developers('404 suggestion_not_found', { body: { to: 'dropped' } }),
  'PUT /api/glossary': developers(200, { body: { text: null } }),
  'GET /api/answers/:id': ownTicketsOr404(200),
  'POST /api/answers/:id/helped': ownTicketsOr404(200, { body: { helped: true } }),
  'GET /api/tickets/board': developers(200),
  'GET /api/tickets/workload': signedIn(200),
  'GET /api/statistics/ages': developers(200),
  'GET /api/statistics/answers': developers(200),
  'GET /api/service/upgrade': developers(200),
  'GET /api/tickets/stats/overview': signedIn(200),
  ...forAll(
    ['activation', 'usage', 'answers', 'figures', 'figures.csv', 'answered'].map(
      (statistic) => `/api/tickets/stats/${statistic}`,
    ),
    developers(200),
  ),

  'GET /api/dev-tasks': developers(200),
  'POST /api/dev-tasks': developers(201, { body: { title: 'Order toner' } }),
  'POST /api/dev-tasks/reorder': developersOwn(200, '404 task_not_found', {
    fixture: async ({ dev }) => ({
      id: (await dev.post<{ id: string }>('/api/dev-tasks', { title: 'Order toner' })).is(201).id,
    }),
    body: ({ id }) => ({ order: [{ id, order_index: 1 }] }),
  }),
  'PATCH /api/dev-tasks/:id': developersOwn(200, '404 task_not_found', { body: { title: 'Order paper' } }),
  'DELETE /api/dev-tasks/:id': developersOwn(204, '404 task_not_found'),

  'GET /api/ticket-templates': signedIn(200),
  'POST /api/ticket-templates': developers(201, { body: { name: 'Printer' } }),
  'GET /api/ticket-templates/:id': signedIn(200),
  'PATCH /api/ticket-templates/:id': developers(200, { body: { name: 'Scanner' } }),
  'DELETE /api/ticket-templates/:id': developers(204),
  ...forAll(['/api/notices', '/api/notices/count'], signedIn(200)),
  'POST /api/notices/read': signedIn(200, { body: { until: '2026-11-21T03:44:00.000Z' } }),
  'POST /api/notices/unread': ownOnly(200, '404 notice_not_found', {
    fixture: noticed,
    body: ({ id }) => ({ ids: [id] }),
  }),
  'POST /api/notices/:id/unread': ownOnly(200, '404 notice_not_found', { fixture: noticed }),
  ...forAll(['/api/workspace', '/api/home'], signedIn(200)),
  'GET /api/views': signedIn(200),
  'POST /api/views': signedIn(201, { body: { name: 'Mine', page: 'tickets' } }),
  'PATCH /api/views/:id': ownOnly(200, '404 view_not_found', { body: { name: 'Urgent' } }),
  'DELETE /api/views/:id': ownOnly(204, '404 view_not_found'),

  ...SET_UP_BY_DEVELOPERS,
  'GET /api/users': developers(200),
  'PATCH /api/users/:id': developers(200, { body: { name: 'Somebody' } }),
  'POST /api/users/invite': developers(201, { body: () => ({ email: `${randomUUID()}@example.com` }) }),
  'POST /api/users/:id/sign-out': developers(204),
  'GET /api/users/:id/identities': developers(200),
  'DELETE /api/users/:id/identities/:identityId': developers('404 identity_not_found', {
    path: ({ id }) => `/api/users/${id}/identities/${randomUUID()}`,
  }),
  'DELETE /api/users/:id/mail-addresses/:address': developers('404 not_found'),
  'POST /api/settings/oidc/check': developers(200, { body: {} }),
  'GET /api/settings/oidc/attempts': developers(200),
  'GET /api/users/:id/data': developers(200),
  'GET /api/users/:id/data.tar': developers(200),
  'POST /api/users/:id/erase': developers(200, { fixture: invited, body: { texts: true } }),

  ...MOVING,
  'GET /api/audit': developers(200),

  'GET /api/tokens': signedIn(200),
  'GET /api/tokens/all': developers(200),
  'POST /api/tokens': signedIn(201, { body: { name: 'CI bot', scope: 'read' } }),
  'POST /api/tokens/:id/rotate': ownOnly(201, '404 token_not_found'),
  'DELETE /api/tokens/:id': { ...ownOnly(204, '404 token_not_found'), developer: 204, otherDeveloper: 204 },

  'GET /api/settings/public': anyone(200),
  'GET /api/setup': anyone(200),
  'POST /api/setup/first': anyone('404 not_found', {
    body: () => ({ secret: 'x', email: 'first@example.com' }),
  }),
  'GET /api/setup/steps': developers(200),
  'PATCH /api/setup/steps': developers(200, { body: { is_put_away: true } }),
  'GET /api/settings': developers(200),
  'PATCH /api/settings': developers(200, { body: { app_name: 'Kwit' } }),
  'POST /api/settings/logo': developers(200, { body: () => pictureIn('logo') }),
  'GET /api/settings/logo': anyone(200, { fixture: withLogo }),
  'DELETE /api/settings/logo': developers(204),
  'GET /api/settings/capabilities': signedIn(200),
  'GET /api/settings/enterprise-check': developers('403 feature_not_enabled'),
  'POST /api/settings/test-email': developers(200, toDev),
  'POST /api/settings/test-smtp': developers(200, toDev),

  'GET /api/settings/events/outbox': developers(200),
  'GET /api/settings/events/outbox/stats': developers(200),
  'GET /api/settings/events/outbox/:id': developers(200),
  'POST /api/settings/events/outbox/run-once': developers(200),
  'POST /api/settings/events/outbox/:id/replay': developers(200),
  'POST /api/settings/events/outbox/replay': developers(200, { body: { status: 'failed' } }),
  'GET /api/mail-in': developers(200),
  'GET /api/mail-in/:id': developers(200),
  'GET /api/mail-in/:id/raw': developers(200),
  'POST /api/mail-in/:id/accept': developers(200, { body: { as: 'report' } }),
  'POST /api/mail-in/:id/discard': developers(204),
  'GET /api/mail-in/settings': developers(200),
  'GET /api/mail-in/status': developers(200),
  'PUT /api/mail-in/settings': developers(200, { body: { mail_in_raw_days: 30 }, program: '403 forbidden' }),
  'POST /api/mail-in/secret': developers(201),
  'POST /api/mail-in/checks': developers(202, { body: { step: 'machine' } }),
  'GET /api/mail-in/checks/:id': developers('404 not_found'),
  'POST /api/mail-in/raw': anyone('401 unauthorized'),
  'GET /api/webhooks': developers(200),
  'POST /api/webhooks': developers(201, { body: aWebhook }),
  'PATCH /api/webhooks/:id': developers(200, { body: { is_active: false } }),
  'DELETE /api/webhooks/:id': developers(204),
  'POST /api/webhooks/:id/rotate-secret': developers(200),
  'POST /api/webhooks/:id/test': developers(200),
  'GET /api/webhooks/:id/deliveries': developers(200),
  'GET /api/events/stream': signedIn(200),
  'POST /api/events/stream-ticket': signedIn(200),

  'GET /api/notifications/unsubscribe': anyone(200, byToken),
  'POST /api/notifications/unsubscribe': anyone(200, byToken),
  ...forAll(['/health', '/ready', '/metrics'], anyone(200)),
  // Agents alone speak the protocol of /mcp: proofs/mcp.proof.test.ts asks each of its tools.
  'POST /mcp': signedIn('401 unauthorized', { body: {}, program: 400 }),
  'GET /mcp': anyone(405),
  'DELETE /mcp': anyone(405),
  'GET /dev/mailbox': anyone(200),
  ...forAll(['/api/openapi.json', '/api/docs', '/api/docs/json', '/api/docs/yaml'], anyone(200)),
  'GET /api/docs/static/index.html': anyone(302),
  'GET /api/docs/static/swagger-initializer.js': anyone(200),
  'GET /api/docs/static/*': anyone(200, { path: () => '/api/docs/static/swagger-ui.css' }),
  ...OLD_ADDRESSES,
  ...forAll(['/my-tickets', '/overview', '/dev-todo', '/new-ticket', '/profile'], anyone(302)),
  'GET /*': anyone(200, { path: () => '/tickets?status=closed' }),
};
