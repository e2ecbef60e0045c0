import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Answer } from '#contract/answers.ts';
import type { SummaryFeed } from '#contract/closure-summaries.ts';
import type { Label } from '#contract/labels.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Ticket } from '#contract/tickets.ts';
import { filesOf, rowsIn } from '#testing/export-archive.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const FEED = '/api/tickets/closure-summaries/index-feed';
const PDF = { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf };

/** Lena works in a sealed project, Rob reads it; Ada and Dev have reported into it, and Ada has a ticket that is open. */
async function department({ cast }: App) {
  const { ada, jan, dev, ewa } = await cast.all();
  const [lena, rob] = [await cast.newDeveloper(), await cast.newDeveloper()];
  const team = async (lead: typeof lena, name: string) => (await lead.post<Team>('/api/teams', { name })).is(201).id;
  const teams = [
    { team_id: await team(lena, 'HR'), level: 'work' },
    { team_id: await team(rob, 'Law'), level: 'read' },
  ];
  const project = (await lena.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
  const sealed = await ada.opens({ title: 'Marmalade', project_id: project.id });
  const devs = await dev.opens({ title: 'Marmalade of Dev', project_id: project.id });
  const open = await ada.opens({ title: 'Butter' });
  return { ada, jan, dev, ewa, lena, rob, project, sealed, devs, open };
}

onEachDatabaseAnew('what a developer reads of everything', (app) => {
  test('is in the feed of answers what they read with its internals, nothing else', async () => {
    const { dev, lena, rob, sealed, devs, open } = await department(app());
    for (const ticket of [sealed, devs, open])
      (await lena.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const numbers = async (person: typeof dev) =>
      (await person.get<SummaryFeed>(FEED))
        .is(200)
        .items.map((item) => item.ticket_number)
        .sort();
    const all = [sealed.number, devs.number, open.number].sort();
    assert.deepEqual(await Promise.all([lena, rob, dev].map(numbers)), [all, all, [open.number]]);
  });

  test('is, of mails about a ticket, nothing where they read no internals', async () => {
    const { dev, lena, rob, devs, sealed } = await department(app());
    const path = `/api/tickets/${devs.id}/deliveries`;
    (await dev.get(path)).isRefused(403, 'forbidden');
    (await dev.get(`/api/tickets/${sealed.id}/deliveries`)).isRefused(404, 'ticket_not_found');
    for (const person of [lena, rob]) (await person.get(path)).is(200);
    assert.ok(!('following' in (await dev.reads(devs)).is(200)));
    (await dev.put(`/api/tickets/${devs.id}/following`)).isRefused(403, 'forbidden');
  });

  test('is, of their export, what they read with its internals, and nothing that names anything else', async () => {
    const { dev, lena, rob, project, sealed, devs, open } = await department(app());
    for (const ticket of [sealed, open]) {
      (await lena.comments(ticket, `About ${ticket.number}.`)).is(201);
      (await lena.attaches(ticket, PDF)).is(201);
    }
    (await lena.post(`/api/tickets/${open.id}/related`, { related_ticket_id: sealed.id })).is(201);
    (await lena.post('/api/views', { name: 'Mine', page: 'board', query: `project=${project.id}` })).is(201);
    (await lena.post('/api/ticket-templates', { name: 'Leave of absence', project_id: project.id })).is(201);
    const label = (await lena.post<Label>('/api/labels', { name: 'Dismissal', project_id: project.id })).is(201);
    const name = { pl: 'Płaca', en: 'Pay' };
    const field = { key: 'pay', kind: 'text', name, ask: 'work', project_id: project.id };
    (await lena.post('/api/fields', field)).is(201);
    (await lena.patches(open, { project_id: project.id, labels: [label.id], fields: { pay: 'Little' } })).is(200);
    const words = (await lena.comments(open, 'Something else.')).is(201);
    const draft = { comment_ids: [words.id], title: 'Marmalade again' };
    const split = (await lena.post<Ticket>(`/api/tickets/${open.id}/split`, draft)).is(201);
    (await lena.patches(open, { project_id: null, confirm: true })).is(200);
    const answer = await dev.get('/api/export?events=1');
    assert.equal(answer.status, 200);
    const files = await filesOf(Readable.from([answer.bytes]));
    assert.deepEqual(
      rowsIn(files, 'tickets').map(({ id }) => id),
      [open.id],
    );
    assert.equal([...files.keys()].filter((name) => name.startsWith('files/')).length, 1);
    const text = [...files].flatMap(([name, bytes]) => (name.endsWith('.ndjson') ? [bytes.toString()] : [])).join('\n');
    const names = ['Marmalade', 'Leave of absence', 'Files', 'Dismissal', '"pay"', 'fields.pay', `"#${split.number}"`];
    const ofLena = (await dev.get(`/api/users/${lena.id}/data.tar`)).text;
    for (const hidden of [...names, project.id, sealed.id, devs.id, split.id])
      for (const archive of [text, ofLena]) assert.ok(!archive.includes(hidden), hidden);
    assert.ok(ofLena.includes(open.id));
    (await lena.post('/api/webhooks', { url: 'https://hooks.example.com/hr', projects: [project.id] })).is(201);
    const webhooks = async (person: typeof dev) =>
      rowsIn(await filesOf(Readable.from([(await person.get('/api/export')).bytes])), 'webhooks').length;
    for (const [person, count] of [
      [lena, 1],
      [rob, 0],
      [dev, 0],
    ] as const)
      assert.equal(await webhooks(person), count);
    const whole = await filesOf(Readable.from([(await lena.get('/api/export?events=1')).bytes]));
    assert.equal(rowsIn(whole, 'tickets').length, 4);
  });
});

onEachDatabaseAnew('a sealed project', (app) => {
  test('is named to nobody else by a webhook that hears of it, nor by the audit or what is kept about people', async () => {
    const { ada, dev, lena, project, sealed } = await department(app());
    const draft = { url: 'https://hooks.example.com/hr', projects: [project.id] };
    const { id } = (await lena.post<{ id: string }>('/api/webhooks', draft)).is(201);
    const path = `/api/webhooks/${id}`;
    const names = async (person: typeof dev) => {
      const [webhook] = (await person.get<{ projects: string[] }[]>('/api/webhooks')).is(200);
      const audited = (await person.get('/api/audit')).text.includes(project.id);
      const data = (await person.get(`/api/users/${lena.id}/data.tar`)).text.includes(project.id);
      return { projects: webhook?.projects, audited, data };
    };
    assert.deepEqual(await names(lena), { projects: [project.id], audited: true, data: true });
    assert.deepEqual(await names(dev), { projects: [], audited: false, data: false });
    (await dev.patch(path, { url: 'https://elsewhere.example.com/' })).isRefused(403, 'forbidden');
    (await dev.post(`${path}/rotate-secret`)).isRefused(403, 'forbidden');
    (await lena.patch(path, { url: 'https://hooks.example.com/other' })).is(200);
    (await lena.post(`${path}/rotate-secret`)).is(200);
    const tickets = async (person: typeof dev) => {
      const answer = await person.get<{ tables: { table: string; rows: number }[] }>(`/api/users/${ada.id}/data`);
      return answer.is(200).tables.find(({ table }) => table === 'tickets')?.rows;
    };
    assert.deepEqual(await Promise.all([lena, dev].map(tickets)), [2, 1]);
    const itself = { into: sealed.id, mode: 'beside' };
    (await dev.post(`/api/tickets/${sealed.id}/merge`, itself)).isRefused(404, 'ticket_not_found');
    (await lena.patch(`/api/projects/${project.id}`, { reports: 'teams' })).is(200);
    const mine = (await ada.get('/api/auth/me/data.tar')).text;
    assert.deepEqual([mine.includes(sealed.id), mine.includes(project.id)], [true, false]);
  });
});

onEachDatabaseAnew('an answer', (app) => {
  test('is opened by who was added to its ticket, shared or not', async () => {
    const { ada, jan, ewa, lena, sealed } = await department(app());
    (await lena.patches(sealed, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const [answer] = (await ada.get<Answer[]>('/api/answers')).is(200);
    for (const person of [jan, ewa]) {
      (await person.get(`/api/answers/${answer?.id}`)).isRefused(404, 'answer_not_found');
      (await ada.put(`/api/tickets/${sealed.id}/people/${person.id}`)).is(204);
      assert.equal((await person.get<Answer>(`/api/answers/${answer?.id}`)).is(200).ticket_id, sealed.id);
    }
    (await lena.patch('/api/settings', { share_closure_summaries: true })).is(200);
    assert.equal((await jan.get<Answer>(`/api/answers/${answer?.id}`)).is(200).ticket_id, sealed.id);
  });
});
