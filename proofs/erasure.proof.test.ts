/** After an erasure, no byte of what told who somebody was is left: in the database, in files, in the log. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { samples } from '#testing/sample-files.ts';
import type { PasskeyChallenge } from '../contract/passkeys.ts';
import type { SignedIn } from '../contract/sign-in.ts';
import { Player } from '../server/testing/cast.ts';
import { type DatabaseName, databases } from '../server/testing/databases.ts';
import { filesIn, folderFor, rowsIn } from '../server/testing/export-archive.ts';
import { ForgingProvider, SigningBrowser } from '../server/testing/forging-provider.ts';
import { importsOf } from '../server/testing/import-runs.ts';
import { MAIL_DOMAIN, openMailIn, VERIFIED, writtenMail } from '../server/testing/incoming-mail.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { type } from '../server/testing/typed-command.ts';
import { VirtualAuthenticator } from '../server/testing/virtual-authenticator.ts';
import { pictureIn } from './access/fixtures.ts';
import { everythingStored } from './old-rights/everything-stored.ts';

const ORIGIN = 'https://kwit.example.com';
const PASSKEYS = '/api/auth/passkeys';
const provider = await ForgingProvider.start();

const ADDRESS = 'canaryaddress@example.com';
const NAME = 'Canaryname Überall';
/** A word in all her texts. */
const MARK = 'canarywords';
const BYTES = Buffer.from('canarybytes in a file');

/** Whatever names her: the address and the name, as they are and as they are looked for. */
const IDENTITY = ['canaryaddress', 'canaryname'];

/** A service in which a person has left something everywhere. */
async function withCanary(name: DatabaseName) {
  const logged: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const environment = { APP_URL: ORIGIN, OUTBOUND_ALLOW: provider.host };
  const app = await startApp(name, environment, undefined, { log: { level: 'trace', stream } });
  const { ada, dev } = await app.cast.all();
  const table = join(app.dataDir, 'table.csv');
  writeFileSync(table, `title,created_at,status\nA,${ADDRESS},closed\nB,2026-11-22,${NAME}\n`);
  assert.equal(await importsOf(app).bringsTable(table), 3);
  rmSync(table);
  (await app.stranger.post('/api/auth/request-otp', { email: ADDRESS })).is(200);
  const signIn = { email: ADDRESS, code: app.cast.codeFor(ADDRESS) };
  const agent = { 'user-agent': `${MARK} browser` };
  const her = new Player(
    app.address,
    (await app.stranger.post<SignedIn>('/api/auth/verify-otp', signIn, agent)).is(200),
  );
  (await her.patch('/api/auth/me', { name: NAME })).is(200);
  (await her.post('/api/auth/me/avatar', pictureIn('avatar'))).is(200);
  (await dev.patch(`/api/users/${her.id}`, { role: 'developer' })).is(200);
  const texts = ['title', 'description', 'steps_to_reproduce', 'expected_result', 'actual_result', 'environment'];
  const fields = Object.fromEntries(texts.map((field) => [field, `${MARK} ${field} that nobody else has written`]));
  const ticket = (await her.opening(fields, { 'idempotency-key': 'k' })).is(201);
  (await her.patches(ticket, { title: `${MARK} second title`, internal_note: `${MARK} note` })).is(200);
  const comment = (await her.comments(ticket, `${MARK} comment`)).is(201);
  const path = `/api/tickets/${ticket.id}/comments/${comment.id}`;
  (await her.patch(path, { content: `${MARK} comment, edited` })).is(200);
  const file = { name: `${MARK}.txt`, type: 'text/plain', bytes: BYTES };
  (await her.attaches(ticket, file, { name: 'b.pdf', type: 'application/pdf', bytes: samples.pdf })).is(201);
  const reference = { ref_type: 'other', url: `https://example.com/${MARK}`, title: MARK };
  (await her.post(`/api/tickets/${ticket.id}/external-references`, reference)).is(201);
  (await her.post('/api/views', { name: `${MARK} view`, page: 'tickets', query: `q=${MARK}` })).is(201);
  (await her.post('/api/dev-tasks', { title: `${MARK} task`, description: MARK })).is(201);
  const { token } = (await her.post<{ token: string }>('/api/tokens', { name: `${NAME} laptop`, scope: 'write' })).is(
    201,
  );
  const program = { authorization: `Bearer ${token}` };
  (await app.stranger.patch(`/api/tickets/${ticket.id}`, { priority: 'high' }, program)).is(200);
  const hers = await ada.opens();
  (await dev.patches(hers, { status: 'in_progress', assignee_id: her.id })).is(200);
  const closed = await ada.opens();
  const closure = {
    status: 'closed',
    closure_summary: 'canaryanswer: replaced the roller.',
    closure_found_by: ['canaryanswer'],
  };
  (await her.patches(closed, closure)).is(200);
  const [answer] = (await her.get<{ id: string }[]>('/api/answers?q=canaryanswer')).is(200);
  (await her.post(`/api/answers/${answer?.id}/helped`, { helped: true, asked: `the ${MARK} is ill` })).is(200);
  (await app.stranger.post('/api/auth/request-otp', { email: ADDRESS })).is(200);
  await comesByEveryDoor(app, her, dev);
  while ((await app.worker.runOnce()).claimed > 0);
  await app.database.write((connection) =>
    connection.run({
      sql: `update event_deliveries set last_error = '550 ${ADDRESS}' where destination = 'mail:${her.id}'`,
      parameters: [],
    }),
  );
  return { app, her, ticket, hers, closed, dev, logged };
}

/** Signs in with the company's account, makes a passkey, and sends mails. */
async function comesByEveryDoor(app: App, her: Player, dev: Player): Promise<void> {
  (await dev.patch('/api/settings', provider.settings)).is(200);
  const claims = { sub: 'canaryname-7', email: ADDRESS, email_verified: true, name: NAME };
  const browser = new SigningBrowser(app.address);
  const redeemed = await browser.comesBack(provider.admit(await browser.starts(), claims));
  (await browser.redeems(redeemed.code)).is(200);
  // Another code waits to be redeemed, and another account of hers is refused.
  await browser.comesBack(provider.admit(await browser.starts(), claims));
  const refused = provider.admit(await browser.starts(), { ...claims, sub: 'canaryaddress-8' });
  assert.equal((await browser.comesBack(refused)).error, 'already_linked');
  const { challenge_id, options } = (await her.post<PasskeyChallenge>(`${PASSKEYS}/register/options`)).is(200);
  const credential = new VirtualAuthenticator(ORIGIN).registers(options);
  (await her.post(`${PASSKEYS}/register`, { challenge_id, credential, name: `${NAME}'s phone` })).is(201);
  (await her.post(`${PASSKEYS}/register/options`)).is(200);
  const post = await openMailIn(app, dev);
  const from = { From: `${NAME} <${ADDRESS}>`, Subject: `${MARK} by mail` };
  const states = [
    await post(writtenMail(from, `${MARK} in a report`, [VERIFIED]), `report@${MAIL_DOMAIN}`),
    await post(writtenMail(from, `${MARK} that nobody has verified`), `report@${MAIL_DOMAIN}`),
  ].map(({ body }) => body.state);
  assert.deepEqual(states, ['report', 'held']);
  const taken = await post(writtenMail(from, `${MARK} that a developer has taken`), `report@${MAIL_DOMAIN}`);
  const cc = { From: dev.user.email, Cc: `"${NAME}" <${ADDRESS}>`, Subject: 'Of a colleague' };
  assert.equal((await post(writtenMail(cc, 'With her.', [VERIFIED]), `report@${MAIL_DOMAIN}`)).body.state, 'report');
  const { number } = await dev.opens({ title: 'Of somebody else' });
  (await dev.post(`/api/mail-in/${taken.body.id}/accept`, { as: 'reply', ticket_number: number })).is(200);
  const sql = `update comments set elided = 'Hello ${NAME}' where user_id = '${her.id}' or content like '%by mail:%'`;
  await app.database.write((connection) => connection.run({ sql, parameters: [] }));
}

/** Every byte that the service keeps, with the rows of PostgreSQL as text, in lower case. */
async function everyByte(app: App, name: DatabaseName): Promise<string> {
  const files = readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
  const rows = await everythingStored(app, name);
  const text = [...files, rows].join('\n').toLowerCase();
  // This process has just been busy with all of that, and the service sheds reads until it is not.
  while ((await app.stranger.get('/api/settings/public')).status === 503);
  return text;
}

const foundIn = (text: string, marks: readonly string[]): string[] => marks.filter((mark) => text.includes(mark));

for (const name of databases)
  describe(`erasing a person (${name})`, () => {
    test('leaves no byte of name and address; what they wrote stays', async (t) => {
      const { app, her, ticket, hers, dev } = await withCanary(name);
      t.after(() => app.close());
      assert.deepEqual(foundIn(await everyByte(app, name), [...IDENTITY, MARK]), [...IDENTITY, MARK]);
      const { code, said } = await type(app, 'person', 'erase', ADDRESS, '--yes');
      assert.equal(code, 0, said);
      assert.deepEqual(foundIn(await everyByte(app, name), IDENTITY), []);
      const shown = (await dev.reads(ticket)).is(200);
      assert.equal(shown.title, `${MARK} second title`);
      assert.match(shown.reporter_name ?? '', /^Erased person [0-9a-f]{4}$/);
      assert.equal((await dev.reads(hers)).is(200).assignee_id, null);
      (await her.get('/api/auth/me')).isRefused(401, 'unauthorized');
    });

    test('leaves no byte of their words either, when that is asked for, by a developer in the app', async (t) => {
      const { app, her, ticket, closed, dev, logged } = await withCanary(name);
      t.after(() => app.close());
      const marks = [...IDENTITY, MARK, 'canarybytes'];
      assert.deepEqual(foundIn(await everyByte(app, name), marks), marks);
      (await dev.post(`/api/users/${her.id}/erase`, { texts: true })).is(200);
      assert.deepEqual(foundIn(await everyByte(app, name), marks), []);
      logged.length = 0;
      assert.deepEqual((await dev.lists(`?q=${MARK}`)).is(200), []);
      assert.equal((await dev.reads(ticket)).is(200).title, '[erased]');
      assert.match(JSON.stringify((await dev.reads(closed)).is(200).comments), /canaryanswer/);
      assert.equal((await type(app, 'outbox', 'verify')).code, 0);
      assert.deepEqual(foundIn(logged.join('').toLowerCase(), IDENTITY), []);
    });

    test('takes their answers along only when that is asked for, and can be asked for once', async (t) => {
      const { app } = await withCanary(name);
      t.after(() => app.close());
      assert.equal((await type(app, 'person', 'erase', ADDRESS, '--texts', '--answers', '--yes')).code, 0);
      assert.deepEqual(foundIn(await everyByte(app, name), ['canaryanswer']), []);
      assert.match((await type(app, 'person', 'erase', ADDRESS, '--yes')).said, /user_not_found/);
    });

    test('is agreed to before, and never of the last developer', async (t) => {
      const app = await startApp(name);
      t.after(() => app.close());
      const { dev } = await app.cast.all();
      const outcome = await type(app, 'person', 'erase', dev.user.email);
      assert.deepEqual([outcome.code, /users +1/.test(outcome.said)], [1, true]);
      assert.match(outcome.said, /Nothing was erased: there is no terminal/);
      assert.equal((await type(app, 'person', 'deactivate', 'ewa@example.com')).code, 0);
      assert.match((await type(app, 'person', 'erase', dev.user.email, '--yes')).said, /last_developer/);
      (await dev.get('/api/auth/me')).is(200);
    });

    test('comes after an export of what there is, without hashes', async (t) => {
      const { app, her } = await withCanary(name);
      t.after(() => app.close());
      const path = join(await folderFor(t), 'her.tar');
      assert.equal((await type(app, 'person', 'export', ADDRESS, path)).code, 0);
      const files = await filesIn(path);
      assert.deepEqual(
        rowsIn(files, 'users').map(({ email }) => email),
        [ADDRESS],
      );
      for (const table of [
        'tickets',
        'comments',
        'attachments',
        'ticket_history',
        'sessions',
        'api_tokens',
        'saved_views',
      ])
        assert.ok(rowsIn(files, table).length > 0, table);
      assert.ok([...files.values()].some((bytes) => bytes.equals(BYTES)));
      assert.ok(![...files.values()].join('\n').includes('"hash"'));
      assert.match((await type(app, 'person', 'show', ADDRESS)).said, /tickets +3/);
      assert.ok(her.id);
    });
  });
