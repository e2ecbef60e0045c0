import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '#contract/notices.ts';
import type { Project } from '#contract/projects.ts';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';
import type { Answer } from '#testing/caller.ts';
import type { Player, SampleFile } from '#testing/cast.ts';
import { type App, onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const LOG: SampleFile = { name: 'printer.txt', type: 'text/plain', bytes: Buffer.from('paper jam') };

type One = { readonly id: string };

const merging = (person: Player, source: One, into: One, more: object = {}, headers = {}): Promise<Answer<Ticket>> =>
  person.post(`/api/tickets/${source.id}/merge`, { into: into.id, mode: 'join', ...more }, headers);
const beside = (person: Player, source: One, into: One, more: object = {}) =>
  merging(person, source, into, { mode: 'beside', ...more });
const unmerging = (person: Player, source: One): Promise<Answer<Ticket>> =>
  person.post(`/api/tickets/${source.id}/unmerge`);
const detail = async (person: Player, ticket: One): Promise<TicketDetail> => (await person.reads(ticket)).is(200);
const said = ({ comments }: TicketDetail) => comments.map(({ content }) => content);

/** Two tickets of Ada, of which the first has a comment with a file, an internal one and a reference. */
async function doubles({ cast }: App) {
  const { ada, jan, dev, ewa } = await cast.all();
  const [source, target] = [await ada.opens({ title: 'Printer jams again' }), await ada.opens()];
  (await ada.commentsWith(source, { content: 'It still jams.' }, [LOG])).is(201);
  (await dev.comments(source, { content: 'The roller, I think.', is_internal: true })).is(201);
  const reference = { ref_type: 'monitoring', url: 'https://status.example.com/printers' };
  (await dev.post(`/api/tickets/${source.id}/external-references`, reference)).is(201);
  return { ada, jan, dev, ewa, source, target };
}

onEachDatabase('joining a ticket to another one', (app) => {
  test('brings comments, files and references along, and closes the source with where it continues', async () => {
    const { ada, dev, source, target } = await doubles(app());
    const answer = (await merging(dev, source, target)).is(200);
    assert.deepEqual([answer.id, answer.merged_into], [target.id, null]);
    const now = await detail(dev, target);
    const from = { id: source.id, number: source.number };
    assert.deepEqual(
      now.comments.map(({ content, merged_from }) => [content, merged_from]),
      [
        ['It still jams.', from],
        ['The roller, I think.', from],
      ],
    );
    assert.deepEqual(
      now.attachments.map((file) => [file.original_name, file.ticket_id, file.merged_from]),
      [['printer.txt', target.id, from]],
    );
    assert.deepEqual(
      now.external_references.map(({ merged_from }) => merged_from),
      [from],
    );
    const before = await detail(dev, source);
    const { status, merged_into, can } = before;
    assert.deepEqual([status, merged_into], ['closed', { id: target.id, number: target.number }]);
    assert.deepEqual(said(before), [`Continued in #${target.number}`]);
    assert.deepEqual(
      [can.comment, can.attach, can.edit, can.close, can.change_status],
      [true, true, false, false, false],
    );
    const hers = await detail(ada, target);
    assert.deepEqual(said(hers), ['It still jams.']);
    assert.ok(hers.comments.every((comment) => !('merged_from' in comment)));
    assert.equal((await ada.get(hers.attachments[0]?.url ?? '')).status, 200);
  });

  test('leaves lists and counts of work, unless they ask for merged tickets', async () => {
    const { dev, source, target } = await doubles(app());
    const board = async () => (await dev.get<{ _stats: Record<string, number> }>('/api/tickets/board')).is(200)._stats;
    const before = await board();
    (await merging(dev, source, target)).is(200);
    const after = await board();
    assert.deepEqual([after.submitted, after.closed], [(before.submitted ?? 0) - 1, before.closed]);
    for (const filter of [`?number=${source.number}`, `?number=${source.number}&status=closed&my=0`]) {
      const listed = async (query: string) => (await dev.lists(`${filter}${query}`)).is(200).length;
      const counted = async (query: string) =>
        (await dev.get<{ count: number }>(`/api/tickets/count${filter}${query}`)).is(200).count;
      assert.deepEqual([await listed(''), await listed('&merged=1')], [0, 1]);
      assert.deepEqual([await counted(''), await counted('&merged=1')], [0, 1]);
    }
    const filtered = (
      await dev.get<{ _stats: Record<string, number> }>(`/api/tickets/board?number=${source.number}`)
    ).is(200);
    assert.equal(filtered._stats.closed, 0);
  });

  test('has comments and files of the source act on the root, through a chain', async () => {
    const { ada, dev, source, target } = await doubles(app());
    const last = await ada.opens({ title: 'All printers jam' });
    (await merging(dev, source, target)).is(200);
    (await merging(dev, target, last)).is(200);
    const comment = (await ada.comments(source, 'And on floor 3.')).is(201);
    assert.equal(comment.ticket_id, last.id);
    (await ada.attaches(target, LOG)).is(201);
    const root = await detail(dev, last);
    assert.deepEqual(said(root), ['It still jams.', 'The roller, I think.', 'And on floor 3.']);
    assert.equal(root.attachments.length, 2);
    assert.deepEqual((await detail(dev, source)).merged_into, { id: last.id, number: last.number });
    (await ada.takesBack({ ticket_id: source.id, id: comment.id })).is(204);
    (await dev.patches(source, { priority: 'high' })).isRefused(409, 'already_merged');
  });

  test('is taken back whole: what came goes, what was written since stays', async () => {
    const { ada, dev, source, target } = await doubles(app());
    const [mine, other] = [await detail(dev, source), await detail(dev, target)];
    (await merging(dev, source, target)).is(200);
    (await ada.comments(source, 'Written after it.')).is(201);
    const alone = (await unmerging(dev, source)).is(200);
    assert.deepEqual([alone.id, alone.status, alone.merged_into], [source.id, 'submitted', null]);
    const plain = ({ history: _, version: __, updated_at: ___, ...rest }: TicketDetail) => rest;
    assert.deepEqual(plain(await detail(dev, source)), plain(mine));
    const left = await detail(dev, target);
    assert.deepEqual([said(left), left.attachments], [['Written after it.'], other.attachments]);
    (await unmerging(dev, source)).isRefused(409, 'not_merged');
  });

  test('ends newest first: what was merged on is named, and takes along what had come to it before', async () => {
    const { ada, dev, source, target } = await doubles(app());
    const last = await ada.opens({ title: 'All printers jam' });
    (await ada.comments(target, 'On floor 2.')).is(201);
    (await merging(dev, source, target)).is(200);
    (await merging(dev, target, last)).is(200);
    const { ticket, message } = (await unmerging(dev, source)).isRefused(409, 'merged_on');
    assert.ok(message.includes(`#${ticket?.number} `), message);
    assert.deepEqual(ticket, { id: target.id, number: target.number });
    (await unmerging(dev, target)).is(200);
    const middle = await detail(dev, target);
    assert.deepEqual(said(middle).sort(), ['It still jams.', 'On floor 2.', 'The roller, I think.']);
    assert.deepEqual(middle.comments.map(({ merged_from }) => merged_from?.number ?? null).sort(), [
      source.number,
      source.number,
      null,
    ]);
    assert.deepEqual(said(await detail(dev, last)), []);
    assert.equal((await detail(dev, source)).merged_into?.id, target.id);
    (await unmerging(dev, source)).is(200);
    assert.deepEqual(said(await detail(dev, target)), ['On floor 2.']);
  });

  test('refuses what cannot be merged, before anything changes', async () => {
    const { ada, jan, dev, ewa, source, target } = await doubles(app());
    const foreign = await jan.opens();
    (await merging(ada, source, target)).isRefused(403, 'forbidden');
    (await merging(dev, source, source)).isRefused(400, 'merge_self');
    (await merging(dev, source, { id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e' })).isRefused(404, 'ticket_not_found');
    (await merging(dev, source, foreign)).isRefused(409, 'reporters_differ');
    (await merging(dev, source, target, { into_version: 99 })).isRefused(412, 'precondition_failed');
    (await merging(dev, source, target, {}, { 'if-match': '"99"' })).isRefused(412, 'precondition_failed');
    (await dev.patches(target, { status: 'closed', closure_summary: 'Fixed.' })).is(200);
    (await merging(dev, source, target)).isRefused(409, 'ticket_closed');
    (await ewa.patches(target, { status: 'verified' })).is(200);
    (await merging(dev, source, target)).is(200);
    (await merging(dev, source, target)).isRefused(409, 'already_merged');
    (await merging(dev, target, source)).isRefused(409, 'merge_circle');
  });

  test('lets both reporters read all public words, when told so, until it is taken back', async () => {
    const { ada, jan, dev, source } = await doubles(app());
    const his = await jan.opens({ title: 'No paper comes out' });
    (await merging(dev, source, his, { tell_reporters: true })).is(200);
    assert.deepEqual(said(await detail(jan, his)), ['It still jams.']);
    const hers = await detail(ada, his);
    assert.deepEqual(
      hers.people.map(({ id }) => id),
      [ada.id],
    );
    (await ada.comments(source, 'Mine, too.')).is(201);
    (await unmerging(dev, source)).is(200);
    (await ada.reads(his)).isRefused(403, 'forbidden');
    assert.deepEqual(said(await detail(ada, source)), ['It still jams.']);
  });

  test('takes the answer of a closed source out of the memory until it is on its own again', async () => {
    const { ada, dev, source, target } = await doubles(app());
    const closed = { status: 'closed', closure_summary: `Roller ${source.number} replaced.` };
    (await dev.patches(source, closed)).is(200);
    const remembered = async () => {
      const feed = await dev.get<{ items: { ticket_id: string }[] }>('/api/tickets/closure-summaries/index-feed');
      const answers = await dev.get<{ ticket_id: string }[]>('/api/answers?limit=100');
      const has = (rows: { ticket_id: string }[]) => rows.some(({ ticket_id }) => ticket_id === source.id);
      return [has(feed.is(200).items), has(answers.is(200))];
    };
    const whole = await detail(dev, source);
    assert.deepEqual(await remembered(), [true, true]);
    (await merging(dev, source, target)).is(200);
    assert.deepEqual(await remembered(), [false, false]);
    assert.equal((await detail(ada, target)).comments.length, 2);
    assert.ok((await detail(dev, target)).comments.every((comment) => !comment.is_closure_summary));
    assert.deepEqual(await dev.namesOf(source).then((names) => names.slice(-1)), ['ticket.merged']);
    (await unmerging(dev, source)).is(200);
    assert.deepEqual(await remembered(), [true, true]);
    const now = await detail(dev, source);
    assert.deepEqual([now.status, now.closed_at, now.comments], [whole.status, whole.closed_at, whole.comments]);
  });

  test('records that it was merged with the change of status, and not as a closing', async () => {
    const { dev, source, target } = await doubles(app());
    (await merging(dev, source, target)).is(200);
    const events = (await dev.eventsOf(source)).slice(-2);
    assert.deepEqual(
      events.map(({ event_name }) => event_name),
      ['ticket.status_changed', 'ticket.merged'],
    );
    const [, merged] = events;
    const { id: ticket_id, number } = source;
    const into = { into_id: target.id, into_number: target.number };
    assert.deepEqual(merged?.payload, { ticket_id, number, ...into, mode: 'join' });
  });

  test('asks first where people gain sight of internal words', async () => {
    const { ada, dev } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const team = (await lena.post<One>('/api/teams', { name: `Files ${lena.id.slice(-6)}` })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const project = (
      await lena.post<Project>('/api/projects', { name: `Files ${lena.id.slice(-6)}`, sealed: true, teams })
    ).is(201);
    const [secret, open] = [await ada.opens({ project_id: project.id }), await ada.opens()];
    (await merging(dev, secret, open)).isRefused(404, 'ticket_not_found');
    const { gain } = (await merging(lena, secret, open)).isRefused(409, 'would_reveal');
    assert.ok(Number(gain) > 0);
    (await merging(lena, secret, open, { confirm: true })).is(200);
  });

  test('leads from its page to that of the root', async () => {
    const { ada, dev, source, target } = await doubles(app());
    const last = await ada.opens();
    (await merging(dev, source, target)).is(200);
    (await merging(dev, target, last)).is(200);
    const open = (path: string) => fetch(`${app().address}${path}`, { redirect: 'manual' });
    const moved = await open(`/t/${source.number}`);
    assert.deepEqual([moved.status, moved.headers.get('location')], [302, `/t/${last.number}`]);
    const reopening = await open(`/reopen/${source.number}`);
    assert.equal(reopening.headers.get('location'), `/reopen/${last.number}`);
    for (const path of [`/t/${source.number}?merged=1`, `/t/${last.number}`])
      assert.notEqual((await open(path)).status, 302);
  });
});

onEachDatabase('joining a ticket to a restricted one', (app) => {
  const opened = async (by: Player, ...added: Player[]) => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    if (by.id === dev.id) (await dev.patches(ticket, { restricted: true })).is(200);
    for (const { id } of added) (await by.put(`/api/tickets/${ticket.id}/people/${id}`)).is(204);
    return ticket;
  };

  test('asks first where developers who come along would read its internal words', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const root = await opened(dev, ewa);
    (await dev.comments(root, { content: 'The roller.', is_internal: true })).is(201);
    const sources = [await opened(ewa, jan, ewa), await opened(ada, lena)];
    for (const source of sources) (await merging(dev, source, root)).is(200);
    assert.deepEqual(said(await detail(lena, root)), []);
    const source = await opened(ewa, await app().cast.newDeveloper());
    const { gain, lose } = (await merging(dev, source, root)).isRefused(409, 'would_reveal');
    assert.deepEqual([gain, lose], [1, 0]);
    (await merging(dev, source, root, { confirm: true })).is(200);
  });

  test('makes a worker no less by the end of one merge, whom another one brought as such', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const root = await opened(dev);
    const sources = [await opened(ewa, lena), await opened(ada, lena), await opened(ewa, lena)] as const;
    for (const source of sources) (await merging(dev, source, root, { confirm: true })).is(200);
    (await unmerging(dev, sources[0])).is(200);
    (await lena.comments(root, { content: 'The roller.', is_internal: true })).is(201);
    (await unmerging(dev, sources[2])).is(200);
    assert.deepEqual(said(await detail(lena, root)), []);
  });
});

onEachDatabase('standing beside another ticket', (app) => {
  test('moves nothing, and shows who works on them all that stand together, the lead first', async () => {
    const { ada, jan, dev, source } = await doubles(app());
    const [lead, third] = [await jan.opens({ title: 'Nothing prints' }), await jan.opens()];
    const answer = (await beside(dev, source, lead, { also: [third.id, source.id] })).is(200);
    assert.deepEqual(answer.also_result, { closed: [third.id], refused: [{ id: source.id, error: 'already_merged' }] });
    const numbers = async (ticket: One) =>
      (await detail(dev, ticket)).beside?.map(({ number, is_lead }) => [number, is_lead]);
    assert.deepEqual(await numbers(lead), [
      [source.number, false],
      [third.number, false],
    ]);
    assert.deepEqual(await numbers(third), [
      [lead.number, true],
      [source.number, false],
    ]);
    assert.deepEqual(said(await detail(dev, lead)), []);
    for (const person of [ada, jan]) {
      const text = JSON.stringify(await detail(person, person === ada ? source : lead));
      assert.ok(!text.includes('beside') && !text.includes(person === ada ? 'Nothing prints' : 'Printer jams again'));
    }
    (await unmerging(dev, third)).is(200);
    assert.deepEqual(await numbers(lead), [[source.number, false]]);
  });

  test('closes all of them with one answer, and says of each why it could not', async () => {
    const { ada, jan, dev, source } = await doubles(app());
    const [lead, done, alone] = [await jan.opens(), await jan.opens(), await jan.opens()];
    for (const ticket of [source, done]) (await beside(dev, ticket, lead)).is(200);
    (await dev.patches(done, { status: 'closed', closure_summary: 'Earlier.' })).is(200);
    const also = [source.id, done.id, alone.id];
    (await dev.patches(lead, { also, priority: 'high' })).isRefused(400, 'validation_error');
    const changes = { status: 'closed', closure_summary: 'The server is back.', also };
    const { also_result, status } = (await dev.patches(lead, changes)).is(200);
    assert.equal(status, 'closed');
    assert.deepEqual(also_result, {
      closed: [source.id],
      refused: [
        { id: done.id, error: 'ticket_closed' },
        { id: alone.id, error: 'not_beside' },
      ],
    });
    const hers = await detail(ada, source);
    assert.deepEqual([hers.status, said(hers).at(-1)], ['closed', 'The server is back.']);
    const notices = (await ada.get<Notice[]>('/api/notices?limit=500'))
      .is(200)
      .filter((notice) => notice.ticket_id === source.id);
    assert.deepEqual(
      notices.map(({ reason }) => reason),
      ['closed'],
    );
  });

  test('never goes in a circle', async () => {
    const { ada, dev } = await app().cast.all();
    const [first, second, third] = [await ada.opens(), await ada.opens(), await ada.opens()];
    (await beside(dev, first, second)).is(200);
    (await beside(dev, second, first)).isRefused(409, 'merge_circle');
    (await merging(dev, second, first)).isRefused(409, 'merge_circle');
    (await beside(dev, third, first)).is(200);
    assert.equal((await detail(dev, third)).beside?.[0]?.number, second.number);
  });
});

onEachDatabaseAnew('people who are told of a merge', (app) => {
  test('are the reporter by mail, and each person by one notice', async () => {
    const { ada, dev, ewa, source, target } = await doubles(app());
    (await ewa.put(`/api/tickets/${source.id}/following`)).is(204);
    (await dev.post('/api/settings/events/outbox/run-once', {})).is(200);
    const [latest] = app().mailbox.list();
    (await merging(dev, source, target)).is(200);
    (await dev.post('/api/settings/events/outbox/run-once', {})).is(200);
    const mails = app()
      .mailbox.list()
      .filter(({ id }) => id > (latest?.id ?? 0));
    assert.deepEqual(
      mails.map(({ to }) => to),
      [ada.user.email],
    );
    assert.match(mails[0]?.text ?? '', new RegExp(`#${target.number}`));
    for (const [person, reason] of [
      [ada, 'status_changed'],
      [ewa, 'followed'],
    ] as const) {
      const notices = (await person.get<Notice[]>('/api/notices'))
        .is(200)
        .filter(({ ticket_id }) => ticket_id === source.id);
      assert.equal(notices[0]?.reason, reason);
    }
  });
});
