import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '#contract/settings.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const HARMFUL = [
  'a\r\nb',
  'a\u0007b',
  'a\u202ecod.exe',
  'a\u2066b',
  'a\u2028b',
  '\u200b\u200b\u200b',
  '\u2800\u2800\u2800',
  '\u3164\u3164\u3164',
];
const FINE = ['Zażółć gęślą', '👩‍💻 laptop', 'שלום\u200f world', 'ab c'];

onEachDatabase('text in one line', (app) => {
  test('is visible, without controls and turns of direction, wherever it is written', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const { id } = (await dev.post<{ id: string }>('/api/projects', { name: 'One line' })).is(201);
    for (const harmful of HARMFUL) {
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
    for (const fine of FINE) assert.equal((await dev.patches(ticket, { title: fine })).is(200).title, fine);
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
