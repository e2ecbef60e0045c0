import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';
import { act, actOf, stateOf, undoes } from '#testing/acts.ts';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

/** The state that an undo of merging and splitting puts back, with the comments. */
const wholeOf = async (player: Player, ticket: { id: string }) => {
  const { act_id: _, ...state } = { act_id: null, ...(await stateOf(player, ticket)) };
  const { comments } = (await player.reads(ticket)).is(200);
  return { ...state, comments: comments.map(({ act_id: __, ...comment }) => comment) };
};

type Merged = Awaited<ReturnType<typeof wholeOf>>;
const same = (now: readonly Merged[], before: readonly Merged[], word: string) =>
  assert.deepEqual(
    now.map((state) => ({ ...state, people: null })),
    before.map((state) => ({ ...state, people: null })),
    word,
  );

onEachDatabase('the undo of a merge', (app) => {
  for (const mode of ['join', 'beside'] as const)
    test(`takes a ticket out again, and in again: ${mode}`, async () => {
      const { ada, dev } = await app().cast.all();
      const tickets = [await ada.opens(), await ada.opens()] as const;
      const [source, root] = tickets;
      (await ada.comments(source, 'Hello?')).is(201);
      const before = [await wholeOf(dev, source), await wholeOf(dev, root)];
      const merged = await dev.post<Ticket>(`/api/tickets/${source.id}/merge`, { into: root.id, mode });
      merged.is(200);
      const after = [await wholeOf(dev, source), await wholeOf(dev, root)];
      const made = await act(dev, actOf(merged));
      assert.deepEqual(
        made.lines?.map(({ field, new: now, state, thing }) => [field, now, state, thing?.name]),
        [
          [
            mode === 'join' ? 'merged_into' : 'beside',
            { id: root.id, number: root.number },
            'undoable',
            `#${root.number}`,
          ],
        ],
      );
      assert.equal(made.can_undo, true);
      const undo = await undoes(dev, made.id);
      assert.deepEqual(undo.is(200).left, []);
      same([await wholeOf(dev, source), await wholeOf(dev, root)], before, 'after the undo');
      const again = (await undoes(dev, actOf(undo))).is(200);
      assert.deepEqual(again.left, []);
      same([await wholeOf(dev, source), await wholeOf(dev, root)], after, 'after the undo of the undo');
      assert.equal((await act(dev, made.id)).can_undo, true);
    });

  test('takes off whom it brought, also where a worker’s word for them is taken back, before or after', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { ada, jan, dev } = await app().cast.all();
      const [source, root] = [await ada.opens(), await ada.opens()];
      const added = () => dev.put(`/api/tickets/${source.id}/people/${jan.id}`);
      (await added()).is(204);
      const joined = await dev.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' });
      const acts = [actOf(await added()), actOf(joined)];
      const undos: string[] = [];
      const people = async () =>
        Promise.all([source, root].map(async (ticket) => (await dev.reads(ticket)).is(200).people.length));
      const took = async (id: string) => {
        const undo = await undoes(dev, id);
        assert.deepEqual(undo.is(200).left, []);
        undos.push(actOf(undo));
      };
      for (const index of order) await took(acts[index] ?? '');
      assert.deepEqual(await people(), [1, 0]);
      for (const id of [...undos].reverse()) await took(id);
      assert.deepEqual(await people(), [1, 1]);
      for (const index of order) await took(acts[index] ?? '');
      assert.deepEqual(await people(), [1, 0]);
    }
  });

  test('leaves nobody to come back by it whom a worker had taken off meanwhile', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [source, root] = [await ada.opens(), await ada.opens()];
    (await dev.put(`/api/tickets/${source.id}/people/${jan.id}`)).is(204);
    const joined = await dev.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' });
    const removed = await dev.delete(`/api/tickets/${root.id}/people/${jan.id}`);
    (await undoes(dev, actOf(joined))).is(200);
    assert.equal((await act(dev, actOf(removed))).can_undo, false);
    const { left } = (await undoes(dev, actOf(removed))).is(200);
    assert.deepEqual([left.map(({ error }) => error), (await dev.reads(root)).is(200).people], [['gone'], []]);
  });

  test('is what unmerge does', async () => {
    const { ada, dev } = await app().cast.all();
    const [source, root] = [await ada.opens(), await ada.opens()];
    const merged = await dev.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' });
    const unmerged = await dev.post(`/api/tickets/${source.id}/unmerge`);
    unmerged.is(200);
    const made = await act(dev, actOf(merged));
    assert.deepEqual([made.undone_by, made.can_undo], [actOf(unmerged), false]);
    assert.equal((await act(dev, actOf(unmerged))).undoes, made.id);
    (await undoes(dev, made.id)).isRefused(409, 'already_undone');
    (await undoes(dev, actOf(unmerged))).is(200);
    assert.equal((await act(dev, made.id)).undone_by, null);
  });

  test('leaves what was joined on, and is for who works on both', async () => {
    const { ada, dev } = await app().cast.all();
    const [source, target, root] = [await ada.opens(), await ada.opens(), await ada.opens()];
    const merged = await dev.post(`/api/tickets/${source.id}/merge`, { into: target.id, mode: 'join' });
    const on = await dev.post(`/api/tickets/${target.id}/merge`, { into: root.id, mode: 'join' });
    const { left } = (await undoes(dev, actOf(merged))).is(200);
    assert.deepEqual(
      left.map(({ error, by }) => [error, by?.id]),
      [['changed_since', dev.id]],
    );
    (await undoes(ada, actOf(merged))).isRefused(404, 'act_not_found');
    for (const answer of [on, merged]) assert.deepEqual((await undoes(dev, actOf(answer))).is(200).left, []);
    assert.equal((await dev.reads(source)).is(200).merged_into, null);
  });
});

onEachDatabase('the undo of what was done to a ticket before it was joined', (app) => {
  test('changes nothing of it, nor of the one in which it continues, and is there again after the unmerge', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [source, root, other] = [await ada.opens(), await ada.opens(), await ada.opens()];
    const path = `/api/tickets/${source.id}`;
    (await dev.put(`${path}/people/${jan.id}`)).is(204);
    const removed = (await dev.comments(source, 'Too much.')).is(201);
    const split = (await ada.comments(source, 'Another matter.')).is(201);
    const reference = { ref_type: 'other', url: 'https://example.com/1', title: 'One' };
    const done: Record<string, Answer<unknown>> = {
      title: await dev.patches(source, { title: 'Another title' }),
      followed: await dev.put(`${path}/following`),
      'somebody taken off': await dev.delete(`${path}/people/${jan.id}`),
      'a comment removed': await dev.takesBack(removed),
      linked: await dev.post(`${path}/related`, { related_ticket_id: other.id }),
      referred: await dev.post(`${path}/external-references`, reference),
      split: await dev.post(`${path}/split`, { comment_ids: [split.id], title: 'More' }),
    };
    (await dev.post(`${path}/merge`, { into: root.id, mode: 'join' })).is(200);
    const before = [await wholeOf(dev, source), await wholeOf(dev, root)];
    for (const [word, answer] of Object.entries(done)) {
      const { undone } = (await undoes(dev, actOf(answer))).is(200);
      assert.deepEqual(undone, [], word);
      assert.equal((await act(dev, actOf(answer))).can_undo, false, word);
    }
    assert.deepEqual([await wholeOf(dev, source), await wholeOf(dev, root)], before);
    (await dev.post(`${path}/unmerge`)).is(200);
    for (const [word, answer] of Object.entries(done))
      assert.equal((await undoes(dev, actOf(answer))).is(200).undone.length, 1, word);
    const after = (await dev.reads(source)).is(200);
    assert.deepEqual(
      after.comments.map(({ content }) => content),
      ['Too much.', 'Another matter.'],
    );
    assert.deepEqual([after.title, after.following, after.people.map(({ id }) => id)], [source.title, false, [jan.id]]);
  });
});

onEachDatabase('the undo of a split', (app) => {
  async function split() {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.put(`/api/tickets/${ticket.id}/people/${jan.id}`)).is(204);
    (await ada.comments(ticket, 'Stays.')).is(201);
    const said = (await jan.comments(ticket, 'Another matter.')).is(201);
    const before = await wholeOf(dev, ticket);
    const answer = await dev.post<TicketDetail>(`/api/tickets/${ticket.id}/split`, {
      comment_ids: [said.id],
      title: 'More',
    });
    return { ada, jan, dev, ticket, said, before, made: answer.is(201), act: actOf(answer) };
  }

  test('brings comments back, and closes the new ticket as merged into its source', async () => {
    const { dev, ticket, said, before, made, act: id } = await split();
    const undo = await undoes(dev, id);
    assert.deepEqual(
      undo.is(200).undone.map(({ field }) => field),
      ['split_into'],
    );
    // The new ticket shows there as what was joined to it.
    const { joined: _, ...now } = await wholeOf(dev, ticket);
    const { joined: __, ...then } = before;
    assert.deepEqual(now, then);
    const gone = (await dev.reads(made)).is(200);
    assert.deepEqual([gone.status, gone.merged_into?.id], ['closed', ticket.id]);
    assert.ok(!(await dev.lists()).is(200).some((row) => row.id === made.id));
    (await undoes(dev, actOf(undo))).is(200);
    const again = (await dev.reads(made)).is(200);
    assert.deepEqual(
      [again.comments, again.related_tickets, again.merged_into, again.status].map((some) =>
        Array.isArray(some) ? some.map(({ id }) => id) : some,
      ),
      [[said.id], [ticket.id], null, 'submitted'],
    );
  });

  test('brings comments back to a ticket that is closed, as an unmerge from one is taken back', async () => {
    const { ada, dev } = await app().cast.all();
    const [ticket, source] = [await ada.opens(), await ada.opens()];
    (await dev.post(`/api/tickets/${source.id}/merge`, { into: ticket.id, mode: 'join' })).is(200);
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const said = (await ada.comments(ticket, 'Another matter.')).is(201);
    const path = `/api/tickets/${ticket.id}/split`;
    const before = await wholeOf(dev, ticket);
    for (const done of [
      await dev.post(path, { comment_ids: [said.id], title: 'More' }),
      await dev.post(`/api/tickets/${source.id}/unmerge`),
    ]) {
      assert.deepEqual(
        (await undoes(dev, actOf(done))).is(200).undone.map(({ field }) => field),
        [done.status === 201 ? 'split_into' : 'merged_into'],
      );
      assert.deepEqual({ ...(await wholeOf(dev, ticket)), joined: null }, { ...before, joined: null });
    }
  });

  test('leaves a ticket on which somebody wrote', async () => {
    const { jan, dev, made, act: id } = await split();
    (await jan.comments(made, 'Still so.')).is(201);
    const { left } = (await undoes(dev, id)).is(200);
    const of = left.find(({ line }) => line.field === 'split_into');
    assert.deepEqual([of?.error, of?.by?.id], ['changed_since', jan.id]);
  });
});
