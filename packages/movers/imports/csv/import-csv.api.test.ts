import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { TABLE_ENCODINGS } from '#contract/table-words.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { ListedUser } from '#contract/users.ts';
import { verifyEvents } from '#events';
import { UsageError } from '#platform';
import { filesOf, importsOf, meaning, rowsOf } from '#testing/import-runs.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { readImport } from '../../commands/import-words.ts';
import { ImportRefused } from '../import-report.ts';

const CONTEXT = { actor: null, correlationId: 'test', source: 'test' };

const TABLE = `Klucz;Tytuł;Opis;Stan;Pilność;Projekt;Zgłaszający;E-mail zgłaszającego;Przypisany;Utworzono;Zamknięto;Odpowiedź
A-1;Drukarka się zacina;"Zażółć; ""gęślą""
jaźń";closed;high;Biuro;Zofia Nowak;ZOFIA@client.example;dev@example.com;2026-07-01 10:00;2026-07-02 11:30;Wymieniono rolkę.
A-2;Faktury gubią VAT;;;;Biuro;;ada@example.com;;2026-07-03T08:00:00+02:00;;
`;

onEachDatabaseAnew('a table that is imported', (app) => {
  const write = (name: string, text: string | Uint8Array): string => {
    const path = join(app().dataDir, name);
    writeFileSync(path, text);
    return path;
  };
  const titled = async (q: string): Promise<TicketDetail> => {
    const dev = await app().cast.dev;
    const row = (await dev.get<ListedTicket[]>('/api/tickets')).is(200).find(({ title }) => title === q);
    return (await dev.reads({ id: row?.id ?? '' })).is(200) as TicketDetail;
  };
  const warsaw = { zone: 'Europe/Warsaw' };

  test('may call its reporters by their addresses, its day only a date, and its words with capitals', async () => {
    const { ada } = await app().cast.all();
    const table = write('b.csv', 'Title,Date,Status,Reporter\nIn work,2026-07-01 10:00,In Progress,ADA@example.com\n');
    assert.equal(await importsOf(app()).bringsTable(table), 0);
    const { status, reporter_id, created_at } = await titled('In work');
    assert.deepEqual([status, reporter_id, created_at], ['in_progress', ada.id, '2026-07-01T10:00:00.000Z']);
  });

  test('is there with its people, project, times and answers, and nobody is told', async () => {
    await app().cast.all();
    const mails = app().mailbox.list().length;
    assert.equal(await importsOf(app()).bringsTable(write('a.csv', TABLE), warsaw), 0);
    const ticket = await titled('Drukarka się zacina');
    assert.equal(ticket.description, 'Zażółć; "gęślą"\njaźń');
    assert.deepEqual(
      [ticket.status, ticket.urgency_reporter, ticket.priority, ticket.project_name, ticket.reporter_name],
      ['closed', 'high', 'normal', 'Biuro', 'Zofia Nowak'],
    );
    assert.deepEqual(
      [ticket.reporter_email, ticket.assignee_email, ticket.created_at, ticket.closed_at],
      ['zofia@client.example', 'dev@example.com', '2026-07-01T08:00:00.000Z', '2026-07-02T09:30:00.000Z'],
    );
    assert.deepEqual(
      ticket.comments.map(({ content, is_closure_summary, user_name }) => [content, is_closure_summary, user_name]),
      [['Wymieniono rolkę.', true, 'Dev']],
    );
    const other = await titled('Faktury gubią VAT');
    assert.deepEqual(
      [other.status, other.reporter_email, other.created_at],
      ['submitted', 'ada@example.com', '2026-07-03T06:00:00.000Z'],
    );
    const dev = await app().cast.dev;
    const zofia = (await dev.get<ListedUser[]>('/api/users?q=zofia')).is(200)[0];
    assert.deepEqual([zofia?.is_active, zofia?.role], [false, 'user'], 'a developer decides whether she may sign in');
    const answers = (await dev.get<{ content: string }[]>('/api/answers?q=rolkę')).is(200);
    assert.equal(answers.length, 1);
    assert.equal((await dev.get<ListedTicket[]>('/api/tickets?q=jaźń')).is(200).length, 1);
    assert.equal(app().mailbox.list().length, mails);
    assert.deepEqual((await dev.get<unknown[]>('/api/notices')).is(200), []);
    assert.deepEqual(await app().runner.read(CONTEXT, verifyEvents), []);
    assert.equal((await dev.opens()).number, other.number + 1);
  });

  test('tries first, writes nothing then, and says what an import says', async () => {
    const [rows, files] = [await rowsOf(app()), await filesOf(app())];
    const [trial, done] = [importsOf(app()), importsOf(app())];
    const path = write('a.csv', TABLE);
    assert.equal(await trial.bringsTable(path, {}, { isTrial: true }), 0);
    assert.deepEqual([await rowsOf(app()), await filesOf(app())], [rows, files]);
    const questions: string[] = [];
    const ask = async (question: string) => questions.push(question) > 1;
    const atTerminal = importsOf(app(), { ask });
    assert.equal(await atTerminal.bringsTable(path, {}, { asks: true }), 1, 'they said no');
    assert.deepEqual(await rowsOf(app()), rows);
    assert.equal(await atTerminal.bringsTable(path, {}, { asks: true }), 0);
    assert.equal(questions.length, 2);
    await done.bringsTable(write('b.csv', TABLE.replaceAll('A-', 'B-')));
    assert.match(trial.said[0] ?? '', /tickets +2 +2 +0 +0/);
    assert.match(done.said[0] ?? '', /tickets +2 +2 +0 +0/);
  });

  test('changes nothing the second time; what changed there changes here, unless somebody changed it here', async () => {
    const { dev } = await app().cast.all();
    const bare = 'title,description\nNo id,One\nNo id,One\nNo id,Two\n';
    const [path, without] = [write('a.csv', TABLE), write('bare.csv', bare)];
    for (const table of [path, without]) await importsOf(app()).bringsTable(table);
    const rows = await rowsOf(app(), ['import_runs']);
    assert.equal(rows.tickets?.length, 5);
    for (const table of [path, without]) await importsOf(app()).bringsTable(table);
    assert.deepEqual(await rowsOf(app(), ['import_runs']), rows);

    const [printer, invoices] = [await titled('Drukarka się zacina'), await titled('Faktury gubią VAT')];
    (await dev.patches(invoices, { priority: 'critical' })).is(200);
    const changed = TABLE.replace('Drukarka się zacina', 'Drukarka stoi').replace('Faktury gubią', 'Rachunki gubią');
    const again = importsOf(app());
    assert.equal(await again.bringsTable(write('a.csv', changed)), 0);
    assert.match(again.said[0] ?? '', /it is now as it is there \(#\d+\)/);
    assert.match(again.said[0] ?? '', /it was changed there and here: it stays as it is here \(#\d+\)/);
    assert.equal((await titled('Drukarka stoi')).id, printer.id);
    assert.equal((await titled('Faktury gubią VAT')).priority, 'critical');
    assert.equal((await dev.get<unknown[]>('/api/tickets?q=stoi')).is(200).length, 1);
    assert.equal((await dev.get<unknown[]>('/api/answers?q=stoi')).is(200).length, 0);
    assert.deepEqual(await app().runner.read(CONTEXT, verifyEvents), []);
    const third = importsOf(app());
    await third.bringsTable(write('a.csv', changed));
    assert.doesNotMatch(third.said[0] ?? '', /it is now as it is there/);
  });

  test('brings a changed answer the second time, unless somebody has changed the one here', async () => {
    const { dev } = await app().cast.all();
    const other = (words: string) => write('a.csv', TABLE.replace('Wymieniono rolkę.', words));
    const answersOf = async () =>
      (await titled('Drukarka się zacina')).comments
        .filter(({ is_closure_summary }) => is_closure_summary)
        .map(({ content }) => content);
    for (const words of ['Wymieniono rolkę.', 'Wymieniono rolkę i pasek.']) {
      await importsOf(app()).bringsTable(other(words), warsaw);
      assert.deepEqual(await answersOf(), [words]);
      assert.equal((await dev.get<unknown[]>('/api/answers?q=rolkę')).is(200).length, 1);
    }
    const printer = await titled('Drukarka się zacina');
    const answer = printer.comments.find(({ is_closure_summary }) => is_closure_summary);
    const path = `/api/tickets/${printer.id}/comments/${answer?.id}`;
    (await dev.patch(path, { content: 'Nowa drukarka.' })).is(200);
    await importsOf(app()).bringsTable(other('Wymieniono wszystko.'), warsaw);
    assert.deepEqual(await answersOf(), ['Nowa drukarka.']);
  });

  test('gives back the rows that it cannot take, to be corrected and imported', async () => {
    await app().cast.all();
    const bad = `${TABLE}A-1;Again;;;;;;;;;;\nA-3;;no title;;;;;;;;;\nA-4;"=1+1";;done;;;;;;;;\nA-5;Late;;;;;;;;yesterday;;\nA-6;Who;;;;;;nobody;;;;\n`;
    const [path, rejected] = [write('a.csv', bad), join(app().dataDir, 'rejected.csv')];
    const first = importsOf(app());
    assert.equal(await first.bringsTable(path, {}, { rejectedPath: rejected }), 3);
    assert.match(first.said[0] ?? '', /tickets +7 +2 +0 +5/);
    assert.match(first.said[0] ?? '', /external_id is that of line 2 \(a.csv, line 5\)/);
    const written = readFileSync(rejected, 'utf8');
    assert.equal(written.split('\r\n').length, 7);
    assert.match(written, /;6;title is empty\r\n/);
    const corrected = written
      .replace('A-1;Again', 'A-7;Again')
      .replace('A-3;;', 'A-3;Now titled;')
      .replace(';yesterday;', ';2026-07-04 10:00;')
      .replace(';nobody;', ';nobody@example.com;');
    const second = importsOf(app());
    const meanings = meaning('status.done=closed');
    assert.equal(await second.bringsTable(write('rejected.csv', corrected), { meanings }), 0);
    assert.match(second.said[0] ?? '', /tickets +5 +5 +0 +0/);
    assert.equal((await titled('=1+1')).status, 'closed');
  });

  test('has its comments and files from beside it', async () => {
    const folder = join(app().dataDir, 'files');
    mkdirSync(folder, { recursive: true });
    const beside = join(app().dataDir, 'beside');
    mkdirSync(beside);
    writeFileSync(join(beside, 'photo.png'), samples.png);
    const tickets =
      'external_id,title,reporter_email,created_at,attachments\nA,One,ada@example.com,2026-01-01T00:00:00Z,photo.png\nB,Two,,,../a.csv\n';
    const comments = write(
      'comments.csv',
      'external_id,author_email,created_at,is_internal,content\nA,dev@example.com,2026-01-02T00:00:00Z,0,Later\nA,ada@example.com,2026-01-01T09:00:00Z,no,Sooner\nA,dev@example.com,,tak,Secret\nZ,,,,Lost\nA,,,maybe,Unclear\n',
    );
    await app().cast.all();
    const brought = importsOf(app());
    const options = { comments, filesFolder: beside };
    assert.equal(await brought.bringsTable(write('a.csv', tickets), options), 3);
    const [said = ''] = brought.said;
    assert.match(said, /attachments names "..\/a.csv", which is no file there \(a.csv, line 3\)/);
    assert.match(said, /comments: its ticket is not in a.csv, or was rejected \(comments.csv, line 5\)/);
    assert.match(said, /is_internal is neither yes nor no: "maybe"/);
    const { comments: thread, attachments, awaiting_reply_since } = await titled('One');
    assert.deepEqual(
      thread.map(({ content, is_internal }) => [content, is_internal]),
      [
        ['Secret', true],
        ['Sooner', false],
        ['Later', false],
      ],
    );
    assert.equal(awaiting_reply_since, null);
    const dev = await app().cast.dev;
    assert.deepEqual((await dev.get(attachments[0]?.url ?? '')).bytes, samples.png);
    const before = await rowsOf(app(), ['import_runs']);
    await importsOf(app()).bringsTable(join(app().dataDir, 'a.csv'), options);
    assert.deepEqual(await rowsOf(app(), ['import_runs']), before);
    assert.equal((await filesOf(app())).length, 1);
  });

  test('may be written as Windows wrote it; a wrong encoding is said with its line', async () => {
    const windows = Buffer.from('title\tdescription\r\nUsterka\t\xbf\xf3\xb3w\r\n', 'latin1');
    const path = write('w.csv', windows);
    await assert.rejects(
      importsOf(app()).bringsTable(path),
      new ImportRefused(
        'w.csv, line 2 is not UTF-8. Say what it is: --encoding windows-1250, windows-1252, iso-8859-1, iso-8859-2, utf-16le.',
      ),
    );
    const marked = write('m.csv', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), windows]));
    await assert.rejects(importsOf(app()).bringsTable(marked), /m\.csv, line 2 is not UTF-8\. Save it as UTF-8\.$/);
    assert.throws(
      () => readImport(['csv', path, '--encoding', 'utf-7']),
      (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, /--encoding/);
        return TABLE_ENCODINGS.every((encoding) => error.message.includes(encoding));
      },
    );
    assert.equal(await importsOf(app()).bringsTable(path, { encoding: 'windows-1250' }), 0);
    assert.equal((await titled('Usterka')).description, 'żółw');
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('title\nSzeroko\n', 'utf16le')]);
    assert.equal(await importsOf(app()).bringsTable(write('u.csv', wide)), 0);
    assert.equal((await titled('Szeroko')).status, 'submitted');
  });

  test('makes people whom Kwit does not know as it is told', async () => {
    const rows =
      'title,reporter_email,reporter_name\nOne,new@example.com,\nTwo,far@elsewhere.example,\nThree,,Jan bez adresu\n';
    const path = write('p.csv', rows);
    await importsOf(app()).bringsTable(path, { people: 'skip' });
    assert.equal((await titled('One')).reporter_name, 'Unknown (imported)');
    await importsOf(app()).bringsTable(path, { people: 'create', source: 'second' });
    const dev = await app().cast.dev;
    const people = (await dev.get<ListedUser[]>('/api/users')).is(200);
    const active = people.map(({ email, is_active }) => [email, is_active]);
    assert.ok(active.some(([email, isActive]) => email === 'new@example.com' && isActive));
    assert.ok(active.some(([email, isActive]) => email === 'far@elsewhere.example' && !isActive));
    assert.ok(people.some(({ name, is_active }) => name === 'Jan bez adresu' && !is_active));
    assert.equal(existsSync(join(app().dataDir, 'rejected.csv')), false);
  });
});
