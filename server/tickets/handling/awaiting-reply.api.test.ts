import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#platform';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabase('a reporter who waits', (app) => {
  const since = async (who: Player, ticket: { id: string }) => (await who.reads(ticket)).is(200).awaiting_reply_since;
  const later = () => {
    app().clock.advance(MINUTE);
    return new Date(app().clock.now()).toISOString();
  };

  test('waits from the first comment that no developer has answered, no matter who reads it', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    assert.equal(ticket.awaiting_reply_since, null);
    const askedAt = later();
    (await ada.comments(ticket, 'Any news?')).is(201);
    const { version } = (await ada.reads(ticket)).is(200);
    later();
    (await ada.comments(ticket, 'Hello?')).is(201);
    (await dev.comments(ticket, { content: 'Who takes this?', is_internal: true })).is(201);
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    assert.deepEqual([await since(ada, ticket), await since(dev, ticket)], [askedAt, askedAt]);
    assert.equal(version, ticket.version);
    (await dev.comments(ticket, 'Soon.')).is(201);
    assert.deepEqual([await since(ada, ticket), await since(dev, ticket)], [null, null]);
    const again = later();
    (await ada.comments(ticket, 'When?')).is(201);
    assert.equal(await since(ada, ticket), again);
  });

  test('is answered by a change of status, and waits on a closed ticket too', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.comments(ticket, 'Any news?')).is(201);
    assert.equal((await dev.patches(ticket, { status: 'in_progress' })).is(200).awaiting_reply_since, null);
    const first = later();
    (await ada.comments(ticket, 'And now?')).is(201);
    assert.equal((await dev.patches(ticket, { estimated_hours: 1 })).is(200).awaiting_reply_since, first);
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    assert.equal(await since(ada, ticket), null);
    const askedAt = later();
    (await ada.comments(ticket, 'It is not.')).is(201);
    assert.equal(await since(dev, ticket), askedAt);
  });

  test('and is a developer never waits', async () => {
    const { dev, ewa } = await app().cast.all();
    const ticket = await dev.opens();
    (await dev.comments(ticket, 'A note to all.')).is(201);
    assert.equal(await since(ewa, ticket), null);
  });

  test('waits anew when a comment is taken back: the answer, or the question', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.comments(ticket, 'First.')).is(201);
    (await dev.comments(ticket, 'An answer.')).is(201);
    const askedAt = later();
    const question = (await ada.comments(ticket, 'Second.')).is(201);
    const next = later();
    const further = (await ada.comments(ticket, 'Third.')).is(201);
    const answer = (await dev.comments(ticket, 'Another answer.')).is(201);
    assert.equal(await since(ada, ticket), null);
    (await dev.takesBack(answer)).is(204);
    assert.equal(await since(ada, ticket), askedAt);
    (await ada.takesBack(question)).is(204);
    assert.equal(await since(ada, ticket), next);
    (await dev.patches(ticket, { status: 'waiting' })).is(200);
    const quiet = (await dev.comments(ticket, { content: 'Hm.', is_internal: true })).is(201);
    (await dev.takesBack(quiet)).is(204);
    (await ada.takesBack(further)).is(204);
    assert.equal(await since(ada, ticket), null);
  });
});

onEachDatabaseAnew('a list by wait', (app) => {
  const numbers = async (who: Player, query: string) => {
    const listed: number[] = [];
    for (let path: string | null = `/api/tickets${query}`; path; ) {
      const page: Answer<{ number: number }[]> = await who.get(path);
      listed.push(...page.is(200).map(({ number }) => number));
      path = page.next;
    }
    return listed;
  };

  test('has the longest wait first, then those for whom nobody has to answer, page by page', async () => {
    const { cast, clock } = app();
    const { ada, jan, dev } = await cast.all();
    const tickets = [await ada.opens(), await ada.opens(), await jan.opens(), await ada.opens(), await ada.opens()];
    for (const [who, n] of [[ada, 3] as const, [jan, 2] as const, [ada, 0] as const]) {
      clock.advance(MINUTE);
      (await who.comments(tickets[n] as { id: string }, 'Any news?')).is(201);
    }
    const expected = [
      ['?sort=awaiting_reply_since&order=asc', [4, 3, 1, 2, 5], [4, 1, 2, 5]],
      ['?sort=awaiting_reply_since', [1, 3, 4, 5, 2], [1, 4, 5, 2]],
      ['?sort=awaiting_reply_since&order=asc&awaiting_reply=1', [4, 3, 1], [4, 1]],
      ['?sort=awaiting_reply_since&awaiting_reply=0', [5, 2], [5, 2]],
      ['?sort=number&order=asc&awaiting_reply=1', [1, 3, 4], [1, 4]],
      ['?sort=awaiting_reply_since&status=submitted&q=printer', [1, 3, 4, 5, 2], [1, 4, 5, 2]],
    ] as const;
    for (const [query, all, own] of expected)
      for (const more of ['', '&limit=1', '&limit=2', '&limit=3', '&view=row&limit=2']) {
        assert.deepEqual(await numbers(dev, query + more), all, query + more);
        assert.deepEqual(await numbers(ada, query + more), own, query + more);
      }
    const count = async (who: Player) =>
      (await who.get<{ count: number }>('/api/tickets/count?awaiting_reply=1')).is(200).count;
    assert.deepEqual([await count(dev), await count(ada)], [3, 2]);
    const board = (await dev.get<{ submitted: unknown[] }>('/api/tickets/board?awaiting_reply=0')).is(200);
    assert.equal(board.submitted.length, 2);
    assert.deepEqual((await dev.lists('?awaiting_reply=yes')).isInvalid(), ['awaiting_reply']);
  });
});
