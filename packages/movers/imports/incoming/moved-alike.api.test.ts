/** Rules that hold for every product whose tickets come. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TicketField } from '#contract/fields.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { waitsVerify } from '#conversation';
import { readImport } from '#movers';
import { MOVED } from '#testing/given-exports.ts';
import { commandParts, rowsOf } from '#testing/import-runs.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import type { ImportReport } from '../import-report.ts';

onEachDatabaseAnew('tickets of any product', (app) => {
  const reportPath = () => join(app().dataDir, 'report.json');
  const brings = async (words: readonly string[]) => {
    await readImport(words)?.(commandParts(app()));
  };
  const all = async (): Promise<TicketDetail[]> => {
    const ewa = await app().cast.ewa;
    const listed = (await ewa.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
    return Promise.all(listed.map(async ({ id }) => (await ewa.reads({ id })).is(200) as TicketDetail));
  };

  for (const [name, words] of Object.entries(MOVED))
    test(`${name}: what came closed waits for nobody, a file has its message, and a number leads to no other ticket`, async () => {
      await app().cast.ewa;
      await brings([...words, '--yes', '--report', reportPath()]);
      const tickets = await all();
      assert.ok(tickets.length > 0);
      for (const { status, awaiting_reply_since: since, comments, attachments, description, number } of tickets) {
        if (status === 'closed') assert.equal(since, null, `#${number}`);
        const said = [description, ...comments.map(({ content }) => content)].join('\n');
        for (const [, file = ''] of said.matchAll(/\]\(attachment:([^)]+)\)/g))
          assert.ok(
            attachments.some(({ original_name }) => original_name === decodeURIComponent(file)),
            `#${number} has no ${file}`,
          );
        if (!name.startsWith('redmine') || words.includes('--renumber')) {
          const words = said.replaceAll(/^From .*$/gm, '').replaceAll(/```[\s\S]*?```|`[^`\n]+`/g, '');
          assert.doesNotMatch(words, /(?<![\w&/[\\])#\d/, `#${number}`);
        }
      }
      assert.equal(await waitsVerify(commandParts(app())), true, 'waits are as comments and history say');
      assert.doesNotMatch(readFileSync(reportPath(), 'utf8'), /undefined|\[object/);
    });

  /** An export of Jira with these columns besides those that every row has. */
  const jira = (columns: string, ...rows: readonly string[]): string[] => {
    const path = join(app().dataDir, 'jira.csv');
    const begin = 'Summary,Issue key,Status,Status Category,Created';
    writeFileSync(path, [`${begin},${columns}`, ...rows].join('\n'));
    return ['jira', path, '--zone', 'Europe/Warsaw', '--comments', 'public', '--yes', '--report', reportPath()];
  };
  const repairs = () => {
    const { repaired } = JSON.parse(readFileSync(reportPath(), 'utf8')) as ImportReport;
    return repaired.map(({ table, value = '' }) => `${table}: ${value}`);
  };

  test('the report tells links outside, times that happen twice, mentions of nobody, empty comments and logged hours', async () => {
    await brings(
      jira(
        'Outward issue link (Blocks),Comment,Comment,Log Work,Due date',
        'Pay,P-1,Open,To Do,26/Oct/25 2:30 AM,P-9,01/Nov/25 9:00 AM;ada;Ask [~gone],01/Nov/25 9:00 AM;ada; ,Sums;01/Nov/25 9:00 AM;ada;3600,',
      ),
    );
    for (const line of [
      'relations: Blocks P-9',
      'times: 2025-10-26 02:30:00',
      'mentions: gone',
      'comments: 01/Nov/25 9:00 AM;ada;',
      'work logs: 1',
    ])
      assert.ok(repairs().includes(line), `${line} in ${repairs().join('; ')}`);
  });

  test('two accounts of one address are one person, and told', async () => {
    const people = join(app().dataDir, 'people.csv');
    writeFileSync(people, 'login,email,name\na1,ada@example.com,Ada\na2,ada@example.com,Ada\n');
    const row = 'Pay,P-1,Open,To Do,01/Nov/25 9:00 AM,Ada N,a1,Ada Nowak,a2';
    await brings([...jira('Reporter,Reporter Id,Assignee,Assignee Id', row), '--people', people]);
    assert.ok(repairs().includes('users: Ada Nowak, Ada N'), repairs().join('; '));
    const [ticket] = await all();
    assert.deepEqual([ticket?.reporter_email, ticket?.assignee_email], ['ada@example.com', 'ada@example.com']);
  });

  test('a file belongs to the comment that names it, and is internal with it', async () => {
    writeFileSync(join(app().dataDir, 'pay.png'), samples.png);
    const file = '01/Nov/25 9:00 AM;ada;pay.png;https://x.example.com/rest/api/3/attachment/content/1';
    const words = jira(
      'Comment,Attachment',
      `Pay,P-1,Open,To Do,01/Nov/25 9:00 AM,01/Nov/25 9:00 AM;ada;See !pay.png!,${file}`,
    );
    await brings([...words.map((word) => (word === 'public' ? 'internal' : word)), '--files', app().dataDir]);
    const [ticket] = await all();
    const comment = ticket?.comments.find(({ content }) => content === 'See ![pay.png](attachment:pay.png)');
    assert.equal(ticket?.attachments[0]?.comment_id, comment?.id);
    assert.equal(ticket?.attachments[0]?.is_internal, true);
  });

  test('#2 of GitHub leads to the issue that was 2 there, by an address that it keeps', async () => {
    await brings([...(MOVED.github ?? []), '--yes']);
    const tickets = await all();
    const [basket, search] = ['Basket is empty', 'Search finds nothing'].map((title) =>
      tickets.find((ticket) => ticket.title === title),
    );
    assert.ok(basket?.description.includes('[GitHub 2](/acme/shop/issues/2)'), String(basket?.description));
    const led = await fetch(`${app().address}/acme/shop/issues/2`, { redirect: 'manual' });
    assert.equal(led.headers.get('location'), `/t/${search?.number}`);
  });

  test('a later import makes notes, labels and who reads a comment as they are there now, and names what was changed here', async () => {
    const comments = '01/Nov/25 9:00 AM;ada;First,01/Nov/25 9:00 AM;ada;Second';
    const issue = (labels: string, impact: string) =>
      jira(
        'Labels,Labels,Comment,Comment,Custom field (Impact)',
        `Pay,P-1,Open,To Do,01/Nov/25 9:00 AM,${labels},${comments},${impact}`,
      );
    await brings(issue('old,both', 'Low'));
    const dev = await app().cast.dev;
    const [ticket] = await all();
    const commentOf = (detail: TicketDetail | undefined, begin: string) =>
      detail?.comments.find(({ content }) => content.startsWith(begin));
    assert.deepEqual(ticket?.labels?.map(({ name }) => name).sort(), ['both', 'old']);
    const [stored] = await app().database.read((connection) =>
      connection.rows<{ id: string }>({ sql: "select id from comments where content = 'Second'", parameters: [] }),
    );
    // Nobody edits the words of others: somebody else's tool did.
    await app().database.write((connection) =>
      connection.rows({
        sql: `update comments set content = 'Second, here' where id = '${stored?.id}'`,
        parameters: [],
      }),
    );
    await brings(issue('both,', 'High').map((word) => (word === 'public' ? 'internal' : word)));
    const [later] = await all();
    assert.deepEqual(
      later?.labels?.map(({ name }) => name),
      ['both'],
    );
    assert.equal(commentOf(later, 'First')?.is_internal, true);
    assert.ok(commentOf(later, 'From Jira')?.content.includes('Impact: High'));
    assert.equal(commentOf(later, 'Second, here')?.is_internal, false);
    const { changed } = JSON.parse(readFileSync(reportPath(), 'utf8')) as ImportReport;
    assert.deepEqual(changed.map(({ table, reason, value = '' }) => `${table}: ${reason} ${value}`.trim()).sort(), [
      'comments: it was changed there and here: it stays as it is here',
      'comments: nobody changed it here: it is now as it is there',
      'comments: nobody changed it here: it is now as it is there',
      'ticket labels: it is there no more: it was taken off old',
    ]);
    (await dev.patches(later as TicketDetail, { labels: [] })).is(200);
    await brings(issue('both,old', 'High').map((word) => (word === 'public' ? 'internal' : word)));
    const [last] = await all();
    assert.deepEqual(
      last?.labels?.map(({ name }) => name),
      ['old'],
      'taken off there and put on again; taken off here',
    );
  });

  const WITH_FIELDS = [
    'jira cloud-en',
    'redmine admin',
    'zammad',
    'github',
    'trello',
    'zendesk',
    'osticket of mysqldump',
  ];
  for (const name of WITH_FIELDS)
    test(`${name}: with --fields its own fields are made and filled, the note stays, and a second import changes nothing`, async () => {
      const ewa = await app().cast.ewa;
      const words = [...(MOVED[name] ?? []), '--fields', '--yes', '--report', reportPath()];
      await brings(words);
      const fields = (await ewa.get<TicketField[]>('/api/fields')).is(200);
      assert.ok(fields.length > 0);
      const tickets = await all();
      const filled = tickets.flatMap(({ fields: values = {} }) => Object.entries(values));
      assert.deepEqual([...new Set(filled.map(([key]) => key))].sort(), fields.map(({ key }) => key).sort());
      const before = await rowsOf(app(), ['import_runs', 'audit']);
      await brings(words);
      assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), before);
      const said: string[] = [];
      const own = words.filter((word) => word !== '--yes');
      const code = await readImport(['verify', ...own])?.(commandParts(app(), { say: (text) => said.push(text) }));
      assert.equal(code, 0, said.join('\n'));
    });

  test('a column is the field of its key or name, as its kind takes it; others are made where asked, else named', async () => {
    const dev = await app().cast.dev;
    const name = (pl: string, en: string) => ({ pl, en });
    const made = { ask: 'work', reporter_sees: false };
    const options = [{ key: 'old', name: name('Stara', 'Old'), archived: false }];
    (await dev.post('/api/fields', { ...made, key: 'asset', kind: 'number', name: name('Numer', 'Asset') })).is(201);
    (await dev.post('/api/fields', { ...made, key: 'hall', kind: 'choice', name: name('Hala', 'Hall'), options })).is(
      201,
    );
    const path = join(app().dataDir, 'fields.csv');
    writeFileSync(path, 'external_id,title,fields.asset,Hala,Colour\n1,One,12,stara,red\n2,Two,many,,\n');
    const csv = ['csv', path, '--yes', '--report', reportPath()];
    await assert.rejects(brings(csv), /"Hala", is none that Kwit knows/);
    await brings([...csv, '--ignore-unknown']);
    const valuesOf = async () => new Map((await all()).map(({ title, fields }) => [title, fields]));
    assert.deepEqual((await valuesOf()).get('One'), { asset: 12 });
    const { left_out } = JSON.parse(readFileSync(reportPath(), 'utf8')) as ImportReport;
    assert.deepEqual(
      left_out.map(({ reason, value }) => [reason, value]),
      [['it is no value of the field asset', 'asset: many']],
    );
    await brings([...csv, '--fields']);
    assert.deepEqual((await valuesOf()).get('One'), { asset: 12, hall: 'old', colour: 'red' });
  });
});
