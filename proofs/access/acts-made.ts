import { createHmac, randomUUID } from 'node:crypto';
import type { NewGitConnection } from '../../contract/git.ts';
import type { Project } from '../../contract/projects.ts';
import type { Answer } from '../../server/testing/caller.ts';
import { closedTicket, openTicket } from './fixtures.ts';
import type { Scene } from './row.ts';

/** Writing operations that name no act, and why (docs/rules/acts.md#acts). What begins with `/api/auth` names none either. */
export const NAMELESS: Readonly<Record<string, string>> = {
  'POST /api/answers/:id/helped': 'a voice',
  'POST /api/notices/read': 'notices',
  'POST /api/notices/unread': 'notices',
  'POST /api/notices/:id/unread': 'notices',
  'POST /api/mail-in/checks': 'a test',
  'POST /api/settings/oidc/check': 'a test',
  'POST /api/settings/test-email': 'a test',
  'POST /api/settings/test-smtp': 'a test',
  'POST /api/webhooks/:id/test': 'a test',
  'POST /api/settings/events/outbox/run-once': 'the outbox',
  'POST /api/settings/events/outbox/:id/replay': 'the outbox',
  'POST /api/settings/events/outbox/replay': 'the outbox',
  'POST /api/answer-targets/preview': 'it changes nothing',
  'POST /api/calendars/ics': 'it changes nothing',
  'POST /api/backups': 'it copies, and changes nothing',
  'POST /api/events/stream-ticket': 'it lets a page listen, and changes nothing',
  'POST /api/mail-in/raw': 'the mail is an act of its own, later',
  'DELETE /mcp': 'it is refused always',
};

/** Operations that are seen to name their act by other tests. */
export const SEEN_ELSEWHERE: Readonly<Record<string, string>> = {
  'POST /mcp': 'server/agents/mcp-acts.api.test.ts',
  'POST /api/imports/:id/run': 'packages/movers/imports/uploaded/table-imports.api.test.ts',
  'POST /api/setup/first': 'server/people/sign-in/first-developer.api.test.ts',
  'DELETE /api/users/:id/identities/:identityId': 'server/people/sign-in/oidc/oidc-sign-in.api.test.ts',
  'DELETE /api/users/:id/mail-addresses/:address': 'server/mail-in/once.api.test.ts',
  'POST /api/glossary/suggestions/:id': 'server/memory/learnt/suggestions.api.test.ts',
};

type Change = (scene: Scene) => Promise<Answer<unknown>>;

const madeBy = async (making: Promise<Answer<{ id: string }>>): Promise<string> => (await making).is(201).id;

/** Calls that change something, where those of the table change nothing or are refused. */
export const CHANGES: Readonly<Record<string, Change>> = {
  async 'DELETE /api/tickets/:id/following'(scene) {
    const { id } = await openTicket(scene);
    (await scene.dev.put(`/api/tickets/${id}/following`)).is(204);
    return scene.dev.delete(`/api/tickets/${id}/following`);
  },
  async 'DELETE /api/tickets/:id/people/:userId'(scene) {
    const { id } = await openTicket(scene);
    (await scene.dev.put(`/api/tickets/${id}/people/${scene.jan.id}`)).is(204);
    return scene.dev.delete(`/api/tickets/${id}/people/${scene.jan.id}`);
  },
  'PATCH /api/settings': ({ dev }) => dev.patch('/api/settings', { app_name: randomUUID() }),
  async 'PATCH /api/setup/steps'({ dev }) {
    await dev.patch('/api/setup/steps', { is_put_away: true });
    return dev.patch('/api/setup/steps', { is_put_away: false });
  },
  async 'POST /api/dev-tasks/reorder'({ dev }) {
    const id = await madeBy(dev.post('/api/dev-tasks', { title: 'Order toner' }));
    return dev.post('/api/dev-tasks/reorder', { order: [{ id, order_index: 77 }] });
  },
  async 'PUT /api/answer-targets'({ dev }) {
    const week = { mon: ['08:00-16:00'] };
    const calendar_id = await madeBy(dev.post('/api/calendars', { name: 'Office', zone: 'UTC', week, days: {} }));
    const target = { condition: {}, minutes: 60, calendar_id, promised: false, is_active: true };
    const answer = await dev.put('/api/answer-targets', { targets: [target] });
    (await dev.put('/api/answer-targets', { targets: [] })).is(200);
    (await dev.delete(`/api/calendars/${calendar_id}`)).is(204);
    return answer;
  },
  async 'PUT /api/glossary'({ dev }) {
    const answer = await dev.put('/api/glossary', { text: 'printer | inkjet' });
    (await dev.put('/api/glossary', { text: null })).is(200);
    return answer;
  },
  'PUT /api/mail-in/settings': ({ dev }) => dev.put('/api/mail-in/settings', { mail_in_raw_days: 41, force: true }),
  async 'PUT /api/teams/:id/members/:userId'({ dev, ewa }) {
    const id = await madeBy(dev.post('/api/teams', { name: randomUUID() }));
    return dev.put(`/api/teams/${id}/members/${ewa.id}`, {});
  },
  async 'POST /api/shipments'(scene) {
    const { number } = await scene.ada.opens();
    const commits = [{ id: 'a1', message: `Mends kwit#${number}` }];
    const shipment = { repository: 'shop/web', environment: 'production', version: randomUUID(), commits };
    return scene.dev.post('/api/shipments', shipment);
  },
  async 'POST /api/git/:connection'({ app, dev, ada }) {
    const { number } = await ada.opens();
    const draft = { name: randomUUID(), forge: 'github' };
    const { id, secret } = (await dev.post<NewGitConnection>('/api/git-connections', draft)).is(201);
    const commit = { id: randomUUID(), message: `Mends kwit#${number}`, timestamp: '2026-11-20T10:00:00Z' };
    const author = { name: 'Dev', email: 'dev@example.com' };
    const body = JSON.stringify({
      ...{ ref: 'refs/heads/main', deleted: false, before: '0', after: '1' },
      repository: { full_name: 'shop/web', default_branch: 'main', html_url: 'https://example.com/shop/web' },
      commits: [{ ...commit, author, url: 'https://example.com/shop/web/commit/1' }],
    });
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-github-event': 'push', 'x-hub-signature-256': signature };
    const answer = await app.stranger.send('POST', `/api/git/${id}`, body, headers);
    (await dev.delete(`/api/git-connections/${id}`)).is(204);
    return answer;
  },
  async 'POST /api/projects/:id/take-over'({ dev, ewa }) {
    const { id } = (await ewa.post<Project>('/api/projects', { name: randomUUID() })).is(201);
    const team = await madeBy(ewa.post('/api/teams', { name: randomUUID() }));
    const teams = [{ team_id: team, level: 'work' }];
    (await ewa.patch(`/api/projects/${id}`, { sealed: true, teams, confirm: true })).is(200);
    return dev.post(`/api/projects/${id}/take-over`, { reason: 'Its only lead has left.' });
  },
  async 'POST /api/tickets/:id/solved-by'(scene) {
    const { id } = await openTicket(scene);
    const closed = await closedTicket(scene);
    const { number } = (await scene.dev.reads({ id: closed.id ?? '' })).is(200);
    return scene.dev.post(`/api/tickets/${id}/solved-by`, { ticket_number: number });
  },
};
