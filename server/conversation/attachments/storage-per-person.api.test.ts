import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '#contract/settings.ts';
import { DRAFT, formOf, type Player, type SampleFile } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const MB = 1024 * 1024;
const SETTINGS = '/api/settings';

const text = (bytes: number): SampleFile => ({ name: 'a.txt', type: 'text/plain', bytes: Buffer.alloc(bytes, 'a') });
const allows = (dev: Player, storage_per_person_mb: number | null) =>
  dev.patch<Settings>(SETTINGS, { storage_per_person_mb });

onEachDatabaseAnew('what one person stores', (app) => {
  test('has a bound that developers set', async () => {
    const dev = await app().cast.dev;
    assert.equal((await dev.get<Settings>(SETTINGS)).is(200).storage_per_person_mb, 2048);
    for (const bound of [1, 1_048_576, null])
      assert.equal((await allows(dev, bound)).is(200).storage_per_person_mb, bound);
    for (const bound of [0, 1_048_577, 1.5, '1'])
      assert.deepEqual((await dev.patch(SETTINGS, { storage_per_person_mb: bound })).isInvalid(), [
        'storage_per_person_mb',
      ]);
  });

  test('may reach the bound and not pass it: with a report, a comment or a file', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await allows(dev, 1)).is(200);
    const half = text(MB / 2);
    (await ada.attaches(ticket, half)).is(201);
    (await ada.attaches(ticket, half, text(1))).isRefused(400, 'quota_exceeded');
    (await ada.attaches(ticket, half)).is(201);
    (await ada.attaches(ticket, text(1))).isRefused(400, 'quota_exceeded');
    (await ada.post('/api/tickets', formOf(DRAFT, [text(1)]))).isRefused(400, 'quota_exceeded');
    const comments = `/api/tickets/${ticket.id}/comments`;
    (await ada.post(comments, formOf({ content: 'Look.' }, [text(1)]))).isRefused(400, 'quota_exceeded');
    // Nothing of what was refused is there.
    const { attachments, comments: said } = (await ada.reads(ticket)).is(200);
    assert.deepEqual([attachments.length, said.length, (await ada.lists()).is(200).length], [2, 0, 1]);
    // An empty file takes no room; others have theirs; a report without files needs none.
    (await ada.attaches(ticket, text(0))).is(201);
    (await jan.post('/api/tickets', formOf(DRAFT, [half]))).is(201);
    await ada.opens();
  });

  test('counts what is removed while it can be brought back, and null is no bound', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await allows(dev, 1)).is(200);
    const [file] = (await ada.attaches(ticket, text(MB))).is(201);
    (await ada.attaches(ticket, text(MB))).isRefused(400, 'quota_exceeded');
    (await ada.delete(`/api/tickets/${ticket.id}/attachments/${file?.id}`)).is(204);
    (await ada.attaches(ticket, text(1))).isRefused(400, 'quota_exceeded');
    (await allows(dev, null)).is(200);
    (await ada.attaches(ticket, text(MB))).is(201);
  });

  test('is looked at after the bounds and types of files', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await allows(dev, 1)).is(200);
    const page = { name: 'a.html', type: 'text/html', bytes: Buffer.from('<html>') };
    (await ada.attaches(ticket, text(MB + 1), page)).isRefused(400, 'unsupported_file_type');
    (await ada.attaches(ticket, text(20 * MB + 1))).isRefused(400, 'attachments_too_large');
    (await ada.attaches(ticket, text(MB + 1))).isRefused(400, 'quota_exceeded');
  });

  test('does not pass the bound when uploads race', async () => {
    const { ada, dev } = await app().cast.all();
    const tickets = [await ada.opens(), await ada.opens(), await ada.opens(), await ada.opens()];
    (await allows(dev, 1)).is(200);
    const sent = await Promise.all(tickets.map((ticket) => ada.attaches(ticket, text(0.4 * MB))));
    assert.deepEqual(sent.map(({ status }) => status).sort(), [201, 201, 400, 400]);
  });
});
