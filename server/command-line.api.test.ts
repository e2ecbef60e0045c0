import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditEntry } from '../contract/audit.ts';
import { Caller } from './testing/caller.ts';
import { onEachDatabase } from './testing/start-app.ts';
import { type as typed } from './testing/typed-command.ts';

onEachDatabase('the command line', (app) => {
  const type = (...words: string[]) => typed(app(), ...words);

  const statement = (sql: string) => app().database.write((connection) => connection.run({ sql, parameters: [] }));

  test('explains itself, and refuses what it does not know', async () => {
    assert.match((await type('--help')).said, /outbox verify/);
    assert.equal((await type('--help')).code, 0);
    const { code, said } = await type('outbox', 'replay', '--help');
    assert.deepEqual([code, said.split('\n').length], [0, 1]);
    assert.match((await type('backup', '-h')).said, /^ {2}backup \[<folder>\] .*--keep-weekly <n>/s);
    for (const words of [
      [],
      ['outbox'],
      ['outbox', 'replay'],
      ['outbox', 'verify', 'now'],
      ['developer', 'add', 'x'],
      ['outbox', 'status', '--anyone-at'],
      ['person', 'deactivate'],
      ['person', 'remove', 'ada@example.com'],
    ]) {
      assert.equal((await type(...words)).code, 2, words.join(' '));
    }
  });

  test('names the mistake first, with the word that was perhaps meant, and then where to read on', async () => {
    const mistakes = {
      '': 'No command was given.',
      frob: 'There is no command “frob”.',
      bakcup: 'There is no command “bakcup”. Did you mean backup?',
      outbox: 'Something is missing: npm run kwit -- outbox status|replay|verify',
      'outbox stauts': 'There is no command “outbox stauts”. Did you mean status? There are: status, replay, verify.',
      'outbox replay x':
        'Kwit cannot make sense of “outbox replay x”. It is meant so: npm run kwit -- outbox replay <entry id>|failed',
      'developer add ada@example.com --anyone': 'kwit developer add has no option --anyone. Did you mean --anyone-at?',
      'token add ada@example.com --scope wriet --name x':
        '--scope cannot be “wriet”. Did you mean write? It is one of read, write, admin, shipments.',
      'token add ada@example.com --scope read':
        'Kwit cannot make sense of “token add ada@example.com --scope read”. It is meant so: npm run kwit -- token add <address> --scope read|write|admin --name <name>',
      'read-only': 'Something is missing: npm run kwit -- read-only on|off|status',
      'read-only off now':
        'Kwit cannot make sense of “read-only off now”. It is meant so: npm run kwit -- read-only off',
      'backup a b': 'Kwit cannot make sense of “backup a b”. It is meant so: npm run kwit -- backup [<folder>]',
      'backup --keep-weakly 3': 'kwit backup has no option --keep-weakly. Did you mean --keep-weekly?',
      'backup --keep 0': '--keep takes a number from 1 to 1,000, not “0”.',
      'backup - --keep 3': 'Nothing is kept of an archive on standard output: leave --keep and --keep-weekly out.',
      'restore --into-old x': 'kwit restore has no option --into-old. Did you mean --into-new?',
      'check --quik': 'kwit check has no option --quik. Did you mean --quick?',
      'export --without-file': 'kwit export has no option --without-file. Did you mean --without-files?',
      'import asana x':
        'There is no command “import asana”. There are: kwit, openarca, csv, github, jira, redmine, trello, zammad, zendesk, osticket, mail, verify, resume.',
      'import jira x --zone UTC --comments all': '--comments cannot be “all”. It is one of public, internal.',
      'import openarca x --map status.resolved=done':
        '--map cannot be “status.resolved=done”. It says what a word means in Kwit: status.resolved=waiting',
      'import csv x --zone Mars/X': '--zone cannot be “Mars/X”. It is a name like Europe/Warsaw, or UTC.',
      'import csv x --people creat':
        '--people cannot be “creat”. Did you mean create? It is one of placeholder, create, skip.',
      'import csv x --separator :': '--separator cannot be “:”. It is one of “,”, “;”, tab.',
      'import csv x --columns Temat': '--columns cannot be “Temat”. It says which column is which: Temat=title',
      'import github x --map label.bug':
        '--map cannot be “label.bug”. It says what a word means in Kwit: label.bug=category.bug',
      'import github x --answer first': '--answer cannot be “first”. It is last-comment.',
      'import csv x --dry': 'kwit import csv has no option --dry.',
      'person erase ada@example.com --text': 'kwit person erase has no option --text. Did you mean --texts?',
    };
    for (const [words, named] of Object.entries(mistakes)) {
      const { code, said } = await type(...words.split(' ').filter((word) => word !== ''));
      assert.equal(code, 2, words);
      const [name = ''] = words.split(' ');
      const lead = /^(|frob|bakcup)$/.test(name)
        ? 'npm run kwit -- --help lists them all.'
        : `npm run kwit -- ${name} --help explains it.`;
      assert.equal(said, `${named}\n${lead}`);
    }
  });

  test('names commands in the form in which Kwit was started', async () => {
    const started = { ...app(), environment: { ...app().environment, KWIT_COMMAND: 'npx kwit' } };
    assert.equal((await typed(started, 'outbox')).said.split('\n').at(-1), 'npx kwit outbox --help explains it.');
    assert.match((await typed(started, 'outbox', 'replay', 'x')).said, /meant so: npx kwit outbox replay/);
    assert.match((await typed(started, 'backup')).said, /^Say where to: npx kwit backup <folder>/);
  });

  test('tells of a folder that has no database, or of a file that is none, in a sentence', async () => {
    const folder = join(app().dataDir, 'spoilt');
    const here = { ...app(), environment: { ...app().environment, DATA_DIR: folder, DATABASE_URL: '' } };
    const { code, said } = await typed(here, 'upgrade', 'check');
    assert.deepEqual([code, said], [1, `There is no database at ${join(folder, 'kwit.db')}.`]);
    mkdirSync(folder);
    writeFileSync(join(folder, 'kwit.db'), 'no database\n'.repeat(100));
    for (const words of [['upgrade', 'check'], ['upgrade', 'undo'], ['check']]) {
      const spoilt = await typed(here, ...words);
      assert.equal(spoilt.code, 1, words.join(' '));
      assert.match(spoilt.said, /kwit\.db is no database of SQLite: restore a backup\.$/, words.join(' '));
    }
  });

  test('imports what it understands: anything else, and what is not there, leaves everything as it was', async () => {
    const path = join(app().dataDir, 'nowhere');
    for (const words of [
      ['import'],
      ['import', 'openarca'],
      ['import', 'asana', path],
      ['import', 'openarca', path, 'more'],
      ['import', 'openarca', path, '--map', 'status.resolved=done'],
      ['import', 'openarca', path, '--force'],
      ['import', 'verify', 'openarca'],
      ['import', 'kwit', path, '--dry-run'],
    ])
      assert.equal((await type(...words)).code, 2, words.join(' '));
    const { code, said } = await type('import', 'openarca', path);
    assert.equal(code, 1);
    assert.match(said, /There is no .*nowhere|Another Kwit already serves/);
  });

  test('makes a token for somebody, and prints it', async () => {
    const { ada } = await app().cast.all();
    const address = ada.user.email;
    const made = await type('token', 'add', address, '--scope', 'read', '--name', 'CI bot');
    assert.equal(made.code, 0);
    (await new Caller(app().address, made.said).get('/api/auth/me')).is(200);
    const [listed] = (await ada.get<{ name: string; scope: string }[]>('/api/tokens')).is(200);
    assert.deepEqual([listed?.name, listed?.scope], ['CI bot', 'read']);
    assert.equal((await type('token', 'add', 'nobody@example.com', '--scope', 'read', '--name', 'x')).code, 1);
    for (const options of [
      [],
      ['--scope', 'read'],
      ['--scope', 'all', '--name', 'x'],
      ['--scope', 'read', '--name', ' '],
    ])
      assert.equal((await type('token', 'add', address, ...options)).code, 2, options.join(' '));
  });

  test('makes a developer, once', async () => {
    assert.match((await type('developer', 'add', 'Zoe@Example.com')).said, /zoe@example.com will be a developer/);
    const { user } = await app().cast.signsIn('zoe@example.com');
    assert.equal(user.role, 'developer');
  });

  test('deactivates, activates and signs out the person of an address, as developers do', async () => {
    const { cast } = app();
    const guest = await cast.guest();
    const { email } = guest.user;
    assert.deepEqual(await type('person', 'deactivate', email.toUpperCase()), {
      code: 0,
      said: `${email} is deactivated and signed out everywhere.`,
    });
    (await guest.get('/api/auth/me')).isRefused(401, 'unauthorized');
    assert.match((await type('person', 'list')).said, new RegExp(`^${email}\tuser\tdeactivated\t20`, 'm'));
    assert.deepEqual(await type('person', 'activate', email), { code: 0, said: `${email} may sign in.` });
    const again = await cast.signsIn(email);
    assert.equal((await type('person', 'sign-out', email)).code, 0);
    (await again.get('/api/auth/me')).isRefused(401, 'unauthorized');
    const entries = (await (await cast.dev).get<AuditEntry[]>('/api/audit?limit=3')).is(200);
    assert.deepEqual(
      entries.map(({ action, target_id, actor_id, actor_name }) => [action, target_id, actor_id, actor_name]),
      ['user.signed_out', 'user.activated', 'user.deactivated'].map((action) => [action, guest.id, null, null]),
    );
    assert.deepEqual(await type('person', 'sign-out', 'nobody@example.com'), {
      code: 1,
      said: 'It was refused: user_not_found. Nobody has the address nobody@example.com.',
    });
  });

  test('invites a person, whom a running service mails', async () => {
    const { mailbox, worker } = app();
    assert.equal((await type('person', 'invite', 'Iga@Example.com')).code, 0);
    assert.match((await type('person', 'list')).said, /^iga@example\.com\tuser\tinvited\t-$/m);
    await worker.runOnce();
    assert.ok(
      mailbox.list().some(({ to, subject }) => to === 'iga@example.com' && subject === 'You are invited to Kwit'),
    );
    assert.deepEqual(await type('person', 'invite', 'iga@example.com'), {
      code: 1,
      said: 'It was refused: user_exists.',
    });
  });

  test('opens sign-in to everybody at a public mail service only when that is meant', async () => {
    const { cast, stranger } = app();
    const add = ['developer', 'add', 'me@gmail.com'];
    const asks = () => stranger.post('/api/auth/request-otp', { email: 'eve@gmail.com' });
    const refused = await type(...add);
    assert.equal(refused.code, 1);
    assert.match(refused.said, /Everybody can get an address at gmail\.com.+--anyone-at/);
    (await asks()).isRefused(400, 'domain_not_allowed');
    assert.equal((await type(...add, '--anyone-at')).code, 0);
    (await asks()).is(200);
    assert.equal((await cast.signsIn('me@gmail.com')).user.role, 'developer');
    assert.equal((await type('developer', 'add', 'you@gmail.com')).code, 0, 'the domain is allowed already');
  });

  test('tells how the outbox stands, and has events delivered again', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    await app().worker.runOnce();
    assert.match((await type('outbox', 'status')).said, /^\d+ events: \d+ sent, 0 pending \(0 due now\), 0 processing/);
    const [entry] = await dev.eventsOf(ticket);
    assert.ok(entry);
    assert.deepEqual(await type('outbox', 'replay', entry.id), {
      code: 0,
      said: `${entry.id} will be delivered again.`,
    });
    assert.match((await type('outbox', 'status')).said, / 1 pending \(1 due now/);
    assert.match((await type('outbox', 'replay', 'failed')).said, /^0 events/);
    assert.equal((await type('outbox', 'replay', ticket.id)).code, 1);
  });

  test('proves that no event is missing, and sees when one is', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'in_progress' })).is(200);
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    assert.deepEqual((await type('outbox', 'verify')).code, 0);
    for (const [name, finding] of [
      ['ticket.created', /without the event of their creation/],
      ['ticket.status_changed', /change of status that has no event/],
      ['ticket.closed', /closing that has no event/],
      ['comment.created', /gap in the count/],
    ] as const) {
      const lost = `where event_name = '${name}' and aggregate_id = '${ticket.id}'`;
      await statement(`create table kept as select * from event_outbox ${lost}`);
      await statement(`delete from event_outbox ${lost}`);
      const { code, said } = await type('outbox', 'verify');
      assert.deepEqual([code, said.includes(ticket.id)], [1, true]);
      assert.match(said, finding);
      const overriding = app().database.dialect.name === 'postgres' ? 'overriding system value' : '';
      await statement(`insert into event_outbox ${overriding} select * from kept`);
      await statement('drop table kept');
    }
    assert.equal((await type('outbox', 'verify')).code, 0);
  });
});
