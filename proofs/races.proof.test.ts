import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyEvents } from '#events';
import type { DevTask, TaskList } from '../contract/dev-tasks.ts';
import type { Project } from '../contract/projects.ts';
import type { RelatedTicket } from '../contract/relations.ts';
import type { Settings } from '../contract/settings.ts';
import type { Answer } from '../server/testing/caller.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { Nodes } from './races/nodes.ts';
import { countOf, pathOf, recordOf } from './races/record.ts';
import { size } from './size.ts';

const ROUNDS = size(20, 200);
const LIMIT = { timeout: size(120_000, 1_800_000) };

const statuses = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).sort();

/** The statuses with the codes of refusals, sorted. */
const outcomes = (answers: readonly Answer<unknown>[]) =>
  answers.map(({ status, text }) => (status < 400 ? String(status) : `${status} ${JSON.parse(text).error}`)).sort();

for (const name of databases) {
  describe(`two people at the same moment (${name})`, () => {
    let nodes: Nodes;
    let people: { ada: Player; jan: Player; dev: Player; ewa: Player };
    before(async () => {
      nodes = await Nodes.start(name);
      people = await nodes.first.cast.all();
    });
    after(() => nodes.close());

    /** Runs a race ROUNDS times, ten at once. On PostgreSQL, the two people call different nodes in every second round. */
    async function rounds(race: (round: number) => Promise<void>): Promise<void> {
      for (let round = 0; round < ROUNDS; round += 10)
        await Promise.all(Array.from({ length: 10 }, (_, n) => race(round + n)));
    }

    /** A ticket that Ada reported, accepted and with its closure summary. */
    async function answered() {
      const ticket = await people.ada.opens();
      (await people.dev.patches(ticket, { status: 'blocked' })).is(200);
      (await people.dev.comments(ticket, { is_closure_summary: true })).is(201);
      return ticket;
    }

    test(`report: numbers have no gap and no repeat (${ROUNDS} rounds)`, LIMIT, async () => {
      const { number: last } = await people.ada.opens();
      const numbers: number[] = [];
      await rounds(async (round) => {
        const [ada, dev] = [nodes.at(0, people.ada), nodes.at(round, people.dev)];
        const refused = dev.opening({ title: '' });
        for (const { number } of await Promise.all([ada.opens(), dev.opens()])) numbers.push(number);
        (await refused).isInvalid();
      });
      const expected = numbers.map((_, n) => last + 1 + n);
      assert.deepEqual(
        numbers.toSorted((a, b) => a - b),
        expected,
      );
    });

    test('close a ticket: it is closed once', LIMIT, () =>
      rounds(async (round) => {
        const ticket = await answered();
        const closing = [nodes.at(0, people.dev), nodes.at(round, people.ewa)].map((who) =>
          who.patches(ticket, { status: 'closed' }),
        );
        assert.deepEqual(statuses(await Promise.all(closing)), [200, 200]);
        const record = await recordOf(nodes.first, ticket);
        assert.equal(countOf(record, 'ticket.closed'), 1);
        assert.deepEqual(pathOf(record), ['submitted', 'blocked', 'closed']);
      }),
    );

    test('close and reopen a ticket: each event goes on where the last one ended', LIMIT, () =>
      rounds(async (round) => {
        const ticket = await answered();
        const moves = ['closed', 'waiting', 'closed', 'in_progress'].map((status, n) =>
          nodes.at(n * round, n % 2 ? people.dev : people.ewa).patches(ticket, { status }),
        );
        assert.deepEqual(statuses(await Promise.all(moves)), [200, 200, 200, 200]);
        const record = await recordOf(nodes.first, ticket);
        const { status, closed_at, version } = (await people.dev.reads(ticket)).is(200);
        const path = pathOf(record);
        assert.equal(path?.at(-1), status);
        assert.equal(countOf(record, 'ticket.closed'), path.filter((step) => step === 'closed').length);
        assert.equal(closed_at !== null, status === 'closed');
        assert.deepEqual(
          record.map(({ seq }) => seq),
          record.map((_, n) => n + 1),
        );
        assert.ok(version >= path.length);
      }),
    );

    test('answer a ticket: one closure summary stays', LIMIT, () =>
      rounds(async (round) => {
        const ticket = await people.ada.opens();
        const answers = [nodes.at(0, people.dev), nodes.at(round, people.ewa)].map((who) =>
          who.comments(ticket, { is_closure_summary: true }),
        );
        assert.deepEqual(statuses(await Promise.all(answers)), [201, 201]);
        const { comments } = (await people.dev.reads(ticket)).is(200);
        assert.deepEqual(comments.map((comment) => comment.is_closure_summary).sort(), [false, true]);
      }),
    );

    test('take a comment back and reply to it: one of them is done, and nothing hangs on what is gone', LIMIT, () =>
      rounds(async (round) => {
        const ticket = await people.ada.opens();
        const said = (await people.ada.comments(ticket, 'Like this.')).is(201);
        const [taking, replying] = await Promise.all([
          nodes.at(0, people.ada).takesBack(said),
          nodes.at(round, people.dev).comments(ticket, { parent_id: said.id }),
        ]);
        const { comments } = (await people.dev.reads(ticket)).is(200);
        if (taking.status === 204) {
          replying.isRefused(400, 'invalid_parent_comment');
          assert.deepEqual(comments, []);
        } else {
          taking.isRefused(403, 'comment_locked');
          assert.equal(comments.find(({ id }) => id === replying.is(201).id)?.parent_id, said.id);
        }
      }),
    );

    test('change the version that both have seen: one does', LIMIT, () =>
      rounds(async (round) => {
        const ticket = await people.ada.opens();
        const seen = { 'if-match': `"${ticket.version}"` };
        const changes = [nodes.at(0, people.dev), nodes.at(round, people.ewa)].map((who, n) =>
          who.patches(ticket, { title: `Version ${n}` }, seen),
        );
        assert.deepEqual(outcomes(await Promise.all(changes)), ['200', '412 precondition_failed']);
      }),
    );

    test('link two tickets, from either side: there is one link', LIMIT, () =>
      rounds(async (round) => {
        const [a, b] = [await people.ada.opens(), await people.ada.opens()];
        const link = (who: Player, from: { id: string }, to: { id: string }) =>
          who.post(`/api/tickets/${from.id}/related`, { related_ticket_id: to.id, relation_type: 'blocks' });
        const links = [link(nodes.at(0, people.dev), a, b), link(nodes.at(round, people.ewa), b, a)];
        assert.deepEqual(statuses(await Promise.all(links)), [200, 201]);
        for (const { id } of [a, b])
          assert.equal((await people.dev.get<RelatedTicket[]>(`/api/tickets/${id}/related`)).is(200).length, 1);
      }),
    );

    test('remove a project and report for it: no ticket keeps it', LIMIT, () =>
      rounds(async (round) => {
        const { id } = (await people.dev.post<Project>('/api/projects', { name: 'Intranet' })).is(201);
        const before = await people.ada.opens({ project_id: id });
        const other = nodes.at(round, people.ada);
        const moved = await people.ada.opens();
        const [removed, opened, moving] = await Promise.all([
          nodes.at(0, people.dev).delete(`/api/projects/${id}`),
          other.opening({ project_id: id }),
          other.patches(moved, { project_id: id }),
        ]);
        removed.is(204);
        const tickets = [before, moved];
        if (opened.status === 201) tickets.push(opened.is(201));
        else opened.isRefused(400, 'project_not_found');
        if (moving.status !== 200) moving.isRefused(400, 'project_not_found');
        for (const ticket of tickets) assert.equal((await people.ada.reads(ticket)).is(200).project_id, null);
      }),
    );

    test('take a ticket on: its one active task is its assignee’s', LIMIT, () =>
      rounds(async (round) => {
        const ticket = await people.ada.opens();
        const takes = [nodes.at(0, people.dev), nodes.at(round, people.ewa)].map((who) =>
          who.patches(ticket, { status: 'in_progress', assignee_id: who.id }),
        );
        assert.deepEqual(statuses(await Promise.all(takes)), [200, 200]);
        const { assignee_id } = (await people.dev.reads(ticket)).is(200);
        const owners: string[] = [];
        for (const who of [people.dev, people.ewa]) {
          const { active } = (await who.get<TaskList>('/api/dev-tasks')).is(200);
          if (active.some(({ ticket_id }) => ticket_id === ticket.id)) owners.push(who.id);
        }
        assert.deepEqual(owners, [assignee_id]);
      }),
    );

    test('send a request with one Idempotency-Key: it is done once', LIMIT, () =>
      rounds(async (round) => {
        const once = { 'idempotency-key': `round ${round}` };
        const title = `Once, in round ${round}`;
        const answers = await Promise.all([0, round, 1].map((n) => nodes.at(n, people.ada).opening({ title }, once)));
        const done = answers.filter(({ status }) => status === 201).map((answer) => answer.is(201).id);
        for (const answer of answers) if (answer.status !== 201) answer.isRefused(409, 'request_in_progress');
        const again = (await people.ada.opening({ title }, once)).is(201).id;
        assert.ok(done.length > 0);
        assert.deepEqual([...new Set(done)], [again]);
        assert.equal((await people.ada.lists(`?q=${encodeURIComponent(`"${title}"`)}`)).is(200).length, 1);
      }),
    );

    test('write beside a request that fails at its end: nothing of it stays, and all of the others', LIMIT, () =>
      rounds(async (round) => {
        const [dev, ewa] = [nodes.at(0, people.dev), nodes.at(round, people.ewa)];
        const ticket = await people.ada.opens();
        const { id, order_index: place } = (await dev.post<DevTask>('/api/dev-tasks', { title: 'Order toner' })).is(
          201,
        );
        // Tasks are changed in the order of their ids, so the missing one comes last, after a change that must be undone.
        const order = [id, 'ffffffff-ffff-7fff-bfff-ffffffffffff'].map((task) => ({
          id: task,
          order_index: place + 1,
        }));
        const title = `Beside it, in round ${round}`;
        const [before, failing, opened, commented] = await Promise.all([
          ewa.post<DevTask>('/api/dev-tasks', { title }),
          dev.post('/api/dev-tasks/reorder', { order }),
          nodes.at(0, people.jan).opening({ title }),
          ewa.comments(ticket, title),
        ]);
        failing.isRefused(404, 'task_not_found');
        const { active } = (await dev.get<TaskList>('/api/dev-tasks')).is(200);
        assert.equal(active.find((task) => task.id === id)?.order_index, place);
        const mine = (await ewa.get<TaskList>('/api/dev-tasks')).is(200).active;
        assert.ok(mine.some((task) => task.id === before.is(201).id));
        assert.equal((await people.jan.reads(opened.is(201))).is(200).title, title);
        const { comments } = (await people.ada.reads(ticket)).is(200);
        assert.deepEqual(
          comments.map((comment) => comment.id),
          [commented.is(201).id],
        );
      }),
    );

    test('change settings: neither loses what the other set', LIMIT, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const change = (who: Player, changes: object) => who.patch<Settings>('/api/settings', changes);
        const answers = await Promise.all([
          change(nodes.at(0, people.dev), {
            app_name: `Kwit ${round}`,
            feature_flags: { core_board: round % 2 === 0 },
          }),
          change(nodes.at(round, people.ewa), {
            smtp_port: 1000 + round,
            feature_flags: { core_admin: round % 2 === 1 },
          }),
        ]);
        assert.deepEqual(statuses(answers), [200, 200]);
        const { app_name, smtp_port, feature_flags } = (await people.dev.get<Settings>('/api/settings')).is(200);
        assert.deepEqual([app_name, smtp_port], [`Kwit ${round}`, 1000 + round]);
        assert.deepEqual(feature_flags, { core_board: round % 2 === 0, core_admin: round % 2 === 1 });
      }
    });

    test('stop being developers: one stays', LIMIT, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const demote = (who: Player, { id }: Player) => who.patch(`/api/users/${id}`, { role: 'user' });
        const [dev, ewa] = [nodes.at(0, people.dev), nodes.at(round >> 1, people.ewa)];
        const own = round % 2 === 0;
        const answers = await Promise.all([demote(dev, own ? dev : ewa), demote(ewa, own ? ewa : dev)]);
        const [done, refused] = outcomes(answers);
        assert.equal(done, '200');
        // Somebody who was demoted a moment before may not demote anybody: 403.
        if (own || refused !== '403 forbidden') assert.equal(refused, '409 last_developer');
        const stays = (answers[0]?.status === 200) === own ? ewa : dev;
        const goes = stays === dev ? ewa : dev;
        (await stays.patch(`/api/users/${goes.id}`, { role: 'developer' })).is(200);
      }
    });

    test('and all of it is recorded', async () => {
      const context = { actor: null, correlationId: 'proof', source: 'proof' };
      assert.deepEqual(await nodes.first.runner.read(context, verifyEvents), []);
    });
  });
}
