/** Makes the calls of a web client that was written for this family of trackers: it must work unchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { png } from '#testing/sample-files.ts';
import type { Board } from '../contract/board.ts';
import type { Comment } from '../contract/comments.ts';
import type { DevTask, TaskList } from '../contract/dev-tasks.ts';
import type { Project } from '../contract/projects.ts';
import type { TicketTemplate } from '../contract/templates.ts';
import type { Ticket, TicketCreated, TicketDetail } from '../contract/tickets.ts';
import type { User } from '../contract/users.ts';
import { formOf, type Player } from '../server/testing/cast.ts';
import { onEachDatabase } from '../server/testing/start-app.ts';

const ORIGIN = 'https://tickets.example.com';
const PICTURE = { name: 'me.png', type: 'image/png', bytes: png(8, 8) };
const FORM = {
  title: 'The export of invoices is empty',
  description:
    'Since this morning the export of invoices gives an empty file. Steps: open invoices, choose October, export. '.repeat(
      2,
    ),
  category: 'bug',
  urgency_reporter: 'normal',
};

/** The fields of its form for developers, all of which it sends each time. */
const formFor = (ticket: Ticket, changed: Partial<Ticket> = {}) => {
  const { status, priority, assignee_id, planned_date, estimated_hours, internal_note, category } = {
    ...ticket,
    ...changed,
  };
  return { status, priority, assignee_id, planned_date, estimated_hours, internal_note, category };
};

onEachDatabase(
  'an existing client',
  (app) => {
    const reports = async (ada: Player) =>
      (await ada.post<TicketCreated>('/api/tickets', formOf(FORM, [PICTURE]))).is(201);

    test('reports with a file, and follows it', async () => {
      const { ada, stranger } = { ...(await app().cast.all()), stranger: app().stranger };
      const ticket = await reports(ada);
      const list = (await ada.lists()).is(200);
      assert.ok(Array.isArray(list) && list.some(({ id }) => id === ticket.id));
      const url = ticket.attachments[0]?.url ?? '';
      assert.match(url, /^\/api\/uploads\//);
      assert.equal((await ada.get(url)).status, 200);
      (await stranger.get(url)).isRefused(401, 'unauthorized');
      assert.deepEqual(Object.keys((await ada.get<object>('/api/tickets/stats/overview')).is(200)).length, 7);
    });

    test('sends its whole form for each change, and only what was changed is', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      const ticket = await reports(ada);
      const read = async () => (await dev.reads(ticket)).is(200);
      const before = await read();
      const same = (await dev.patches(ticket, formFor(before))).is(200);
      assert.deepEqual([same.version, same.status, same.assignee_id], [before.version, 'submitted', null]);
      const urgent = (await dev.patches(ticket, formFor(before, { priority: 'high' }))).is(200);
      assert.deepEqual([urgent.status, urgent.priority, urgent.assignee_id], ['submitted', 'high', null]);
      const changed = (await dev.patches(ticket, formFor(urgent, { assignee_id: ewa.id }))).is(200);
      assert.deepEqual([changed.status, changed.assignee_id], ['verified', ewa.id]);
      const noted = (
        await dev.patches(ticket, formFor(changed, { internal_note: 'Ask Jan.', estimated_hours: 2.5 }))
      ).is(200);
      assert.deepEqual([noted.internal_note, noted.estimated_hours, noted.status], ['Ask Jan.', 2.5, 'verified']);
      const fields = (await read()).history.map(({ field }) => field).toSorted();
      assert.deepEqual(fields, ['assignee_id', 'estimated_hours', 'internal_note', 'priority', 'status']);
    });

    test('posts the closure summary as a comment, then closes', async () => {
      const { ada, dev } = await app().cast.all();
      const ticket = await reports(ada);
      const detail = (await dev.reads(ticket)).is(200);
      (await dev.patches(ticket, formFor(detail, { status: 'closed' }))).isRefused(400, 'closure_summary_required');
      const summary = {
        content: 'The cache was stale.',
        type: 'comment',
        is_internal: false,
        is_closure_summary: true,
      };
      const comment = (await dev.post<Comment>(`/api/tickets/${ticket.id}/comments`, summary)).is(201);
      assert.equal(comment.is_closure_summary, true);
      assert.equal((await dev.patches(ticket, formFor(detail, { status: 'closed' }))).is(200).status, 'closed');
      const seen = (await ada.get<TicketDetail>(`/api/tickets/${ticket.id}`)).is(200);
      assert.equal(seen.comments.at(-1)?.content, 'The cache was stale.');
    });

    test('shows a board of six columns, and moves a card', async () => {
      const { ada, dev } = await app().cast.all();
      const ticket = await reports(ada);
      const board = (await dev.get<Board>('/api/tickets/board')).is(200);
      const columns = ['submitted', 'verified', 'in_progress', 'waiting', 'blocked', 'closed'];
      assert.deepEqual(Object.keys(board).toSorted(), [...columns, '_stats'].toSorted());
      const card = board.submitted.find(({ id }) => id === ticket.id);
      assert.ok(card);
      (await dev.patches(ticket, { status: 'in_progress', order_index: 3 })).is(200);
      (await dev.get('/api/tickets/workload')).is(200);
    });

    test('keeps a to-do list', async () => {
      const { dev } = await app().cast.all();
      const add = async (title: string) => (await dev.post<DevTask>('/api/dev-tasks', { title })).is(201);
      const [first, second] = [await add('First'), await add('Second')];
      const order = [second, first].map(({ id }, order_index) => ({ id, order_index }));
      const { active } = (await dev.post<TaskList>('/api/dev-tasks/reorder', { order })).is(200);
      const ours = active.filter(({ id }) => id === first.id || id === second.id);
      assert.deepEqual(
        ours.map(({ title }) => title),
        ['Second', 'First'],
      );
      (await dev.patch(`/api/dev-tasks/${first.id}`, { status: 'done' })).is(200);
      const list = (await dev.get<TaskList>('/api/dev-tasks')).is(200);
      assert.deepEqual(Object.keys(list).toSorted(), ['active', 'done']);
      assert.ok(list.done.some(({ id }) => id === first.id));
      (await dev.delete(`/api/dev-tasks/${second.id}`)).is(204);
    });

    test('starts from a template', async () => {
      const { ada, dev } = await app().cast.all();
      const draft = {
        name: 'Printer',
        category: 'other',
        title_template: 'Printer: ',
        description_template: 'Which one?',
      };
      const template = (await dev.post<TicketTemplate>('/api/ticket-templates', draft)).is(201);
      const list = (await ada.get<TicketTemplate[]>('/api/ticket-templates')).is(200);
      assert.ok(Array.isArray(list) && list.some(({ id }) => id === template.id));
    });

    test('shows pictures without a token: avatar, logo, icon of a project', async () => {
      const { ada, dev } = await app().cast.all();
      const { stranger } = app();
      const user = (await ada.post<User>('/api/auth/me/avatar', formOf({}, [PICTURE], 'avatar'))).is(200);
      assert.equal((await stranger.get(user.avatar_url ?? '')).headers.get('content-type'), 'image/png');
      const project = (await dev.post<Project>('/api/projects', { name: 'Invoices' })).is(201);
      const icon = await dev.post(`/api/projects/${project.id}/icon`, formOf({}, [PICTURE], 'icon'));
      assert.ok(icon.status < 300, icon.text);
      assert.equal((await stranger.get(`/api/projects/${project.id}/icon`)).status, 200);
      assert.ok((await dev.post('/api/settings/logo', formOf({}, [PICTURE], 'logo'))).status < 300);
      const logo = await stranger.get('/api/settings/logo', { origin: ORIGIN });
      assert.equal(logo.status, 200);
      assert.equal(logo.headers.get('cross-origin-resource-policy'), 'cross-origin');
    });

    test('calls from its own origin, and reads refusals by their code', async () => {
      const { ada } = await app().cast.all();
      const asks = {
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type',
      };
      const preflight = await app().stranger.send('OPTIONS', '/api/tickets', null, { origin: ORIGIN, ...asks });
      assert.equal(preflight.headers.get('access-control-allow-origin'), ORIGIN);
      assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/);
      const refused = await ada.get('/api/tickets/board', { origin: ORIGIN });
      assert.equal(refused.isRefused(403, 'forbidden').error, 'forbidden');
      assert.equal(refused.headers.get('access-control-allow-origin'), ORIGIN);
      const other = await ada.get('/api/auth/me', { origin: 'https://elsewhere.example.com' });
      assert.notEqual(other.headers.get('access-control-allow-origin'), 'https://elsewhere.example.com');
    });
  },
  { FRONTEND_ORIGIN: ORIGIN },
);
