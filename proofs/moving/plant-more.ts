import type { Answer } from '../../contract/answers.ts';
import type { Player } from '../../server/testing/cast.ts';
import type { App } from '../../server/testing/start-app.ts';
import { postedByForge } from '../leaks/plant-forge.ts';
import type { Planted } from '../leaks/planted.ts';

const QUESTION = '019a2f60-7c1e-7b3a-9d4e-000000000001';

const RUN = '019a2f60-7c1e-7b3a-9d4e-000000000002';

/** Plants what the canaries leave out: who follows a ticket, whom an answer helped, what was asked before a report, and an import. */
export async function plantMore(app: App, { people: { ada, dev } }: Planted): Promise<void> {
  const ticket = await ada.opens({
    title: 'Ünïcode \u{1f9f0} "quoted"',
    description: 'Tab\t, line\nand \u2028 separator.',
  });
  (await dev.put(`/api/tickets/${ticket.id}/following`)).is(204);
  const changes = {
    status: 'closed',
    closure_summary: 'Turned it off and on.',
    closure_question: 'A name in letters?',
    closure_found_by: ['A word', 'słowo'],
  };
  (await dev.patches(ticket, { ...changes, estimated_hours: 0.1 })).is(200);
  const [answer] = (await ada.get<Answer[]>('/api/answers')).is(200);
  const id = answer?.id ?? '';
  (await ada.post(`/api/answers/${id}/helped`, { helped: true, ticket_id: ticket.id, asked: 'A printer' })).is(200);
  const { id: team } = (await dev.post<{ id: string }>('/api/teams', { name: 'Operations' })).is(201);
  const sealed = { name: 'Servers', sealed: true, teams: [{ team_id: team, level: 'work' }], mail_subject: 'number' };
  (await dev.post('/api/projects', sealed)).is(201);
  const days = { '2026-12-25': { name: 'Boże Narodzenie', spans: [] } };
  const calendar = { name: 'Office', zone: 'Europe/Warsaw', week: { mon: ['08:00-16:00'] }, days };
  await plantFields(dev, ada.id, ticket);
  await plantShipped(dev, id, ticket);
  const { id: open } = (await dev.post<{ id: string }>('/api/calendars', calendar)).is(201);
  const target = { condition: { category: 'bug' }, minutes: 60, calendar_id: open, promised: true, is_active: true };
  (await dev.put('/api/answer-targets', { targets: [target] })).is(200);
  const label = (await dev.post<{ id: string }>('/api/labels', { name: 'Łącze', color: 'pink' })).is(201);
  (await dev.patches(ticket, { labels: [label.id] })).is(200);
  (await dev.put(`/api/tickets/${ticket.id}/people/${ada.id}`)).is(204);
  for (const statement of [
    `insert into former_addresses (email, user_id, changed_at)
      values ('ada.before@example.com', '${ada.id}', '2026-11-21T03:44:00.000Z')`,
    `insert into questions_asked (id, question, was_found, asked_at)
      values ('${QUESTION}', 'Why?', true, '2026-11-21T03:44:00.000Z')`,
    `insert into import_runs (id, source, began_at, ended_at, file_sha256, done_rows, options, report)
      values ('${RUN}', 'openarca:x', '2026-11-21T03:44:00.000Z', null, null, 0, '{"b":1,"a":[{"d":null,"c":2}]}', null)`,
    // Two databases sort these ids alike only byte by byte.
    ...['a-B', 'a_b', 'aB'].map(
      (external) => `insert into imports (source, kind, external_id, kwit_id, sha256, run_id, imported_at)
        values ('openarca:x', 'ticket', '${external}', '${ticket.id}', '', '${RUN}', '2026-11-21T03:44:00.000Z')`,
    ),
    `insert into settled_suggestions (id, settled_at) values ('${QUESTION}', '2026-11-21T03:44:00.000Z')`,
    `insert into tellings (id, ticket_id, event_name, channel, user_id, why, is_internal, created_at, updated_at)
      values ('${QUESTION}', '${ticket.id}', 'ticket.closed', 'mail', '${ada.id}', 'reporter', false,
        '2026-11-21T03:44:00.000Z', '2026-11-21T03:44:00.000Z')`,
    `insert into offered_answers (question_id, comment_id) values ('${QUESTION}', '${id}')`,
  ])
    await app.database.write((connection) => connection.run({ sql: statement, parameters: [] }));
}

/** Fields of several kinds, what a ticket says in them, and a template that sets one. */
async function plantFields(dev: Player, owner: string, ticket: { id: string }): Promise<void> {
  const both = (text: string) => ({ pl: text, en: text });
  const options = ['a', 'b'].map((key) => ({ key, name: both(`Option ${key}`) }));
  for (const field of [
    { key: 'weight', kind: 'number', unit: 'kg', ask: 'work' },
    { key: 'parts', kind: 'choices', options, ask: 'work' },
    { key: 'owner', kind: 'person', help: both('Who has it.'), ask: 'close', needed: true },
    { key: 'machine', kind: 'text', ask: 'report', reporter_sees: true },
  ])
    (await dev.post('/api/fields', { ...field, name: both(field.key) })).is(201);
  const fields = { weight: 0.1, parts: ['b', 'a'], owner, machine: 'Młyn' };
  (await dev.patches(ticket, { fields })).is(200);
  const start = { name: 'Mill', fields: { machine: 'Młyn' } };
  (await dev.post('/api/ticket-templates', start)).is(201);
}

/** Plants what a forge posted of a ticket, where it is live, and who was told. */
async function plantShipped(dev: Player, answer: string, ticket: { id: string; number: number }): Promise<void> {
  await postedByForge(dev, 'Shop', ticket, 'Let the mill turn');
  const commits = [{ id: '7c1e7b3a', message: `kwit#${ticket.number}` }];
  const shipment = { repository: 'shop/web', environment: 'production', version: '2.4.0', commits };
  (await dev.patch('/api/settings', { tell_when_live: true })).is(200);
  (await dev.post('/api/shipments', shipment)).is(200);
  (await dev.post(`/api/answers/${answer}/tell`, { what: 'live', note: 'It turns.' })).is(200);
}
