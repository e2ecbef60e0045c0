import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '#contract/settings.ts';
import { onEachDatabase } from '#testing/start-app.ts';

/** Nothing of it can be seen, whatever is taken out. */
const UNSEEN = ['\u200b\u200b\u200b', '\u2800\u2800\u2800', '\u3164\u3164\u3164', '\u202a \u{e0041}\t'];
/** As it is pasted, and as it is kept. */
const CLEANED: readonly (readonly [pasted: string, kept: string])[] = [
  ['abc\r\ndef', 'abc def'],
  ['abc\u0007def', 'abcdef'],
  ['abc\u202ecod.exe', 'abccod.exe'],
  ['abc\u2066d\u2028e', 'abcd e'],
  ['\u202a+48\u00a0600\u200b 100\u3000 200\u202c', '+48 600 100 200'],
  ['Zażółć gęślą', 'Zażółć gęślą'],
  ['👩‍💻 laptop', '👩‍💻 laptop'],
  ['שלום\u200f world', 'שלום world'],
];

onEachDatabase('text in one line', (app) => {
  test('is visible, wherever it is written', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const { id } = (await dev.post<{ id: string }>('/api/projects', { name: 'One line' })).is(201);
    for (const harmful of UNSEEN) {
      const refused: [string, { isInvalid(): string[] }][] = [
        ['title', await ada.opening({ title: harmful })],
        ['title', await dev.patches(ticket, { title: harmful })],
        ['title', await dev.post('/api/dev-tasks', { title: harmful })],
        ['name', await ada.patch('/api/auth/me', { name: harmful })],
        ['name', await dev.patch(`/api/users/${ada.id}`, { name: harmful })],
        ['name', await dev.patch(`/api/projects/${id}`, { name: harmful })],
        ['name', await dev.post('/api/ticket-templates', { name: harmful })],
        ['name', await ada.post('/api/views', { name: harmful, page: 'tickets', query: '' })],
        ['app_name', await dev.patch('/api/settings', { app_name: harmful })],
        [
          'title',
          await dev.post(`/api/tickets/${ticket.id}/external-references`, {
            ref_type: 'other',
            url: 'https://example.com/',
            title: harmful,
          }),
        ],
      ];
      for (const [path, answer] of refused)
        assert.ok(answer.isInvalid().includes(path), `${path}: ${JSON.stringify(harmful)}`);
    }
  });

  test('is cleaned of other blanks and of marks that nobody sees, and settings are refused instead', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const { id } = (await dev.post<{ id: string }>('/api/projects', { name: 'Lines' })).is(201);
    for (const [pasted, cleaned] of CLEANED) {
      assert.equal((await dev.patches(ticket, { title: pasted })).is(200).title, cleaned);
      assert.equal((await dev.patch<{ name: string }>(`/api/projects/${id}`, { name: pasted })).is(200).name, cleaned);
      assert.equal((await ada.patch<{ name: string }>('/api/auth/me', { name: pasted })).is(200).name, cleaned);
    }
    for (const [harmful] of CLEANED.slice(0, 4))
      assert.deepEqual((await dev.patch('/api/settings', { app_name: harmful })).isInvalid(), ['app_name']);
  });

  test('keeps its bounds after it is cleaned', async () => {
    const { ada } = await app().cast.all();
    assert.deepEqual((await ada.opening({ title: 'a\u200b\u200bb' })).isInvalid(), ['title']);
    assert.equal((await ada.opening({ title: `${'\u200b'.repeat(400)}Printer` })).is(201).title, 'Printer');
  });

  test('is something, in texts of many lines, too', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (const unseen of [...UNSEEN, '\u200b\n\u00ad']) {
      assert.deepEqual((await ada.opening({ description: unseen })).isInvalid(), ['description']);
      assert.deepEqual((await ada.comments(ticket, unseen)).isInvalid(), ['content']);
      const closing = { status: 'closed', closure_summary: unseen };
      assert.deepEqual((await dev.patches(ticket, closing)).isInvalid(), ['closure_summary']);
      assert.equal((await dev.patches(ticket, { internal_note: unseen })).is(200).internal_note, null);
    }
    assert.equal((await ada.opening({ description: ' \u200bx\u2800 ' })).is(201).description, '\u200bx\u2800');
  });

  test('takes no line break into a sender, and no password into an address', async () => {
    const dev = await app().cast.dev;
    for (const sender of ['Kwit\r\nBcc: all@example.com <kwit@example.com>', 'a@b.example\nc', 'no address', '<a@b> c'])
      assert.deepEqual((await dev.patch('/api/settings', { smtp_from: sender })).isInvalid(), ['smtp_from'], sender);
    for (const url of ['https://user:secret@kwit.example.com', 'ftp://kwit.example.com', 'javascript:alert(1)'])
      assert.deepEqual((await dev.patch('/api/settings', { app_url: url })).isInvalid(), ['app_url'], url);
    for (const sender of ['kwit@example.com', 'Kwit ŁÓDŹ <kwit@example.com>', ''])
      assert.equal((await dev.patch<Settings>('/api/settings', { smtp_from: sender })).is(200).smtp_from, sender);
  });

  test('a provider without its host or sender counts as none, and the settings say so', async () => {
    const { dev, cast } = { dev: await app().cast.dev, cast: app().cast };
    const changed = (
      await dev.patch<Settings>('/api/settings', { mail_provider: 'smtp', smtp_host: '', smtp_from: '' })
    ).is(200);
    assert.match(changed.mail_problem ?? '', /smtp_host and smtp_from are not set/);
    await cast.guest();
    const set = { smtp_host: 'mail.example.com', smtp_from: 'kwit@example.com' };
    assert.equal((await dev.patch<Settings>('/api/settings', set)).is(200).mail_problem, null);
    const none = { mail_provider: null, smtp_host: '', smtp_from: '' };
    assert.equal((await dev.patch<Settings>('/api/settings', none)).is(200).mail_problem, null);
  });
});
