import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act } from '#contract/acts.ts';
import { forBugTexts } from '#contract/bug-texts.ts';
import type { Label } from '#contract/labels.ts';
import { act, actOf, undoes } from '#testing/acts.ts';
import type { Player } from '#testing/cast.ts';
import { filesOf, importsOf, rowsOf } from '#testing/import-runs.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { checkDatabase } from '../../integrity/check-database.ts';
import type { IncomingTicket } from './incoming-ticket.ts';
import { runImport } from './run-import.ts';

const ada = { email: 'ada@example.com', name: 'Ada' };
const at = '2024-03-01T08:00:00.000Z';

const incoming = (externalId: string, more: Partial<IncomingTicket> = {}): IncomingTicket => ({
  ...{ externalId, title: `Wombat ${externalId}`, description: 'A quokka sits on the printer.' },
  ...forBugTexts(() => null),
  ...{ internalNote: null, category: 'bug', urgency: 'normal', priority: 'high', status: 'closed', project: 'Zoo' },
  ...{ reporter: ada, assignee: null, plannedDate: null, estimatedHours: null },
  ...{ createdAt: at, updatedAt: at, closedAt: at },
  answer: { content: 'We carried it home.', author: null, at },
  origin: { url: `https://old.example/${externalId}`, title: 'There' },
  comments: [
    {
      externalId: `c${externalId}`,
      author: ada,
      content: 'It bites.',
      isInternal: false,
      isDeveloper: false,
      createdAt: at,
    },
  ],
  files: [{ name: 'quokka.png', path: 'quokka.png', bytes: samples.png }],
  moves: [{ from: 'submitted', to: 'closed', at, by: null }],
  labels: ['animals'],
  participants: [{ email: 'jan@example.com', name: 'Jan' }],
  ...more,
});

const TICKETS = ['1', '2', '3'].map((id) =>
  incoming(id, { links: [{ other: id === '1' ? '2' : '1', type: 'related', isOut: id === '1' }] }),
);

/** An undo leaves these as they are, or they tell of it. */
const WATCHED_BESIDE = [
  'import_runs',
  'audit',
  'users',
  'projects',
  'counters',
  'event_outbox',
  'telemetry',
  'telemetry_people',
];

onEachDatabaseAnew('the undo of an import', (app) => {
  const brings = (tickets: readonly IncomingTicket[], parts = importsOf(app()).parts('import test')) =>
    runImport(parts, {
      people: 'create',
      options: '{}',
      source: {
        name: 'test:zoo',
        sha256: '',
        async *rows() {
          for (const ticket of tickets) yield { place: ticket.externalId, ticket };
        },
      },
    });
  const ticketsOf = async (player: Player) => (await player.lists('?limit=100&q=wombat')).is(200);
  const imported = async (dev: Player): Promise<Act> => {
    const acts = (await dev.get<Act[]>('/api/acts?kind=import')).is(200);
    assert.ok(acts[0]);
    return acts[0];
  };
  const wholeness = async (of: App) => {
    const source = { given: of.config.settings, sealingKey: of.secrets.sealingKey };
    const checks = await checkDatabase(of.database, of.runner, { files: of.files, source, isQuick: false });
    assert.deepEqual(
      checks.flatMap(({ problems }) => problems),
      [],
    );
  };

  test('leaves the undo of a merge of labels without the tickets that it took away', async () => {
    const { dev } = await app().cast.all();
    await brings(TICKETS);
    const importAct = await imported(dev);
    const labels = (await dev.get<Label[]>('/api/labels')).is(200);
    const { id } = labels.find(({ name }) => name === 'animals') ?? assert.fail();
    const into = (await dev.post<Label>('/api/labels', { name: 'Beasts' })).is(201).id;
    const merged = actOf(await dev.post(`/api/labels/${id}/merge`, { into }));
    const taken = await undoes(dev, importAct.id);
    assert.equal(taken.is(200).undone.length, TICKETS.length);
    assert.deepEqual((await undoes(dev, merged)).is(200).left, []);
    (await dev.delete(`/api/labels/${into}`)).is(204);
    assert.deepEqual((await undoes(dev, actOf(taken))).is(200).left, []);
    assert.equal((await ticketsOf(dev)).length, TICKETS.length);
    await wholeness(app());
  });

  test('takes its tickets away with all that came with them, and brings them back as they were', async () => {
    const { dev } = await app().cast.all();
    const before = await rowsOf(app(), WATCHED_BESIDE);
    const counted = (await dev.get('/api/tickets/count')).is(200);
    await brings(TICKETS);
    const after = await rowsOf(app(), WATCHED_BESIDE);
    const importAct = await imported(dev);
    assert.deepEqual(
      [importAct.via, importAct.kind, importAct.actor, importAct.tickets, importAct.fields, importAct.can_undo],
      ['import', 'import', null, 3, ['created'], true],
    );
    const tickets = await ticketsOf(dev);
    const numbers = tickets.map(({ number }) => number);
    const { lines = [] } = await act(dev, importAct.id);
    assert.deepEqual(
      lines
        .filter(({ ticket }) => ticket)
        .map(({ ticket, thing, old, new: to, state }) => [ticket?.number, thing, old, to, state]),
      numbers.toSorted().map((number) => [number, null, null, number, 'undoable']),
    );
    const first = tickets[0] ?? assert.fail();
    assert.equal((await dev.get<Act[]>(`/api/acts?ticket=${first.id}`)).is(200)[0]?.id, importAct.id);
    const { history = [] } = (await dev.reads(first)).is(200);
    assert.deepEqual(
      [history[0]?.act_id, history[0]?.cause?.via, history[0]?.cause?.import],
      [importAct.id, 'import', 'test'],
    );
    const tried = (await undoes(dev, importAct.id, { dry_run: true })).is(200);
    assert.deepEqual(
      [tried.act, tried.undone.length, tried.left.map(({ error }) => error)],
      [null, 3, Array(tried.left.length).fill('not_undoable')],
    );
    assert.deepEqual(await rowsOf(app(), WATCHED_BESIDE), after);

    let last = importAct.id;
    for (let n = 0; n < 2; n += 1) {
      const gone = (await undoes(dev, last)).is(200);
      assert.deepEqual(gone.undone.map(({ ticket }) => ticket?.number).toSorted(), numbers.toSorted());
      const left = await rowsOf(app(), WATCHED_BESIDE);
      assert.deepEqual(left, before);
      assert.deepEqual([await ticketsOf(dev), (await dev.get('/api/tickets/count')).is(200)], [[], counted]);
      for (const { id } of tickets) (await dev.reads({ id })).isRefused(404, 'ticket_not_found');
      assert.equal(
        (await act(dev, importAct.id)).undone_by,
        n === 0 ? gone.act : (await act(dev, importAct.id)).undone_by,
      );
      await wholeness(app());
      const back = (await undoes(dev, gone.act ?? '')).is(200);
      assert.deepEqual(back.left, []);
      assert.deepEqual(
        back.undone.map(({ state }) => state),
        ['undone', 'undone', 'undone'],
      );
      assert.deepEqual(await rowsOf(app(), WATCHED_BESIDE), after);
      assert.deepEqual(
        (await ticketsOf(dev)).map(({ id }) => id),
        tickets.map(({ id }) => id),
      );
      await wholeness(app());
      last = (await act(dev, back.act ?? '')).can_undo ? importAct.id : assert.fail();
    }
  });

  test('leaves tickets that somebody has touched, says who, and gives no number twice', async () => {
    const { dev, ewa, ada: reporter } = await app().cast.all();
    await brings(TICKETS.map((ticket) => ({ ...ticket, externalId: `9${ticket.externalId}`, links: [] })));
    const importAct = await imported(dev);
    const tickets = (await ticketsOf(dev)).slice(0, 3);
    const [changed, said] = [tickets[0] ?? assert.fail(), tickets[1] ?? assert.fail()];
    (await ewa.patches(changed, { priority: 'low' })).is(200);
    (await dev.comments(said, 'Is it back?')).is(201);
    const { undone, left } = (await undoes(dev, importAct.id)).is(200);
    assert.equal(undone.length, 1);
    assert.deepEqual(
      left
        .filter(({ error }) => error !== 'not_undoable')
        .map(({ line, error, by }) => [line.ticket?.id, error, by?.name])
        .toSorted(),
      [
        [changed.id, 'changed_since', 'Ewa'],
        [said.id, 'changed_since', 'Dev'],
      ].toSorted(),
    );
    const { number } = await reporter.opens();
    assert.ok(tickets.every((ticket) => ticket.number < number));
  });

  test('tells open pages of those who saw them which tickets are gone, each once', async () => {
    const { dev, ewa, jan: stranger } = await app().cast.all();
    const alone = { links: [], participants: [] };
    await brings(TICKETS.map((ticket) => ({ ...ticket, externalId: `8${ticket.externalId}`, ...alone })));
    const importAct = await imported(dev);
    const streams = [await dev.listens(), await ewa.listens(), await stranger.listens()];
    const opened = await stranger.opens();
    for (const stream of streams) await stream.until('ticket.created', opened);
    const { undone } = (await undoes(dev, importAct.id)).is(200);
    const last = await stranger.opens();
    const [own = [], others, none] = await Promise.all(
      streams.map(async (stream) =>
        (await stream.until('ticket.created', last)).filter(({ event }) => event === 'ticket.gone'),
      ),
    );
    const numbers = undone.map(({ ticket }) => ticket?.number).toSorted();
    assert.equal(numbers.length, 3);
    for (const gone of [own, others]) assert.deepEqual(gone?.map(({ data }) => data?.number).toSorted(), numbers);
    assert.deepEqual(none, []);
    for (const stream of streams) await stream.close();
  });

  test('brings nothing back of who was erased meanwhile, and keeps none of their words', async () => {
    const { ada: reporter, dev } = await app().cast.all();
    await brings(TICKETS);
    const gone = (await undoes(dev, (await imported(dev)).id)).is(200);
    (await dev.post(`/api/users/${reporter.id}/erase`, { texts: true })).is(200);
    // Nobody knows any more who saw these tickets.
    (await undoes(dev, gone.act ?? '')).isRefused(404, 'act_not_found');
    const read = { sql: 'select content from removed_rows', parameters: [] };
    const rows = await app().database.read((connection) => connection.rows<{ content: string }>(read));
    assert.ok(rows.every(({ content }) => !/Wombat|quokka sits|It bites/.test(content)));
  });

  test('lets the same tickets come again', async () => {
    const { dev } = await app().cast.all();
    await brings(TICKETS);
    const [importAct, tickets] = [await imported(dev), await ticketsOf(dev)];
    (await undoes(dev, importAct.id)).is(200);
    const report = await brings(TICKETS);
    assert.deepEqual(report.tables.tickets, { read: 3, imported: 3, merged: 0, left_out: 0 });
    const again = await ticketsOf(dev);
    assert.deepEqual(
      again.map(({ labels }) => labels?.map(({ name }) => name)),
      tickets.map(() => ['animals']),
    );
    assert.ok(Math.min(...again.map(({ number }) => number)) > Math.max(...tickets.map(({ number }) => number)));
    await wholeness(app());
    assert.equal((await filesOf(app())).length, 6);
  });
});
