import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comment } from '#contract/comments.ts';
import type { TicketWait } from '#contract/waits.ts';
import { HOUR, MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

type Named = { readonly id: string; readonly number: number };

const waitsOf = async (person: Player, { id }: { id: string }) =>
  (await person.get<TicketWait[]>(`/api/tickets/${id}/waits`)).is(200);

/** Whose word each wait is for, and what ended it, oldest first. */
const runs = async (person: Player, ticket: { id: string }) =>
  (await waitsOf(person, ticket)).reverse().map(({ by, ended_by }) => `${by} ${ended_by}`);

onEachDatabase('waits', (app) => {
  const comment = async (person: Player, ticket: Named, draft: Record<string, unknown> = {}) =>
    (await person.comments(ticket, draft)).is(201) as Comment;
  const takeBack = (person: Player, ticket: Named, { id }: Comment) =>
    person.delete(`/api/tickets/${ticket.id}/comments/${id}`);

  test('begin with the report and the next word of the reporter, and end with a public word of a worker', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const [wait] = await waitsOf(dev, ticket);
    assert.deepEqual(Object.keys(wait ?? {}), [
      ...['id', 'since', 'by', 'ended_at', 'ended_by', 'target_id', 'target_minutes', 'calendar_id'],
      ...['calendar_version', 'used_minutes', 'due_at', 'result'],
    ]);
    assert.deepEqual([wait?.since, wait?.by, wait?.ended_at], [ticket.created_at, 'reporter', null]);
    for (const change of [{ status: 'in_progress' }, { assignee_id: dev.id }, { status: 'waiting' }])
      (await dev.patches(ticket, change)).is(200);
    await comment(dev, ticket, { is_internal: true });
    await comment(ada, ticket);
    assert.deepEqual(await runs(dev, ticket), ['reporter null']);
    await comment(dev, ticket);
    assert.deepEqual(await runs(dev, ticket), ['reporter answer']);
    await comment(dev, ticket);
    app().clock.advance(MINUTE);
    const question = await comment(ada, ticket);
    await comment(ada, ticket);
    const [last] = await waitsOf(dev, ticket);
    assert.deepEqual([last?.since, last?.ended_at], [question.created_at, null]);
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Turned it off and on.' })).is(200);
    assert.deepEqual(await runs(dev, ticket), ['reporter answer', 'reporter answer']);
  });

  test('are for workers and readers alone; they show with the ticket, and change nothing else of it', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.get(`/api/tickets/${ticket.id}/waits`)).isRefused(403, 'forbidden');
    (await jan.get(`/api/tickets/${ticket.id}/waits`)).isRefused(403, 'forbidden');
    const seen = (await dev.reads(ticket)).is(200);
    const wait = { since: ticket.created_at, due_at: null, state: 'running', target_minutes: null, used_minutes: null };
    assert.deepEqual(seen.wait, { ...wait, by: 'reporter' });
    assert.equal('answer_due_at' in seen, false);
    const [row] = (await dev.lists(`?view=row&number=${ticket.number}`)).is(200);
    assert.deepEqual(row?.wait, seen.wait);
    const own = (await ada.reads(ticket)).is(200);
    assert.deepEqual([own.answer_due_at, 'wait' in own], [null, false]);
    assert.deepEqual([own.version, own.updated_at], [ticket.version, ticket.updated_at]);
    await comment(dev, ticket);
    assert.equal((await dev.reads(ticket)).is(200).wait, null);
  });

  test('begin with no report of who works on the ticket, nor with their words', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await dev.opens();
    await comment(dev, ticket);
    assert.deepEqual(await runs(dev, ticket), []);
    (await dev.put(`/api/tickets/${ticket.id}/people/${ada.id}`)).is(204);
    await comment(ada, ticket);
    await comment(dev, ticket);
    assert.deepEqual(await runs(dev, ticket), ['person null']);
    await comment(ewa, ticket);
    assert.deepEqual(await runs(dev, ticket), ['person answer']);
  });

  test('end with closing, and begin anew with the words of who reopens it, not with a worker who does', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    await comment(dev, ticket, { is_closure_summary: true });
    await comment(ada, ticket);
    (await dev.patches(ticket, { status: 'closed' })).is(200);
    assert.deepEqual(await runs(dev, ticket), ['reporter answer', 'reporter closed']);
    (await dev.patches(ticket, { status: 'verified' })).is(200);
    assert.equal((await runs(dev, ticket)).length, 2);
    (await dev.patches(ticket, { status: 'closed' })).is(200);
    (await ada.post(`/api/tickets/${ticket.id}/reopen`, { content: 'Still jams.' })).is(200);
    assert.deepEqual(await runs(dev, ticket), ['reporter answer', 'reporter closed', 'reporter null']);
  });

  test('run on when an answer is taken back, and end with the words that began them', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const answer = await comment(dev, ticket);
    const again = await comment(ada, ticket);
    assert.deepEqual(await runs(dev, ticket), ['reporter answer', 'reporter null']);
    (await takeBack(dev, ticket, answer)).is(204);
    assert.deepEqual(await runs(dev, ticket), ['reporter null']);
    (await takeBack(ada, ticket, again)).is(204);
    assert.deepEqual(await runs(dev, ticket), ['reporter null']);
    await comment(dev, ticket);
    const first = await comment(ada, ticket);
    app().clock.advance(MINUTE);
    const second = await comment(ada, ticket);
    (await takeBack(ada, ticket, first)).is(204);
    assert.deepEqual(await runs(dev, ticket), ['reporter answer', 'reporter withdrawn', 'reporter null']);
    assert.equal((await waitsOf(dev, ticket))[0]?.since, second.created_at);
  });

  test('go along with a merge, and both come back', async () => {
    const { ada, dev } = await app().cast.all();
    const source = await ada.opens();
    app().clock.advance(HOUR);
    const target = await ada.opens();
    const merge = { into: target.id, mode: 'join' };
    (await dev.post(`/api/tickets/${source.id}/merge`, merge)).is(200);
    assert.deepEqual(await runs(dev, source), ['reporter merged']);
    assert.deepEqual(
      (await waitsOf(dev, target)).map(({ since }) => since),
      [source.created_at],
    );
    app().clock.advance(HOUR);
    await comment(dev, target);
    await comment(ada, source);
    assert.deepEqual(await runs(dev, target), ['reporter answer', 'reporter null']);
    (await dev.post(`/api/tickets/${source.id}/unmerge`)).is(200);
    assert.deepEqual(await runs(dev, source), ['reporter null']);
    const back = await waitsOf(dev, target);
    assert.deepEqual(back.map(({ since, ended_by }) => [since, ended_by]).at(-1), [target.created_at, 'answer']);
  });

  test('go to the ticket that is split off, with the words that began them', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    await comment(dev, ticket);
    app().clock.advance(MINUTE);
    const question = await comment(ada, ticket);
    app().clock.advance(MINUTE);
    const split = { comment_ids: [question.id], title: 'Something else' };
    const made = (await dev.post<Named>(`/api/tickets/${ticket.id}/split`, split)).is(201);
    assert.deepEqual(await runs(dev, ticket), ['reporter answer']);
    assert.deepEqual(
      (await waitsOf(dev, made)).map(({ since, ended_at }) => [since, ended_at]),
      [[question.created_at, null]],
    );
  });
});
