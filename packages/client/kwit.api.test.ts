import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewToken } from '../../contract/tokens.ts';
import type { Player } from '../../server/testing/cast.ts';
import { onEachDatabase } from '../../server/testing/start-app.ts';
import { Kwit, KwitError, type KwitOptions, orThrow } from './index.ts';

const refusedWith =
  (code: string, status: number) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof KwitError);
    assert.deepEqual([error.code, error.status], [code, status]);
    return true;
  };

onEachDatabase('the client', (app) => {
  const kwitOf = async (player: Player, scope = 'write', options: Partial<KwitOptions> = {}) => {
    const { token } = (await player.post<NewToken>('/api/tokens', { name: 'Test', scope })).is(201);
    return new Kwit({ url: app().address, token, ...options });
  };

  test('calls an operation by its address, with refusals as values', async () => {
    const ada = await app().cast.ada;
    const kwit = await kwitOf(ada, 'read');
    const me = await kwit.GET('/api/auth/me');
    assert.equal(me.data?.email, ada.user.email);
    const refused = await kwit.GET('/api/users');
    assert.equal(refused.data, undefined);
    assert.equal(refused.error?.error, 'forbidden');
    await assert.rejects(orThrow(kwit.POST('/api/tickets', { body: DRAFT })), (error) => {
      assert.ok(error instanceof KwitError);
      assert.match(error.requestId, /^[0-9a-f-]{36}$/);
      return refusedWith('insufficient_scope', 403)(error);
    });
  });

  test('says which field is wrong', async () => {
    const kwit = await kwitOf(await app().cast.ada);
    await assert.rejects(kwit.openTicket({ title: '', description: 'It jams.' }), (error) => {
      assert.ok(error instanceof KwitError);
      assert.deepEqual(
        error.details.map(({ path }) => path),
        ['title'],
      );
      return refusedWith('validation_error', 400)(error);
    });
  });

  test('says when nobody answers, or somebody else', async () => {
    const deaf = new Kwit({ url: 'http://127.0.0.1:1' });
    await assert.rejects(deaf.ticket(1), refusedWith('unreachable', 0));
    const proxy = new Kwit({ url: 'http://127.0.0.1:1', fetch: async () => new Response('<h1>', { status: 502 }) });
    await assert.rejects(proxy.ticket(1), refusedWith('unexpected_answer', 502));
  });

  test('reads a list to its end, page after page, and no further than asked', async () => {
    const guest = await app().cast.guest();
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await guest.opens({ title: `Ticket ${title}` });
    const read: string[] = [];
    const kwit = await kwitOf(guest, 'read', {
      fetch: (request) => {
        read.push(request.url);
        return fetch(request);
      },
    });
    const pages: string[][] = [];
    for await (const page of kwit.pages('/api/tickets', { query: { limit: 2, order: 'asc' } }))
      pages.push(page.map(({ title }) => title));
    assert.deepEqual(pages, [['Ticket One', 'Ticket Two'], ['Ticket Three', 'Ticket Four'], ['Ticket Five']]);
    read.length = 0;
    for await (const { title } of kwit.each('/api/tickets', { query: { limit: 2, order: 'asc' } }))
      if (title === 'Ticket Two') break;
    assert.equal(read.length, 1);
  });

  test('does not follow a link that leads elsewhere, which would get the token', async () => {
    const elsewhere = { link: '<https://evil.example/api/tickets>; rel="next"' };
    const urls: string[] = [];
    const kwit = new Kwit({
      url: 'https://kwit.example',
      token: 'secret',
      fetch: async ({ url }) => {
        urls.push(url);
        return Response.json([], { headers: urls.length === 1 ? elsewhere : {} });
      },
    });
    await assert.rejects(Array.fromAsync(kwit.each('/api/tickets')), refusedWith('unexpected_answer', 0));
    assert.deepEqual(urls, ['https://kwit.example/api/tickets']);
  });

  test('sends any request to its Kwit, and none elsewhere', async () => {
    const kwit = await kwitOf(await app().cast.ada, 'read');
    const answer = await kwit.send('/api/tickets/count');
    assert.match(await answer.text(), /^\{"count":\d+\}$/);
    for (const elsewhere of ['//evil.example/api/tickets', 'https://evil.example/', 'http://127.0.0.1:1/'])
      assert.throws(() => kwit.send(elsewhere), TypeError, elsewhere);
  });

  test('opens one ticket for one key, and gives each call a key of its own', async () => {
    const ada = await app().cast.ada;
    const keys: (string | null)[] = [];
    const kwit = await kwitOf(ada, 'write', {
      fetch: (request) => {
        keys.push(request.headers.get('idempotency-key'));
        return fetch(request);
      },
    });
    const first = await kwit.openTicket(DRAFT, { key: 'alert-1' });
    const again = await kwit.openTicket(DRAFT, { key: 'alert-1' });
    assert.equal(again.number, first.number);
    assert.notEqual((await kwit.openTicket(DRAFT)).number, (await kwit.openTicket(DRAFT)).number);
    assert.deepEqual(keys.slice(0, 2), ['alert-1', 'alert-1']);
    assert.match(String(keys[2]), /^[0-9a-f]{32}$/);
    assert.notEqual(keys[2], keys[3]);
  });

  test('sends files with a report and with a comment', async () => {
    const kwit = await kwitOf(await app().cast.ada);
    const log = { name: 'printer.log', blob: new Blob(['jam\n'], { type: 'text/plain' }) };
    const opened = await kwit.openTicket({ ...DRAFT, environment: null }, { files: [log] });
    assert.deepEqual(
      opened.attachments.map(({ original_name, size }) => [original_name, size]),
      [['printer.log', 4]],
    );
    const comment = await kwit.comment(opened, { content: 'Again.' }, { files: [log] });
    assert.equal(comment.attachments.length, 1);
    assert.equal((await kwit.comment(opened, { content: 'And again.' })).content, 'And again.');
    assert.equal((await kwit.ticket(opened.number)).comments.length, 2);
    await assert.rejects(kwit.ticket(2 ** 40), refusedWith('ticket_not_found', 404));
  });

  test('changes a ticket only as it was read, and closes it with its answer', async () => {
    const { ada, dev } = await app().cast.all();
    const opened = await ada.opens();
    const kwit = await kwitOf(dev);
    const read = await kwit.ticket(opened.number);
    const taken = await kwit.changeTicket(read, { status: 'in_progress' });
    assert.equal(taken.status, 'in_progress');
    await assert.rejects(kwit.changeTicket(read, { priority: 'high' }), refusedWith('precondition_failed', 412));
    const closed = await kwit.closeTicket(taken, 'The roller was worn.');
    assert.equal(closed.status, 'closed');
    const [summary] = (await kwit.ticket(opened.number)).comments;
    assert.deepEqual([summary?.content, summary?.is_closure_summary], ['The roller was worn.', true]);
  });
});

const DRAFT = { title: 'Printer jams', description: 'Every second page.' };
