import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SavedView } from '#contract/views.ts';
import { MOST_VIEWS } from '#contract/words.ts';
import { HOUR } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const VIEWS = '/api/views';
const DRAFT = { name: 'Mine, urgent', page: 'board', query: 'assignee=me&priority=critical,high' };

const adds = (player: Player, draft: object = {}) => player.post<SavedView>(VIEWS, { ...DRAFT, ...draft });
const changes = (player: Player, { id }: { id: string }, body: object) =>
  player.patch<SavedView>(`${VIEWS}/${id}`, body);
const lists = async (player: Player) => (await player.get<SavedView[]>(VIEWS)).is(200);

onEachDatabase('a saved view', (app) => {
  test('is kept, changed and removed by anyone who has signed in', async () => {
    const { cast, clock, stranger } = app();
    for (const person of [await cast.guest(), await cast.newDeveloper()]) {
      assert.deepEqual(await lists(person), []);
      const first = (await adds(person, { name: ' Mine, urgent ' })).is(201);
      const { id, created_at, ...rest } = first;
      assert.deepEqual([rest, created_at], [DRAFT, new Date(clock.now()).toISOString()]);
      clock.advance(HOUR);
      const second = (await person.post<SavedView>(VIEWS, { name: 'To do', page: 'todo' })).is(201);
      assert.equal(second.query, '');
      assert.deepEqual(await lists(person), [second, first]);
      const body = { name: 'Tickets', page: 'tickets', query: ' q=a b ' };
      const changed = (await changes(person, first, body)).is(200);
      assert.deepEqual(changed, { id, created_at, ...body });
      assert.deepEqual((await changes(person, first, { name: 'Tickets' })).is(200), changed);
      assert.deepEqual(await lists(person), [second, changed]);
      (await person.delete(`${VIEWS}/${id}`)).is(204);
      assert.deepEqual(await lists(person), [second]);
      (await person.delete(`${VIEWS}/${id}`)).isRefused(404, 'view_not_found');
      (await changes(person, first, body)).isRefused(404, 'view_not_found');
    }
    (await stranger.get(VIEWS)).isRefused(401, 'unauthorized');
  });

  test('is found by nobody else, not even by developers', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const view = (await adds(ada)).is(201);
    for (const other of [jan, dev]) {
      assert.equal((await lists(other)).filter(({ id }) => id === view.id).length, 0);
      (await changes(other, view, { name: 'Mine' })).isRefused(404, 'view_not_found');
      (await other.delete(`${VIEWS}/${view.id}`)).isRefused(404, 'view_not_found');
    }
    assert.deepEqual(await lists(ada), [view]);
  });

  test('keeps to its bounds', async () => {
    const person = await app().cast.guest();
    const view = (await adds(person, { name: '𝒳'.repeat(80), query: '𝒳'.repeat(2000) })).is(201);
    const wrong: object[] = [
      { name: '' },
      { name: ' ' },
      { name: 'n'.repeat(81) },
      { page: 'admin' },
      { query: 'q'.repeat(2001) },
      { query: 'n\0l' },
      { query: null },
      { user_id: person.id },
    ];
    for (const draft of wrong) {
      assert.deepEqual((await adds(person, draft)).isInvalid(), Object.keys(draft));
      assert.deepEqual((await changes(person, view, draft)).isInvalid(), Object.keys(draft));
    }
    assert.deepEqual((await person.post(VIEWS, {})).isInvalid(), ['name', 'page']);
    (await changes(person, view, {})).isRefused(400, 'validation_error');
    (await changes(person, { id: UNKNOWN }, { name: 'None' })).isRefused(404, 'view_not_found');
    (await changes(person, { id: '7' }, { name: 'None' })).isRefused(400, 'validation_error');
    assert.deepEqual((await person.get(`${VIEWS}?page=board`)).isInvalid(), ['page']);
  });

  test('is one of a hundred at most, however many are saved at once', async () => {
    const { cast } = app();
    const [person, other] = [await cast.guest(), await cast.guest()];
    for (let n = 0; n < MOST_VIEWS - 3; n += 1) (await adds(person)).is(201);
    const answers = await Promise.all(Array.from({ length: 9 }, () => adds(person)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    const [full] = answers.filter(({ status }) => status !== 201);
    assert.match(full?.isRefused(400, 'validation_error').details?.[0]?.message ?? '', /100 saved views.*remove one/);
    const [newest] = await lists(person);
    (await person.delete(`${VIEWS}/${newest?.id}`)).is(204);
    (await adds(person)).is(201);
    assert.equal((await lists(person)).length, MOST_VIEWS);
    (await adds(other)).is(201);
  });
});
