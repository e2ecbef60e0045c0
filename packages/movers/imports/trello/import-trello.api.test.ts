import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TicketDetail } from '#contract/tickets.ts';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { differencesIn, type ExpectedTicket, movedTickets } from '#testing/moved-tickets.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import type { TrelloOptions } from './trello-command.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports/trello');

interface Case {
  readonly id: string;
  readonly tickets: readonly (ExpectedTicket & { readonly short_link: string })[];
}
interface Action {
  readonly data: { readonly card: { readonly id: string } };
}
const CASES = (JSON.parse(readFileSync(join(SAMPLES, 'expected.json'), 'utf8')) as { cases: Case[] }).cases;
const ticketsOf = (id: string) => CASES.find((entry) => entry.id === id)?.tickets ?? [];

onEachDatabaseAnew('cards of Trello that are imported', (app) => {
  const BOARD: Partial<TrelloOptions> = {
    peoplePath: join(SAMPLES, 'people.csv'),
    filesFolder: join(SAMPLES, 'attachments'),
    lists: { Zrobione: 'closed', 'W trakcie': 'in_progress' },
  };
  const reportPath = () => join(app().dataDir, 'report.json');
  const brings = (name: string, options: Partial<TrelloOptions>) =>
    importsOf(app()).bringsTrello(join(SAMPLES, name), options, { reportPath: reportPath() });
  const report = () => readFileSync(reportPath(), 'utf8');
  /** The newest 1,000 actions, as Trello cuts a file off: those of the sample, and moves up and down a list. */
  const fullBoard = (): string => {
    const board = JSON.parse(readFileSync(join(SAMPLES, 'board-1000.json'), 'utf8'));
    const oldest = board.actions.pop();
    while (board.actions.length < 999) board.actions.push({ ...oldest, date: '2024-01-01T09:00:00.000Z' });
    const path = join(app().dataDir, 'full.json');
    writeFileSync(path, JSON.stringify({ ...board, actions: [...board.actions, oldest] }));
    return path;
  };
  const expectTickets = async (id: string) => {
    const moved = await movedTickets(app(), 'Trello');
    assert.equal(moved.size, ticketsOf(id).length);
    for (const expected of ticketsOf(id))
      assert.deepEqual(differencesIn(expected, moved.get(expected.short_link), moved), [], expected.short_link);
  };

  test('every value of a board is there, nobody is mailed, and a second import changes nothing', async () => {
    await app().cast.all();
    const mails = app().mailbox.list().length;
    assert.equal(await brings('board.json', BOARD), 3);
    await expectTickets('board');
    const before = await rowsOf(app(), ['import_runs', 'audit']);
    assert.equal(await brings('board.json', BOARD), 3);
    assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), before);
    assert.equal(app().mailbox.list().length, mails);
  });

  test('a comparison finds every value the same, and names the one that was changed here', async () => {
    await brings('board.json', BOARD);
    const verifies = async () => {
      const imports = importsOf(app());
      const code = await imports.bringsTrello(join(SAMPLES, 'board.json'), BOARD, { verifies: true });
      return { code, said: imports.said.join('\n') };
    };
    const whole = await verifies();
    assert.match(whole.said, /^(\d+) of \1 values are the same\.$/);
    assert.equal(whole.code, 0);
    const { ticket } = (await movedTickets(app(), 'Trello')).get('ggGG7777') ?? {};
    const dev = await app().cast.dev;
    (await dev.patches({ id: ticket?.id ?? '' }, { title: 'Another title' })).is(200);
    const changed = await verifies();
    assert.equal(changed.code, 1);
    assert.match(
      changed.said,
      /ggGG7777: title of the ticket is "Another title", and was "Dwa zrzuty i link do karty"/,
    );
  });

  test('the report names templates, people, files, makers and comments that are not in the file', async () => {
    await brings('board.json', BOARD);
    for (const word of [
      ...['ffFF6666', 'Ernest Lis', 'Wanda Odeszła', 'bbBB2222', 'eeEE5555', 'hhHH8888'],
      ...['image.png (65937e000000000000000004)', 'ccCC3333', 'ddDD4444', 'jjJJ0000'],
    ])
      assert.ok(report().includes(word), word);
    assert.ok(!report().includes('are not in it'));
  });

  test('a file of the newest 1,000 actions: how many comments are missing, and of which cards', async () => {
    const code = await importsOf(app()).bringsTrello(
      fullBoard(),
      { lists: { Koniec: 'closed' } },
      { reportPath: reportPath() },
    );
    assert.equal(code, 3);
    await expectTickets('board-1000');
    assert.match(report(), /the newest 1000 actions of the board alone: 2 of 7 comments; those before 2024-01-01/);
    assert.match(report(), /"id": "oldOld01",[^}]*"count": 3/);
    assert.match(report(), /"id": "oldOld02",[^}]*"count": 2/);
  });

  test('a card and a comment that stand there twice, days and times that are none, things to do of somebody', async () => {
    const board = JSON.parse(readFileSync(join(SAMPLES, 'board.json'), 'utf8'));
    const [card] = board.cards;
    const [item] = board.checklists[0].checkItems;
    Object.assign(item, { due: '2024-04-05T10:00:00.000Z', idMember: board.members[0].id });
    const comments = board.actions.filter((action: { type: string }) => action.type === 'commentCard');
    const [said, other] = comments.filter((action: Action) => action.data.card.id === card.id);
    board.actions.push({ ...said }, { ...other, id: said.id, date: 'never' }, { ...other, id: said.id });
    board.cards = [{ ...card, due: 'someday', start: 'later' }, ...board.cards.slice(1), { ...card, name: 'Again' }];
    const path = join(app().dataDir, 'odd.json');
    writeFileSync(path, JSON.stringify(board));
    const bringsOdd = (verifies = false) =>
      importsOf(app()).bringsTrello(path, BOARD, verifies ? { verifies } : { reportPath: reportPath() });
    assert.equal(await bringsOdd(), 3);
    const { leftovers = '', comments: here = [] } = (await movedTickets(app(), 'Trello')).get('aaAA1111') ?? {};
    for (const line of ['Due date: someday', 'Start date: later', 'due 2024-04-05, assigned to Bogna Tarka'])
      assert.ok(leftovers.includes(line), line);
    assert.equal(here.length, 4);
    for (const words of ['aaAA1111 stands in it twice', 'it came once', 'both came', 'a comment tells no time'])
      assert.ok(report().includes(words), words);
    assert.equal(await bringsOdd(true), 0);
    const rows = await rowsOf(app(), ['import_runs', 'audit']);
    assert.equal(await bringsOdd(), 3);
    assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), rows);
  });

  test('what is no board, and a list that it does not have, are refused, and nothing is written', async () => {
    const before = await rowsOf(app());
    await assert.rejects(brings('not-a-board.json', {}), /is no board of Trello/);
    await assert.rejects(brings('board.json', { lists: { Done: 'closed' } }), /no list “Done”. It has: “Do zrobienia”/);
    assert.deepEqual(await rowsOf(app()), before);
  });

  test('labels keep the nearest colour, moves between lists are history, and the old address leads to the ticket', async () => {
    await brings('board.json', BOARD);
    const { ticket } = (await movedTickets(app(), 'Trello')).get('aaAA1111') ?? {};
    assert.deepEqual(
      ticket?.labels?.map(({ name, color }) => [name, color]),
      [
        ['red', 'red'],
        ['sprzęt', 'green'],
      ],
    );
    const dev = await app().cast.dev;
    const { history } = (await dev.get<TicketDetail>(`/api/tickets/${ticket?.id}`)).is(200);
    assert.deepEqual(
      history.filter(({ field }) => field === 'status').map(({ old_value, new_value }) => [old_value, new_value]),
      [
        ['submitted', 'in_progress'],
        ['in_progress', 'closed'],
      ],
    );
    const led = await fetch(`${app().address}/c/aaAA1111`, { redirect: 'manual' });
    assert.deepEqual([led.status, led.headers.get('location')], [302, `/t/${ticket?.number}`]);
  });

  test('with --answer last-comment, the last word of who worked on it, at or before the closing, answers', async () => {
    await brings('board.json', { ...BOARD, lastCommentAnswers: true });
    const moved = await movedTickets(app(), 'Trello');
    const answerOf = (name: string) => moved.get(name)?.comments.find((comment) => comment.is_closure_summary)?.content;
    assert.equal(answerOf('jjJJ0000'), 'Zrobione, kable podpisane.');
    assert.equal(answerOf('aaAA1111'), '@bogna_t zamówiony, będzie w czwartek');
  });
});
