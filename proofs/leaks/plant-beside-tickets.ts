import { formOf, type Player } from '../../server/testing/cast.ts';
import type { App } from '../../server/testing/start-app.ts';
import type { WebhookReceiver } from '../../server/testing/webhook-receiver.ts';
import { pictureIn } from '../access/fixtures.ts';
import { type Canaries, DEVELOPERS, NOBODY, SIGNED_IN } from './canaries.ts';
import { postedByForge } from './plant-forge.ts';
import type { Planted } from './planted.ts';

type Ids = { id: string };

/** Plants in what a forge posted, which developers read; and tries acts by their ids. */
export async function plantForge({ canaries, people: { dev }, adaTicket, ids, addresses }: Planted): Promise<void> {
  const name = canaries.plant('name of a git connection', DEVELOPERS);
  const title = canaries.plant('title of a commit', DEVELOPERS);
  const { id, secret, receivedId } = await postedByForge(dev, name, adaTicket, title);
  canaries.record('secret of a git connection', NOBODY, secret);
  ids.push(id);
  for (const act of (await dev.get<Ids[]>('/api/acts?limit=3')).is(200)) ids.push(act.id);
  addresses['/api/git-connections/:id/received/:receivedId/raw'] = [
    `/api/git-connections/${id}/received/${receivedId}/raw`,
  ];
}

/** Plants in tasks, views, projects and templates. */
export async function plantOwnThings({ canaries, people: { dev }, ids }: Planted): Promise<void> {
  const own = (where: string) => canaries.plant(where, ['dev']);
  const task = { title: own("title of Dev's task"), description: own("description of Dev's task") };
  ids.push(canaries.record("id of Dev's task", ['dev'], (await dev.post<Ids>('/api/dev-tasks', task)).is(201).id));
  const view = { name: own("name of Dev's view"), page: 'board', query: `q=${own("filter of Dev's view")}` };
  ids.push(canaries.record("id of Dev's view", ['dev'], (await dev.post<Ids>('/api/views', view)).is(201).id));
  const project = {
    name: canaries.plant('name of a project', SIGNED_IN),
    description: canaries.plant('description of a project', SIGNED_IN),
  };
  const { id } = (await dev.post<Ids>('/api/projects', project)).is(201);
  ids.push(id);
  (await dev.post(`/api/projects/${id}/icon`, pictureIn('icon'))).is(200);
  await plantTeam({ canaries, dev, ids });
  await plantFields({ canaries, dev, ids });
  await plantCalendar({ canaries, dev, ids });
  await plantTable({ canaries, dev, ids });
  for (const [kind, readers] of [
    ['active', SIGNED_IN],
    ['inactive', DEVELOPERS],
  ] as const) {
    const fields = ['name', 'title_template', 'description_template'].map((field) => [
      field,
      canaries.plant(`${field} of an ${kind} template`, readers),
    ]);
    const checklist_items = [canaries.plant(`step of an ${kind} template`, readers)];
    const template = { ...Object.fromEntries(fields), checklist_items, is_active: kind === 'active' };
    ids.push((await dev.post<Ids>('/api/ticket-templates', template)).is(201).id);
  }
}

/** Plants in a calendar, by which developers promise answers. */
async function plantCalendar({
  canaries,
  dev,
  ids,
}: {
  canaries: Canaries;
  dev: Player;
  ids: string[];
}): Promise<void> {
  const days = { '2026-12-24': { name: canaries.plant('name of a day of a calendar', DEVELOPERS), spans: [] } };
  const name = canaries.plant('name of a calendar', DEVELOPERS);
  const calendar = { name, zone: 'Europe/Warsaw', week: { mon: ['08:00-16:00'] }, days };
  ids.push((await dev.post<Ids>('/api/calendars', calendar)).is(201).id);
}

/** Plants in a team, whose name everybody reads. */
async function plantTeam({ canaries, dev, ids }: { canaries: Canaries; dev: Player; ids: string[] }): Promise<void> {
  const name = canaries.plant('name of a team', SIGNED_IN);
  ids.push((await dev.post<Ids>('/api/teams', { name })).is(201).id);
}

/** Plants in fields: everybody reads those that are asked at the report, developers alone an internal one. */
async function plantFields({ canaries, dev, ids }: { canaries: Canaries; dev: Player; ids: string[] }): Promise<void> {
  for (const [ask, readers] of [
    ['report', SIGNED_IN],
    ['work', DEVELOPERS],
  ] as const) {
    const plant = (where: string) => canaries.plant(`${where} of a field asked at ${ask}`, readers);
    const both = (where: string) => ({ pl: plant(`Polish ${where}`), en: plant(`English ${where}`) });
    const about = { key: plant('key'), name: both('name'), help: both('help'), reporter_sees: ask === 'report', ask };
    const options = [{ key: plant('key of an option'), name: both('name of an option') }];
    ids.push((await dev.post<Ids>('/api/fields', { ...about, kind: 'choice', options })).is(201).id);
  }
}

/** Plants in a table that waits to be imported: in its name, and in a row that is rejected, which who uploaded it reads alone. */
async function plantTable({ canaries, dev, ids }: { canaries: Canaries; dev: Player; ids: string[] }): Promise<void> {
  const rows = `title,status\n${canaries.plant('row of an uploaded table', ['dev'])},Unheard of\n`;
  const name = `${canaries.plant('name of an uploaded table', DEVELOPERS)}.csv`;
  const form = formOf({}, [{ name, type: 'text/csv', bytes: Buffer.from(rows) }], 'file');
  const { id } = (await dev.post<Ids>('/api/imports', form)).is(201);
  (await dev.post(`/api/imports/${id}/check`, {})).is(200);
  ids.push(canaries.record('id of an uploaded table', DEVELOPERS, id));
}

/** Plants in the settings. */
export async function plantSettings(canaries: Canaries, dev: Player): Promise<void> {
  const canary = (name: string) => canaries.plant(`setting ${name}`, DEVELOPERS);
  const secret = (name: string) => canaries.plant(`setting ${name}`, NOBODY);
  const changes = {
    allowed_domains: ['example.com', 'example.org', `${canary('allowed_domains')}.example`],
    developer_emails: ['dev@example.com', 'ewa@example.com', `${canary('developer_emails')}@example.com`],
    smtp_host: `${canary('smtp_host')}.example.com`,
    smtp_user: canary('smtp_user'),
    smtp_from: `${canary('smtp_from')}@example.com`,
    smtp_pass: secret('smtp_pass'),
    ses_region: canary('ses_region'),
    ses_from: `${canary('ses_from')}@example.com`,
    ses_access_key_id: secret('ses_access_key_id'),
    ses_secret_access_key: secret('ses_secret_access_key'),
    ses_session_token: secret('ses_session_token'),
    notify_developers_of_new_tickets: 'each',
    share_closure_summaries: true,
    edition: 'enterprise',
  };
  (await dev.patch('/api/settings', changes)).is(200);
  (await dev.post('/api/settings/logo', pictureIn('logo'))).is(200);
}

/** Plants in a webhook, in the answers of its receiver, and in the outbox. */
export async function plantOutbox(app: App, planted: Planted, receiver: WebhookReceiver): Promise<void> {
  const { canaries, people, janTicket, ids, hook } = planted;
  const { dev, jan } = people;
  const said = canaries.plant("what a webhook's receiver answers", NOBODY);
  receiver.reply(() => ({ status: 400, headers: { 'x-said': said }, body: said }));
  const changes = { url: hook, description: canaries.plant('description of a webhook', DEVELOPERS) };
  const webhook = (await dev.post<Ids & { secret: string }>('/api/webhooks', changes)).is(201);
  canaries.record('secret of a webhook', NOBODY, webhook.secret);
  ids.push(webhook.id);
  await jan.opens();
  await app.worker.runOnce();
  const error = canaries.plant('last error of a delivery', DEVELOPERS);
  await app.database.write((connection) =>
    connection.run({ sql: `update event_deliveries set last_error = '${error}'`, parameters: [] }),
  );
  const events = await dev.eventsOf(janTicket);
  for (const { id, event_id, correlation_id } of events.slice(0, 2)) {
    ids.push(id);
    canaries.record(`id of event ${id}`, DEVELOPERS, event_id);
    canaries.record(`id of the request behind event ${id}`, DEVELOPERS, correlation_id);
  }
}
