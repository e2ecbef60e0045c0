import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Comment } from '#contract/comments.ts';
import type { TicketCreated } from '#contract/tickets.ts';
import { DRAFT, formOf } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('Some words.') };

onEachDatabase('the form of a report, and of a comment, at an address of its own', (app) => {
  test('does what its namesake does, and takes nothing but a form', async () => {
    const { ada } = await app().cast.all();
    const path = '/api/tickets/with-files';
    const ticket = (await ada.post<TicketCreated>(path, formOf(DRAFT, [file]))).is(201);
    assert.equal(ticket.attachments.length, 1);
    assert.equal((await ada.post<TicketCreated>(path, formOf(DRAFT))).is(201).attachments.length, 0);
    (await ada.post(path, DRAFT)).isRefused(415, 'unsupported_media_type');
    const comments = `/api/tickets/${ticket.id}/comments/with-files`;
    const comment = (await ada.post<Comment>(comments, formOf({ content: 'Look.' }, [file]))).is(201);
    assert.equal(comment.attachments.length, 1);
    (await ada.post(comments, { content: 'Look.' })).isRefused(415, 'unsupported_media_type');
  });

  test('shares the keys of its namesake', async () => {
    const { ada } = await app().cast.all();
    const key = { 'idempotency-key': randomUUID() };
    const once = (await ada.post<TicketCreated>('/api/tickets', DRAFT, key)).is(201);
    const again = (await ada.post<TicketCreated>('/api/tickets/with-files', formOf(DRAFT), key)).is(201);
    assert.equal(again.id, once.id);
  });

  test('a weak tag, as a proxy makes it, is the version that it names', async () => {
    const { ada } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.patches(ticket, { title: 'Another title' }, { 'if-match': 'W/"8"' })).isRefused(
      412,
      'precondition_failed',
    );
    (await ada.patches(ticket, { title: 'Another title' }, { 'if-match': 'W/"1"' })).is(200);
  });
});
