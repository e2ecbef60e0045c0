import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { importsOf } from '#testing/import-runs.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { type as typed } from '#testing/typed-command.ts';

const mail = (head: Record<string, string>, ...body: string[]) =>
  [...Object.entries(head).map(([name, value]) => `${name}: ${value}`), '', ...body, ''].join('\n');

const FIRST = mail(
  {
    From: 'Zofia Wrona <zofia@example.com>',
    Subject: '=?utf-8?q?Drukarka_nie_drukuje?=',
    Date: 'Mon, 02 Feb 2026 10:00:00 +0100',
    'Message-ID': '<one@example.com>',
    'MIME-Version': '1.0',
    'Content-Type': 'multipart/mixed; boundary=b',
  },
  ...[
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Od rana nie drukuje.',
    '>From the tray comes nothing.',
    '',
  ],
  ...['--b', 'Content-Type: text/plain; name=log.txt', 'Content-Disposition: attachment; filename=log.txt', ''],
  ...['paper jam', '--b--'],
);
const ANSWER = mail(
  {
    From: 'Dev <dev@example.com>',
    Subject: 'Odp: Drukarka nie drukuje',
    Date: 'Mon, 02 Feb 2026 12:00:00 +0100',
    'Message-ID': '<two@example.com>',
    'In-Reply-To': '<one@example.com>',
  },
  ...['I changed the roller.', '', 'Zofia Wrona <zofia@example.com> wrote:', '> Od rana nie drukuje.'],
);
const OTHER = mail(
  {
    From: 'ada@example.com',
    Subject: 'Drukarka nie drukuje',
    Date: 'Tue, 03 Feb 2026 12:00:00 +0100',
    'Message-ID': '<three@example.com>',
  },
  'Mine neither.',
);
const MACHINE = mail(
  { From: 'x@example.com', Date: 'Tue, 03 Feb 2026 12:00:00 +0100', 'Auto-Submitted': 'auto-replied' },
  'Away.',
);
const OLD = mail({ From: 'ada@example.com', Subject: 'Old', Date: 'Tue, 03 Feb 2015 12:00:00 +0100' }, 'Long ago.');

const mboxOf = (...mails: string[]) =>
  mails.map((message) => `From x@example.com Mon Feb  2 10:00:00 2026\n${message}\n`).join('');

onEachDatabaseAnew('mails of the past that are imported', (app) => {
  const path = (name: string) => join(app().dataDir, name);

  test('become tickets by their threads, once, and nobody is told', async () => {
    const { dev } = await app().cast.all();
    writeFileSync(path('a.mbox'), mboxOf(ANSWER, FIRST, OTHER, MACHINE, OLD, FIRST));
    const before = app().mailbox.list().length;
    const imports = importsOf(app());
    assert.equal(await imports.bringsMails(path('a.mbox'), {}, { isTrial: true }), 0);
    const output = imports.said.join('\n');
    for (const words of [
      '1 mails were written by programs',
      '1 mails are older than 2026-01-01',
      'nothing was written',
    ])
      assert.ok(output.includes(words), output);
    assert.deepEqual((await dev.lists()).is(200), []);
    assert.equal(await imports.bringsMails(path('a.mbox')), 0);
    const [other, first] = (await dev.lists('?sort=created_at&order=desc')).is(200);
    assert.deepEqual(
      [other?.title, other?.reporter_email, first?.title, first?.reporter_name, first?.created_at],
      ['Drukarka nie drukuje', 'ada@example.com', 'Drukarka nie drukuje', 'Zofia Wrona', '2026-02-02T09:00:00.000Z'],
    );
    const { description, comments, attachments } = (await dev.reads({ id: first?.id ?? '' })).is(200);
    assert.match(description, /^Od rana nie drukuje\.\n\\?From the tray comes nothing\.$/);
    assert.equal(comments.length, 1);
    assert.deepEqual(
      [comments[0]?.user_id, comments[0]?.is_developer, comments[0]?.created_at],
      [dev.id, true, '2026-02-02T11:00:00.000Z'],
    );
    assert.match(comments[0]?.content ?? '', /^I changed the roller\./);
    assert.doesNotMatch(comments[0]?.content ?? '', /Od rana/);
    assert.deepEqual(
      attachments.map(({ original_name }) => original_name),
      ['log.txt'],
    );
    assert.equal(await imports.bringsMails(path('a.mbox')), 0);
    assert.equal((await dev.lists()).is(200).length, 2);
    for (let n = 0; n < 3; n += 1) await app().worker.runOnce();
    assert.equal(app().mailbox.list().length, before);
  });

  test('come from a Maildir and from .eml files too, closed where that is asked for', async () => {
    const { dev } = await app().cast.all();
    mkdirSync(path('box/cur'), { recursive: true });
    writeFileSync(path('box/cur/1:2,S'), OTHER);
    const imports = importsOf(app());
    assert.equal(await imports.bringsMails(path('box'), { since: '2026-02-03', status: 'closed' }), 0);
    const [closed] = (await dev.lists('?status=closed')).is(200);
    assert.equal(closed?.title, 'Drukarka nie drukuje');
    mkdirSync(path('files'));
    writeFileSync(path('files/one.eml'), FIRST);
    assert.equal(await imports.bringsMails(path('files'), { since: '2026-02-03' }), 0);
    assert.equal((await dev.lists('?status=closed,submitted')).is(200).length, 1);
  });

  test('need a day, and a place that has mails', async () => {
    const said = async (...words: string[]) => (await typed(app(), 'import', 'mail', ...words)).said;
    writeFileSync(path('none.txt'), 'From here on nothing is a mail.\n');
    assert.match(await said(path('none.txt')), /--since 2026-01-01/);
    assert.match(await said(path('none.txt'), '--since', '2026-02-30'), /--since cannot be “2026-02-30”/);
    await assert.rejects(importsOf(app()).bringsMails(path('none.txt')), /has no mail/);
    await assert.rejects(importsOf(app()).bringsMails(path('nowhere')), /There is no file or folder/);
  });
});
