import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import type { NewToken } from '../../contract/tokens.ts';
import type { Player } from '../../server/testing/cast.ts';
import { onEachDatabase } from '../../server/testing/start-app.ts';
import { Machine } from './testing/typed.ts';

onEachDatabase('kwit, besides work on tickets', (app) => {
  const machines: Machine[] = [];
  after(() => {
    for (const machine of machines) machine.close();
  });
  const machineOf = async (player: Player): Promise<Machine> => {
    const { token } = (await player.post<NewToken>('/api/tokens', { name: 'Test', scope: 'write' })).is(201);
    const machine = new Machine({ KWIT_URL: app().address, KWIT_TOKEN: token });
    machines.push(machine);
    return machine;
  };

  test('finds what was answered before', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'Invoices to Norway' });
    const closure = {
      closure_summary: 'Turn the VAT flag on.\nThen send it again.',
      closure_question: 'VAT in Norway',
    };
    (await dev.patches(ticket, { status: 'closed', ...closure })).is(200);
    const machine = await machineOf(dev);
    const row = `#${ticket.number}\tVAT in Norway\tTurn the VAT flag on. Then send it again.\n`;
    assert.equal(await machine.does(['answers', 'norway', 'vat']), row);
    const session = machine.types(['answers', 'norway']);
    assert.equal(await session.ends(), 0);
    assert.equal(session.words, `#${ticket.number} VAT in Norway\nTurn the VAT flag on.\nThen send it again.\n`);
    const fields = ['answers', 'norway', '--json', 'ticket_number,content'];
    const [answer] = JSON.parse(await (await machineOf(ada)).does(fields));
    assert.deepEqual(answer, { ticket_number: ticket.number, content: closure.closure_summary });
    assert.match((await machine.pipes(['answers', 'xylophone'])).err, /Nothing was answered/);
  });

  test('lists acts, and takes one back', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const act = (await dev.patches(ticket, { priority: 'high' })).headers.get('kwit-act') ?? '';
    const machine = await machineOf(dev);
    assert.match(
      await machine.does(['acts', String(ticket.number)]),
      new RegExp(`^${act}\\t.*\\tpriority\\t1\\tundo\n`),
    );
    assert.equal(await machine.does(['undo', act, '--dry-run']), `#${ticket.number}\tpriority\tundoable\t\n`);
    assert.equal((await dev.reads(ticket)).is(200).priority, 'high');
    assert.equal(await machine.does(['undo', act]), `#${ticket.number}\tpriority\tundone\t\n`);
    assert.equal((await dev.reads(ticket)).is(200).priority, 'normal');
  });

  test('tells what happens until Ctrl+C', async () => {
    const { ada } = await app().cast.all();
    const ticket = await ada.opens();
    const session = (await machineOf(ada)).types(['watch', String(ticket.number)]);
    await session.sees(/Listening/);
    let isHeard = false;
    const heard = session.sees(new RegExp(`#${ticket.number}\\s+comment\\.created`)).finally(() => {
      isHeard = true;
    });
    // It hears what happens once it listens, so things happen until it does.
    while (!isHeard) {
      await ada.opens();
      (await ada.comments(ticket, 'Still.')).is(201);
    }
    await heard;
    assert.doesNotMatch(session.words, /ticket\.created/, 'of that ticket alone');
    session.presses('\u0003');
    await session.ends();
  });

  test('opens a ticket in the browser, or writes its address', async () => {
    const machine = await machineOf(await app().cast.ada);
    const address = `${app().address}/t/42`;
    assert.equal(await machine.does(['open', '42']), `${address}\n`);
    const withoutBrowser = machine.types(['open', '42']);
    assert.equal(await withoutBrowser.ends(), 0);
    assert.equal(withoutBrowser.words, `${address}\n`);
    const opened = join(machine.home, 'opened');
    const browser = machine.addProgram(
      'browser',
      `const { renameSync, writeFileSync } = require('node:fs')
      writeFileSync('${opened}.new', process.argv[2])
      renameSync('${opened}.new', '${opened}')`,
    );
    const changes = watch(machine.home);
    const next = (async () => {
      for await (const { filename } of changes) if (filename === 'opened') return;
    })();
    assert.equal(await machine.types(['open', '42'], { env: { BROWSER: browser } }).ends(), 0);
    await next;
    assert.equal(readFileSync(opened, 'utf8'), address);
  });

  test('sends any request, and says what came of it', async () => {
    const ada = await app().cast.ada;
    const machine = await machineOf(ada);
    const { email } = JSON.parse(await machine.does(['api', 'get', '/api/auth/me']));
    assert.equal(email, ada.user.email);
    const post = ['api', 'POST', '/api/tickets', '-H', 'Idempotency-Key: one', '-d', '-'];
    const draft = JSON.stringify({ title: 'Printer jams', description: 'Every second page.' });
    const [first, again] = [await machine.does(post, { input: draft }), await machine.does(post, { input: draft })];
    assert.equal(JSON.parse(again).number, JSON.parse(first).number);
    const refused = await machine.pipes(['api', 'GET', '/api/users', '-i']);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^forbidden: /);
    assert.match(refused.out, /^HTTP 403\n[\s\S]*content-type: application\/json[\s\S]*"error":"forbidden"/);
    for (const wrong of [
      ['FETCH', '/api/users'],
      ['GET', 'api/users'],
      ['GET', '//evil.example/api/users'],
      ['GET', '/api/users', '-H', 'nonsense'],
      ['POST', '/api/tickets', '-d', '@/nowhere'],
    ])
      assert.equal((await machine.pipes(['api', ...wrong])).code, 2, wrong.join(' '));
    const table = await machine.does(['api', 'GET', '/api/tickets.csv']);
    assert.equal(`\ufeff${table}`, (await ada.get('/api/tickets.csv')).text);
  });

  test('is one command with that of the server', async () => {
    const { ada } = await app().cast.all();
    const { token } = (await ada.post<NewToken>('/api/tokens', { name: 'Test', scope: 'read' })).is(201);
    const { environment, address } = app();
    const env = { ...process.env, ...environment, KWIT_URL: address, KWIT_TOKEN: token };
    const type = async (...args: string[]) => {
      const file = join(import.meta.dirname, '../../bin/kwit.ts');
      return (await promisify(execFile)(process.execPath, [file, ...args], { env })).stdout;
    };
    assert.match(await type('whoami'), /<ada@example\.com>/);
    assert.match(await type('outbox', 'status'), /^\d+ events: /);
    assert.match(await type('server', 'outbox', 'status'), /^\d+ events: /);
    const help = await type('--help');
    assert.match(help, /close <number>[\s\S]*outbox verify/);
    // A pipe gets nothing of what is wrong: the person does, and may have meant a command of either kind.
    await assert.rejects(type('lsit'), {
      ...{ code: 2, stdout: '' },
      stderr: 'There is no command “lsit”. Did you mean list?\nnpm run kwit -- --help lists them all.\n',
    });
  });

  test('ends quietly when nobody reads on', async () => {
    const { ada } = await app().cast.all();
    await ada.opens({ description: 'Long. '.repeat(3000) });
    const machine = await machineOf(ada);
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'list', '--json', 'title,can'], {
      env: { ...machine.environment },
      stdio: 'pipe',
    });
    child.stdout.destroy();
    child.stderr.setEncoding('utf8');
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    const [code] = await once(child, 'close');
    assert.deepEqual([code, said], [0, '']);
  });
});
