import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '#contract/settings.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { User } from '#contract/users.ts';
import { makeDigest } from '#delivery/serving';
import { verifyEvents } from '#events';
import { importsOf } from '#testing/import-runs.ts';
import { OA, sampleOpenArca } from '#testing/openarca-folder.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const CONTEXT = { actor: null, correlationId: 'test', source: 'test' };
const BURST = '2026-03-02T09:30:00.000Z';

onEachDatabaseAnew('an imported OpenArca', (app) => {
  /** Somebody who came from there, and the tickets that they see. */
  const arrive = async (email: string) => {
    const person = await app().cast.signsIn(email);
    const ticket = async (number: number) => {
      const [row] = (await person.get<{ id: string }[]>(`/api/tickets?number=${number}`)).is(200);
      return (await person.reads({ id: row?.id ?? '' })).is(200) as TicketDetail;
    };
    return { person, ticket };
  };

  test('is there with numbers, dates, people, texts and order as they were', async (t) => {
    assert.equal(await importsOf(app()).bringsOpenArca(sampleOpenArca(t).path), 0);
    const { person: ada, ticket } = await arrive('ada.kowalska@example.com');
    const first = await ticket(1);
    const { comments, attachments, reporter_name, assignee_name, project_name, ...fields } = first;
    assert.deepEqual([reporter_name, assignee_name, project_name], ['Celina Żak', 'Borys Lis', 'Sklep']);
    assert.deepEqual(
      [
        fields.status,
        fields.priority,
        fields.category,
        fields.planned_date,
        fields.estimated_hours,
        fields.internal_note,
      ],
      ['in_progress', 'high', 'bug', '2026-03-30', 2.5, 'Dzwonić po 10.'],
    );
    assert.equal(fields.description, 'Zażółć gęślą jaźń, jak w #2.');
    assert.deepEqual([fields.created_at, fields.updated_at], ['2026-03-02T09:00:00.000Z', BURST]);
    assert.deepEqual(
      comments.map(({ content }) => content),
      Array.from({ length: 8 }, (_, n) => `Wiadomość ${n + 1}`),
      'eight comments of one second, in the order in which they were written',
    );
    assert.deepEqual(
      attachments.map(({ original_name, mime_type }) => [original_name, mime_type]),
      [
        ['ekran.png', 'image/png'],
        ['dziennik zdarzeń.txt', 'text/plain'],
        ['notatka.txt', 'application/octet-stream'],
      ],
    );
    const shown = await ada.get(`/api/uploads/${attachments[0]?.filename}`);
    assert.deepEqual(shown.bytes, Buffer.from(samples.png));
    assert.deepEqual((await ticket(2)).closed_at, BURST);
    assert.equal((await ada.opens()).number, 42, 'the next number is above its counter');
  });

  test('keeps its answers, and a thread names what it answers', async (t) => {
    await importsOf(app()).bringsOpenArca(sampleOpenArca(t).path);
    const { person: celina, ticket } = await arrive('celina@client.example');
    const { comments } = await ticket(2);
    assert.deepEqual(
      comments.map(({ content, is_closure_summary }) => [content, is_closure_summary]),
      [
        ['Pierwsza odpowiedź.', false],
        ['Stawka VAT jest w ustawieniach kraju.', true],
        ['Dziękuję!', false],
      ],
      'a ticket has one answer, the newest; internal comments stay hidden',
    );
    assert.equal(comments[2]?.parent_id, comments[1]?.id);
    const [answer] = (await celina.get<{ content: string; question: string | null }[]>('/api/answers?q=stawka')).is(
      200,
    );
    assert.deepEqual([answer?.content, answer?.question], ['Stawka VAT jest w ustawieniach kraju.', null]);
    const [listed] = (await celina.get<{ number: number }[]>('/api/tickets?q=gubi')).is(200);
    assert.equal(listed?.number, 1);
    const { ticket: forBorys } = await arrive('borys@example.com');
    assert.equal((await forBorys(1)).awaiting_reply_since, null);
  });

  test('has a history that names people and projects of Kwit, and those that are gone as they were', async (t) => {
    await importsOf(app()).bringsOpenArca(sampleOpenArca(t).path);
    const { person: ada, ticket } = await arrive('ada.kowalska@example.com');
    const { history, assignee_id, project_id } = await ticket(1);
    assert.deepEqual(
      history.map(({ field, old_value, new_value }) => [field, old_value, new_value]),
      [
        ['status', 'submitted', 'in_progress'],
        ['assignee_id', ada.id, assignee_id],
        ['project_id', 'bbbbbbbb-0000-4000-8000-000000000009', project_id],
      ],
    );
  });

  test('brings tasks, links, templates, pictures and settings', async (t) => {
    await importsOf(app()).bringsOpenArca(sampleOpenArca(t).path);
    const { person: ada, ticket } = await arrive('ada.kowalska@example.com');
    const { person: borys } = await arrive('borys@example.com');
    type Tasks = { active: { title: string; ticket_id: string | null }[] };
    const titles = async (who: typeof ada) =>
      (await who.get<Tasks>('/api/dev-tasks'))
        .is(200)
        .active.map(({ title, ticket_id }) => [title, ticket_id !== null]);
    assert.deepEqual(await titles(ada), [['#1 Of another', false]]);
    assert.deepEqual(await titles(borys), [['Of the assignee', true]]);
    const { id } = await ticket(1);
    const [linked] = (await ada.get<{ number: number }[]>(`/api/tickets/${id}/related`)).is(200);
    assert.equal(linked?.number, 3);
    const [reference] = (await ada.get<{ url: string }[]>(`/api/tickets/${id}/external-references`)).is(200);
    assert.equal(reference?.url, 'HTTPS://Example.com/Mixed?x=%20');
    const [template] = (await ada.get<{ checklist_items: string[] }[]>('/api/ticket-templates')).is(200);
    assert.deepEqual(template?.checklist_items, ['Sprawdzono', 'Jest zrzut']);
    const settings = (await ada.get<Settings>('/api/settings')).is(200);
    assert.deepEqual(
      [settings.app_name, settings.app_url, settings.mail_provider, settings.smtp_pass],
      ['Zgłoszenia', 'https://tickets.example.com', null, ''],
    );
    assert.deepEqual(settings.allowed_domains, ['example.com', 'example.org', 'client.example']);
    assert.equal((await ada.get(settings.app_logo_url ?? '')).status, 200);
    const people = (await ada.get<User[]>('/api/users')).is(200);
    assert.deepEqual(
      people.map(({ name, role, language, email_notify_ticket_status }) => [
        name,
        role,
        language,
        email_notify_ticket_status,
      ]),
      [
        ['Ewa Nowak', 'user', 'pl', true],
        ['Celina Żak', 'user', 'pl', false],
        ['Borys Lis', 'developer', 'en', true],
        ['Ada Kowalska', 'developer', 'pl', true],
      ],
    );
    assert.equal((await ada.get(ada.user.avatar_url ?? '')).status, 200);
  });

  test('is news to nobody, and yet recorded without a gap', async (t) => {
    const { dev } = await app().cast.all();
    (await dev.patch('/api/settings', { notify_developers_of_new_tickets: 'digest' })).is(200);
    (await dev.post('/api/webhooks', { url: 'https://example.com/hook', events: ['*'] })).is(201);
    app().clock.advance(3_600_000);
    await app().worker.runOnce();
    const mails = app().mailbox.list().length;
    await importsOf(app()).bringsOpenArca(sampleOpenArca(t).path, { renumbers: true });
    app().clock.advance(7_200_000);
    await app().worker.runOnce();
    const source = { given: app().config.settings, sealingKey: app().secrets.sealingKey };
    await app().runner.write(CONTEXT, (work) => makeDigest(work, source));
    await app().worker.runOnce();
    assert.equal(app().mailbox.list().length, mails);
    const deliveries = {
      sql: "select d.id from event_deliveries d join event_outbox e on e.id = d.entry_id where e.source = 'import'",
      parameters: [],
    };
    assert.deepEqual(await app().database.read((connection) => connection.rows(deliveries)), []);
    assert.deepEqual(await app().runner.read(CONTEXT, verifyEvents), []);
    const recorded = {
      sql: "select event_name, count(*) as n from event_outbox where source = 'import' group by event_name order by 1",
      parameters: [],
    };
    assert.deepEqual(await app().database.read((connection) => connection.rows(recorded)), [
      { event_name: 'ticket.closed', n: 1 },
      { event_name: 'ticket.created', n: 3 },
      { event_name: 'ticket.status_changed', n: 2 },
    ]);
    assert.equal((await dev.get<{ unread: number }>('/api/notices/count')).is(200).unread, 0);
    (await dev.post('/api/settings/events/outbox/replay', { status: 'sent' })).is(200);
    await app().worker.runOnce();
    assert.deepEqual(
      await app().database.read((connection) => connection.rows(deliveries)),
      [],
      'a replay passes it over',
    );
  });

  test('still opens by its old addresses', async (t) => {
    await importsOf(app()).bringsOpenArca(sampleOpenArca(t).path);
    const open = async (path: string) => {
      const answer = await fetch(app().address + path, { redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    assert.deepEqual(await open(`/ticket/${OA.ticket(3)}`), [302, '/t/3']);
    assert.deepEqual(await open(`/ticket/${OA.ticket(3).toUpperCase()}?from=mail`), [302, '/t/3']);
    assert.deepEqual(await open(`/ticket/${OA.ticket(9)}`), [404, null]);
    assert.deepEqual(await open(`/ticket/${OA.comment(1)}`), [404, null]);
    const pairs = {
      '/my-tickets': '/my',
      '/overview': '/workload',
      '/dev-todo': '/todo',
      '/new-ticket': '/new',
      '/profile': '/me',
    };
    for (const [from, to] of Object.entries(pairs)) assert.deepEqual(await open(from), [302, to]);
  });
});
