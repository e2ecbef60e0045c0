import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { KwitError } from '@kwit/client';
import type { ApiToken, NewToken } from '../../contract/tokens.ts';
import type { Player } from '../../server/testing/cast.ts';
import { certificateFor } from '../../server/testing/certificate.ts';
import { onEachDatabase } from '../../server/testing/start-app.ts';
import { endingOf } from './exit.ts';
import { Machine } from './testing/typed.ts';

/** A keyring of the system: a program that keeps what it reads. */
const SECRET_TOOL = `
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const file = __filename + '.json'
const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const [verb, ...args] = process.argv.slice(2)
const key = args.slice(-4).join(' ')
if (verb === 'store') kept[key] = readFileSync(0, 'utf8')
if (verb === 'lookup') kept[key] === undefined ? process.exit(1) : process.stdout.write(kept[key])
if (verb === 'clear') delete kept[key]
writeFileSync(file, JSON.stringify(kept))`;

/** It has the form of a token, and nobody has it. */
const STRANGE = `kwit_pat_${'0'.repeat(49)}`;

/** A port at which nothing listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

onEachDatabase('signing in at a terminal', (app) => {
  const machines: Machine[] = [];
  after(() => {
    for (const machine of machines) machine.close();
  });
  const newMachine = (environment: Record<string, string> = {}): Machine => {
    const machine = new Machine(environment);
    machines.push(machine);
    return machine;
  };
  const tokenOf = async (player: Player): Promise<string> =>
    (await player.post<NewToken>('/api/tokens', { name: 'Test', scope: 'read' })).is(201).token;
  const hostsFile = ({ home }: Machine) => join(home, '.config/kwit/hosts.json');

  test('makes a token for the machine by a code, keeps it in a file after asking, and ends the session', async () => {
    const { cast, address } = app();
    const ada = await cast.ada;
    const machine = newMachine();
    const session = machine.types(['login', address]);
    await session.sees(
      /There is no keyring here\. Keep the token in .*hosts\.json, which only you can read\? \[y\/N\] $/,
    );
    session.answers('y');
    await session.sees(/Your e-mail address: $/);
    session.answers(ada.user.email);
    await session.sees(/The code: $/);
    session.answers('00000000');
    await session.sees(/The code: [\s\S]*The code: $/);
    session.answers(cast.codeFor(ada.user.email));
    assert.equal(await session.ends(), 0, session.words);
    assert.match(session.words, /You are signed in to http:\/\/127\.0\.0\.1:\d+ as ada@example\.com\./);

    assert.equal(statSync(hostsFile(machine)).mode & 0o777, 0o600);
    const [made] = (await ada.get<ApiToken[]>('/api/tokens')).is(200);
    assert.deepEqual([made?.name, made?.scope], [`kwit on ${hostname()}`, 'write']);
    const sessions = (await ada.get<unknown[]>('/api/auth/sessions')).is(200);
    assert.equal(sessions.length, 1, 'only her own');
    assert.match(
      await machine.does(['whoami']),
      /^ada <ada@example\.com>, user, at .*\nThe token is from .*hosts\.json\.\n$/i,
    );

    await machine.does(['logout']);
    assert.doesNotMatch(readFileSync(hostsFile(machine), 'utf8'), /kwit_pat_/);
    assert.equal((await machine.pipes(['whoami'])).code, 4);
  });

  test('asks before a token is made, and makes none when the answer is no', async () => {
    const { cast, address } = app();
    const guest = await cast.guest();
    const machine = newMachine();
    const session = machine.types(['login', address, '--email', guest.user.email]);
    await session.sees(/\[y\/N\] $/);
    session.answers('');
    assert.equal(await session.ends(), 1);
    const attempt = machine.types(['login', address]);
    await attempt.sees(/\[y\/N\] $/);
    attempt.presses('\u0003');
    assert.equal(await attempt.ends(), 1);
    assert.match(attempt.words, /Nothing was done\./);
    assert.deepEqual((await guest.get<ApiToken[]>('/api/tokens')).is(200), []);
  });

  test('keeps the token in the keyring of the system, and never among the arguments', async () => {
    const { cast, address } = app();
    const token = await tokenOf(await cast.ada);
    const machine = newMachine();
    machine.addProgram('secret-tool', SECRET_TOOL);
    const { code, err } = await machine.pipes(['login', address, '--with-token'], { input: `${token}\n` });
    assert.deepEqual([code, err.includes('The token is in the keyring.')], [0, true], err);
    assert.doesNotMatch(readFileSync(hostsFile(machine), 'utf8'), /kwit_pat_/);
    const secrets = readFileSync(join(machine.home, 'bin/secret-tool.json'), 'utf8');
    assert.deepEqual(JSON.parse(secrets), { [`service kwit account ${address}`]: token });
    assert.match(await machine.does(['whoami']), /The token is from the system's keyring\./);
    await machine.does(['logout']);
    assert.equal(readFileSync(join(machine.home, 'bin/secret-tool.json'), 'utf8'), '{}');
  });

  test('takes a token from a pipe only where it was told to keep it, and only one that is good', async () => {
    const { cast, address } = app();
    const input = await tokenOf(await cast.ada);
    const machine = newMachine();
    const login = ['login', address, '--with-token'];
    const unasked = await machine.pipes(login, { input });
    assert.equal(unasked.code, 2);
    assert.match(unasked.err, /Add --store file/);
    assert.equal((await machine.pipes([...login, '--store', 'file'], { input: 'kwit_pat_short' })).code, 2);
    const strange = await machine.pipes([...login, '--store', 'file'], { input: STRANGE });
    assert.deepEqual([strange.code, existsSync(hostsFile(machine))], [4, false]);
    assert.equal((await machine.pipes([...login, '--store', 'keyring'], { input })).code, 1);
    await machine.does([...login, '--store', 'file'], { input });
    assert.match(await machine.does(['whoami']), /hosts\.json/);
    assert.equal((await machine.pipes(['login', address])).code, 2, 'nobody is there to type a code');
  });

  test('takes the environment before a file that is named, and that before the last sign-in', async () => {
    const { cast, address } = app();
    const { ada, jan, dev } = await cast.all();
    const machine = newMachine();
    await machine.does(['login', address, '--with-token', '--store', 'file'], { input: await tokenOf(ada) });
    const file = join(machine.home, 'token');
    writeFileSync(file, `${await tokenOf(jan)}\n`);
    const env = { KWIT_TOKEN: await tokenOf(dev) };
    assert.match(await machine.does(['whoami']), /<ada@/);
    assert.match(await machine.does(['whoami', '--token-file', file]), /<jan@.*\nThe token is from .*token\.$/m);
    assert.match(
      await machine.does(['whoami', '--token-file', file], { env }),
      /<dev@.*\nThe token is from \$KWIT_TOKEN\.$/m,
    );
  });

  test('says how it ended: not signed in, not reached, not understood', async () => {
    const { address } = app();
    const machine = newMachine();
    const ending = async (...args: string[]) => (await machine.pipes(args, { env: { KWIT_TOKEN: STRANGE } })).code;
    assert.equal((await machine.pipes(['list'])).code, 4);
    assert.equal(await ending('list'), 4);
    assert.equal(await ending('list', '--url', address), 4);
    assert.equal(await ending('list', '--url', 'http://127.0.0.1:1'), 5);
    assert.equal(await ending('list', '--url', 'ftp://127.0.0.1'), 2);
    assert.equal(await ending('list', '--url', `${address}/kwit`), 2);
    assert.equal(await ending('list', '--token-file', '/nowhere', '--url', address), 4);
    assert.equal((await machine.pipes(['list', '--token-file', '/nowhere', '--url', address])).code, 2);
    // Pipelines set variables that they have not, to nothing.
    assert.match((await machine.pipes(['list'], { env: { KWIT_URL: '' } })).err, /^Sign in first: /);
  });

  test('says for what it waits before it asks again', async (t) => {
    const answers = [503, 200];
    const server = createPlainServer((_, response) => {
      response.writeHead(answers.shift() ?? 500, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end(JSON.stringify(answers.length > 0 ? { error: 'read_only', message: 'Wait.', request_id: 'x' } : {}));
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const machine = newMachine({ KWIT_TOKEN: STRANGE, KWIT_URL: `http://127.0.0.1:${port}` });
    const { code, err } = await machine.pipes(['api', 'GET', '/api/auth/me']);
    assert.deepEqual([code, err], [0, 'read_only: Wait. Kwit asks to come again in 1 s.\n']);
  });

  test('says why nobody answers, and which variable helps', async () => {
    const machine = newMachine({ KWIT_TOKEN: STRANGE });
    const said = async (url: string, env: Record<string, string> = {}) =>
      (await machine.pipes(['list', '--url', url], { env })).err;
    assert.match(
      await said(`http://127.0.0.1:${await closedPort()}`),
      /^unreachable: Nothing answers at .*\nThe host is there, and nothing listens/,
    );
    const unknown = new KwitError('unreachable', 'Nothing answers.', 0, undefined, { cause: { code: 'ENOTFOUND' } });
    assert.match(endingOf(unknown)?.message ?? '', /The name of the host is not known here\. \(ENOTFOUND\)/);
    assert.match(
      await said(app().address.replace('http:', 'https:')),
      /It does not speak TLS there|The connection was cut/,
    );
    assert.match(await said('http://127.0.0.1:1', { HTTPS_PROXY: 'http://127.0.0.1:2' }), /NODE_USE_ENV_PROXY=1/);
    const server = createServer(certificateFor('127.0.0.1'), (_, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    assert.match(await said(`https://127.0.0.1:${port}`), /certificate is not trusted.*NODE_EXTRA_CA_CERTS/);
    server.close();
  });
});
