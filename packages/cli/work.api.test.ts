import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import type { NewToken } from '../../contract/tokens.ts';
import type { Player } from '../../server/testing/cast.ts';
import { onEachDatabase } from '../../server/testing/start-app.ts';
import { Machine } from './testing/typed.ts';

/** Cut anywhere but between letters, it cannot be sent in an address. */
const LONG = `At night the scanner hums. ${'🎉'.repeat(3000)}`;

/** Characters that a terminal obeys instead of showing them. */
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

onEachDatabase('kwit', (app) => {
  const machines: Machine[] = [];
  after(() => {
    for (const machine of machines) machine.close();
  });

  /** A machine whose shells know a token of that person's. */
  const machineOf = async (player: Player, scope = 'write'): Promise<Machine> => {
    const { token } = (await player.post<NewToken>('/api/tokens', { name: 'Test', scope })).is(201);
    const machine = new Machine({ KWIT_URL: app().address, KWIT_TOKEN: token });
    machines.push(machine);
    return machine;
  };

  test('lists tickets: with tabs for a program, and in columns that fit for people', async () => {
    const guest = await app().cast.guest();
    const machine = await machineOf(guest, 'read');
    const { number } = await guest.opens({ title: `Zażółć 🎉 gęślą jaźń, ${'and so on '.repeat(12)}` });
    const [row = ''] = (await machine.does(['list'])).split('\n');
    const cells = row.split('\t');
    assert.deepEqual(cells.slice(0, 4), [`#${number}`, 'submitted', 'normal', '-']);
    assert.match(cells[5] ?? '', /^Zażółć 🎉 gęślą jaźń, (and so on ){11}and so on$/);

    const session = machine.types(['list'], { cols: 60 });
    assert.equal(await session.ends(), 0);
    assert.match(
      session.words,
      new RegExp(`^#${number}  submitted  normal  -  20\\d\\d-\\d\\d-\\d\\d  Zażółć 🎉 .*…\n$`),
    );
    assert.ok([...session.words.trim()].length < 60);
    assert.ok(session.shown.includes('\u001b[33msubmitted'));
    const plain = machine.types(['list'], { env: { NO_COLOR: '1' } });
    await plain.ends();
    assert.ok(!plain.shown.includes('\u001b[3'));
    assert.equal((await machine.pipes(['list', '--status', 'closed'])).err, 'There are none.\n');
  });

  test('names the fields that there are where one is not, without those that are archived', async () => {
    const dev = await app().cast.newDeveloper();
    const machine = await machineOf(dev);
    const tried = async (key: string) => (await machine.pipes(['new', '-t', 'Lamp', '--field', `${key}=1`])).err;
    const field = { name: { pl: 'Lampa', en: 'Lamp' }, kind: 'text', ask: 'work' };
    const made = async (key: string) => (await dev.post<{ id: string }>('/api/fields', { ...field, key })).is(201);
    const [lamp] = [await made('lamp_kind'), await made('lamp_place')];
    await dev.patch(`/api/fields/${lamp.id}`, { archived: true });
    assert.match(await tried('nonsense'), /^There is no field nonsense\. There are: (?!.*lamp_kind).*lamp_place/);
    assert.match(await tried('lamp_kind'), /^There is no field lamp_kind\./);
  });

  test('filters and sorts, and reads as many pages as it takes', async () => {
    const dev = await app().cast.newDeveloper();
    const machine = await machineOf(dev);
    for (const title of ['Lamp one', 'Lamp two', 'Lamp three']) await dev.opens({ title });
    const titles = async (...args: string[]) =>
      JSON.parse(await machine.does(['list', '--json', 'title', '--mine', ...args])).map(
        ({ title }: { title: string }) => title,
      );
    assert.deepEqual(await titles('--sort', 'number', '--order', 'asc'), ['Lamp one', 'Lamp two', 'Lamp three']);
    assert.deepEqual(await titles('--limit', '1', '--sort', 'number'), ['Lamp three']);
    assert.deepEqual(await titles('three'), ['Lamp three']);
    assert.deepEqual(await titles('--assignee', 'me'), []);
    assert.deepEqual(await titles('--due', 'missed', '--sort', 'due_at'), []);
    assert.deepEqual((await titles('--due', 'none')).length, 0);
    assert.deepEqual(await titles('--status', 'submitted,verified', '--priority', 'normal', '--category', 'bug'), []);
    for (const wrong of [
      ['--limit', '0'],
      ['--sort', 'colour'],
      ['--due', 'never'],
      ['--colour', 'red'],
      ['one', 'two'],
    ])
      assert.equal((await machine.pipes(['list', ...wrong])).code, 2, wrong.join(' '));
    const refused = await machine.pipes(['list', '--assignee', 'ewa']);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^validation_error: .*\n {2}assignee_id: /);
  });

  test('names every field that the interface has, and no other', async () => {
    const dev = await app().cast.newDeveloper();
    const machine = await machineOf(dev);
    const ticket = await dev.opens();
    const listed = async (...args: string[]) => {
      const { code, err } = await machine.pipes([...args, '--json', 'nonsense']);
      assert.equal(code, 2);
      assert.match(err, /^There is no field nonsense/);
      const names = err.trim().split('\n').slice(1, -1).sort();
      // Reporters have the one in the place of `wait`; the other stands where tickets were joined.
      const elsewhere = ['answer_due_at', 'joined'];
      return names.filter((name) => !elsewhere.includes(name));
    };
    const [row] = (await dev.lists(`?view=row&number=${ticket.number}`)).is(200);
    assert.deepEqual(await listed('list'), Object.keys(row ?? {}).sort());
    assert.deepEqual(await listed('show', '1'), Object.keys((await dev.reads(ticket)).is(200)).sort());
    assert.equal((await machine.pipes(['list', '--json', ''])).code, 2);
  });

  test('shows a ticket with what was said, and nothing that a terminal would obey', async () => {
    const { ada, dev } = await app().cast.all();
    const evil = 'Look \u001b]0;title\u0007 \u001b[31mred\u202e txt.exe \u009b2J';
    const ticket = await ada.opens({ description: `Every second page. ${evil}` });
    (await dev.comments(ticket, { content: 'Only we read this.', is_internal: true })).is(201);
    const shown = await (await machineOf(dev)).does(['show', `#${ticket.number}`]);
    assert.match(shown, /Printer jams/);
    assert.match(shown, /— .* · internal\nOnly we read this\./);
    assert.doesNotMatch(shown, OBEYED);
    const machine = await machineOf(ada, 'read');
    assert.doesNotMatch(await machine.does(['show', String(ticket.number)]), /Only we read this/);
    const json = machine.types(['show', String(ticket.number), '--json', 'description']);
    assert.equal(await json.ends(), 0);
    assert.doesNotMatch(json.words, OBEYED);
    assert.ok(JSON.parse(json.words).description.endsWith('\u009b2J'));
    const missing = await machine.pipes(['show', '999999']);
    assert.deepEqual([missing.code, missing.err], [1, 'ticket_not_found: There is no ticket 999999.\n']);
    assert.equal((await machine.pipes(['show', 'x'])).code, 2);
  });

  test('reports a ticket, with files and once for a key', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.post('/api/projects', { name: 'Website' })).is(201);
    const machine = await machineOf(ada);
    const photo = join(machine.home, 'printer.log');
    writeFileSync(photo, 'jam\n');
    const args = ['new', '-t', 'Printer jams', '-d', '-', '--project', 'website', '-f', photo, '--key', 'jam-1'];
    const number = await machine.does(args, { input: 'Every second page.' });
    assert.equal(await machine.does(args, { input: 'Every second page.' }), number);
    const shown = JSON.parse(await machine.does(['show', number.trim(), '--json', 'attachments,project_name']));
    assert.deepEqual([shown.attachments.length, shown.project_name], [1, 'Website']);
    const again = await machine.pipes(['new', '-t', 'Printer jams', '-d', 'x', '--urgency', 'low', '--key', 'jam-1']);
    assert.match(again.err, /^idempotency_key_reused: /);
    for (const wrong of [
      ['--urgency', 'huge'],
      ['--project', 'None'],
      ['-f', '/nowhere'],
      ['--title', ''],
    ])
      assert.equal((await machine.pipes(['new', '-t', 'Title', '-d', 'x', ...wrong])).code, 2, wrong.join(' '));
  });

  test('comments, takes and closes from a script', async () => {
    const { ada } = await app().cast.all();
    const dev = await app().cast.newDeveloper();
    const number = String((await ada.opens()).number);
    const machine = await machineOf(dev);
    await machine.does(['comment', number, '-m', '-', '--internal'], { input: 'The log says nothing.' });
    assert.equal((await machine.pipes(['take', number])).err, `#${number} is yours: verified.\n`);
    assert.equal((await machine.pipes(['take', number, '--start'])).err, `#${number} is yours: in_progress.\n`);
    await machine.does([
      'close',
      number,
      '-m',
      'The roller was worn.',
      '-q',
      'Printer jams',
      '--not-shared',
      '--found-by',
      'copier',
      '--found-by',
      'paper jam',
    ]);
    const shown = JSON.parse(await machine.does(['show', number, '--json', 'status,assignee_id,comments']));
    assert.deepEqual([shown.status, shown.assignee_id], ['closed', dev.id]);
    const [internal, answer] = shown.comments;
    assert.deepEqual([internal.content, internal.is_internal], ['The log says nothing.', true]);
    assert.deepEqual(
      [answer.content, answer.question, answer.is_shared, answer.found_by],
      ['The roller was worn.', 'Printer jams', false, ['copier', 'paper jam']],
    );
    assert.match((await machine.pipes(['close', number, '-m', 'Another.'])).err, /was closed already/);
    for (const words of [
      ['take', number],
      ['assign', number, 'none'],
    ]) {
      const refused = await machine.pipes(words);
      assert.deepEqual([refused.code, refused.err.includes(`kwit reopen ${number}`)], [2, true], refused.err);
    }
    const other = String((await ada.opens()).number);
    const unwritten = await machine.pipes(['close', other]);
    assert.equal(unwritten.code, 2);
    assert.match(unwritten.err, /^There is no terminal for an editor\. Give it with -m\.\n/);
  });

  test('assigns by address or name, and opens again as a developer and as the reporter', async () => {
    const { ada } = await app().cast.all();
    const [dev, other] = [await app().cast.newDeveloper(), await app().cast.newDeveloper()];
    const number = String((await ada.opens()).number);
    const machine = await machineOf(dev);
    const seen = async () => JSON.parse(await machine.does(['show', number, '--json', 'status,assignee_id,comments']));
    for (const [said, id] of [
      [other.user.email.toUpperCase(), other.id],
      ['me', dev.id],
      ['none', null],
    ] as const) {
      await machine.does(['assign', number, said]);
      assert.equal((await seen()).assignee_id, id, said);
    }
    const unknown = await machine.pipes(['assign', number, ada.user.email]);
    assert.match(unknown.err, /^No active developer has the address or the name/);
    for (const reopener of [dev, ada]) {
      await machine.does(['close', number, '-m', 'The roller was worn.']);
      assert.notEqual((await (await machineOf(reopener)).pipes(['reopen', number, '-m', 'x'.repeat(70_000)])).code, 0);
      assert.equal((await seen()).status, 'closed', 'what is refused changes nothing');
      await (await machineOf(reopener)).does(['reopen', number, '-m', `It jams, says ${reopener.id}.`]);
      const { status, comments } = await seen();
      assert.notEqual(status, 'closed');
      assert.equal(comments.at(-1).content, `It jams, says ${reopener.id}.`);
    }
    assert.match((await machine.pipes(['reopen', number, '-m', 'Again.'])).err, /is open: /);
  });

  test('downloads files under their names, and overwrites none', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    const bytes = Buffer.from('jam');
    (await ada.attaches(ticket, { name: 'a.log', type: 'text/plain', bytes })).is(201);
    const machine = await machineOf(ada, 'read');
    const number = String(ticket.number);
    const paths = ['a.log', 'a (2).log'].map((name) => join(machine.home, name));
    for (const path of paths) assert.equal(await machine.does(['download', number, '--to', machine.home]), `${path}\n`);
    for (const path of paths) assert.deepEqual(readFileSync(path), bytes);
    assert.match((await machine.pipes(['download', number, 'b.log'])).err, /has no such file, but: a\.log\./);
    assert.equal((await machine.pipes(['download', number, '--to', '/nowhere'])).code, 2);
  });

  test('does not close a ticket over the head of somebody who was faster', async () => {
    const { ada, dev } = await app().cast.all();
    const { id, number } = await ada.opens();
    const machine = await machineOf(dev);
    const EDITOR = machine.addProgram(
      'slow-editor',
      `const { readFileSync, writeFileSync } = require('node:fs')
      const headers = { authorization: 'Bearer ' + process.env.KWIT_TOKEN, 'content-type': 'application/json' }
      const change = { method: 'PATCH', headers, body: '{"priority":"critical"}' }
      fetch(process.env.KWIT_URL + '/api/tickets/${id}', change).then(() => {
        const file = process.argv.at(-1)
        writeFileSync(file, 'Done.\\n' + readFileSync(file, 'utf8'))
      })`,
    );
    const session = machine.types(['close', String(number)], { env: { EDITOR } });
    assert.equal(await session.ends(), 1);
    assert.match(session.words, /^precondition_failed: /m);
    const path = /What you wrote is kept in (.*)\.$/m.exec(session.words.replace(/\n(?=\S*unsent)/, ''))?.[1] ?? '';
    assert.equal(readFileSync(path, 'utf8'), 'Done.\n');
    rmSync(dirname(path), { recursive: true });
    const { status, priority } = (await dev.reads({ id })).is(200);
    assert.deepEqual([status, priority], ['submitted', 'critical']);
  });

  test('opens the editor with the ticket and what was answered to similar ones', async () => {
    const { ada, dev } = await app().cast.all();
    const old = await ada.opens({ title: 'Scanner hums at night', description: 'The scanner hums all night long.' });
    (await dev.patches(old, { status: 'closed', closure_summary: 'It charges; unplug it.' })).is(200);
    const { number } = await ada.opens({ title: 'The scanner hums', description: LONG });
    const machine = await machineOf(dev);
    const seen = join(machine.home, 'seen');
    const writes = (words: string) =>
      machine.addProgram(
        'editor',
        `const { readFileSync, writeFileSync } = require('node:fs')
        const file = process.argv.at(-1)
        writeFileSync(${JSON.stringify(seen)}, readFileSync(file))
        writeFileSync(file, ${JSON.stringify(words)} + readFileSync(file, 'utf8'))`,
      );
    const nothing = machine.types(['close', String(number)], { env: { EDITOR: writes('') } });
    assert.equal(await nothing.ends(), 1);
    assert.match(nothing.words, /Nothing was written/);
    const session = machine.types(['close', String(number)], {
      env: { EDITOR: writes('# Unplug it\n\nIt charges.\n') },
    });
    assert.equal(await session.ends(), 0, session.words);
    const beside = readFileSync(seen, 'utf8');
    assert.match(
      beside,
      /At night the scanner hums\. 🎉[\s\S]*similar ones\n\n#\d+ Scanner hums at night\nIt charges; unplug it\./,
    );
    const [summary] = JSON.parse(await machine.does(['show', String(number), '--json', 'comments'])).comments;
    assert.equal(summary.content, '# Unplug it\n\nIt charges.');
  });
});
