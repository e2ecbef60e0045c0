import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, AnswerCounts } from '#contract/answers.ts';
import { MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

const lists = (who: Player, query: Record<string, string> = {}) =>
  who.get<Answer[]>(`/api/answers?${new URLSearchParams(query)}`);
const contents = async (who: Player, query: Record<string, string> = {}) =>
  (await lists(who, query)).is(200).map(({ content }) => content);
const rates = (who: Player, { id }: { id: string }, helped: boolean, more: object = {}) =>
  who.post<AnswerCounts>(`/api/answers/${id}/helped`, { helped, ...more });

const shares = async ({ cast }: App, value = true) =>
  (await (await cast.dev).patch('/api/settings', { share_closure_summaries: value })).is(200);

/** Closes a new ticket of the reporter with this answer. */
async function answers({ cast, clock }: App, reporter: Player, answer: string, more: object = {}) {
  const dev = await cast.dev;
  clock.advance(MINUTE);
  const ticket = await reporter.opens({ title: 'A wombat' });
  (await dev.patches(ticket, { status: 'closed', closure_summary: answer, ...more })).is(200);
  const [summary] = (await dev.reads(ticket)).is(200).comments;
  return { ticket, id: summary?.id ?? '' };
}

onEachDatabaseAnew('the answers', (app) => {
  test('are whole for developers, and for others without the ticket that they may not open', async () => {
    const { ada, jan, dev } = await app().cast.all();
    await shares(app());
    const { ticket, id } = await answers(app(), ada, 'Trzeba wyczyścić rolkę.', { closure_question: 'Zacina się?' });
    const whole = {
      id,
      ticket_id: ticket.id,
      ticket_number: ticket.number,
      question: 'Zacina się?',
      content: 'Trzeba wyczyścić rolkę.',
      version: 1,
      is_shared: true,
      audience: 'everyone',
      category: 'other',
      project_name: null,
      author_name: 'Dev',
      answered_at: new Date(app().clock.now()).toISOString(),
      language: 'pl',
      helped: 0,
      not_helped: 0,
      reopened: false,
      held: true,
    };
    assert.deepEqual((await lists(dev)).is(200), [{ ...whole, found_by: [] }]);
    assert.deepEqual((await lists(ada)).is(200), [whole]);
    const other = { ...whole, ticket_id: null, ticket_number: null };
    assert.deepEqual((await lists(jan)).is(200), [other]);
    assert.deepEqual((await jan.get(`/api/answers/${id}`)).is(200), other);
    (await dev.get(`/api/answers/${UNKNOWN}`)).isRefused(404, 'answer_not_found');
    (await app().stranger.get('/api/answers')).isRefused(401, 'unauthorized');
  });

  test('name people by their names, and reporters only to readers who may open the ticket', async () => {
    const { ada, jan, dev } = await app().cast.all();
    await shares(app());
    const answer = `Ask <@${dev.id}> or <@${ada.id}>: the wombat was asleep.`;
    const { id } = await answers(app(), ada, answer);
    const read = async (who: Player) => {
      const similar = (await who.get<{ summary_content: string }[]>('/api/tickets/similar?title=wombat+asleep')).is(
        200,
      );
      const content = (await who.get<Answer>(`/api/answers/${id}`)).is(200).content;
      return [
        ...new Set([...(await contents(who)), content, ...similar.map(({ summary_content }) => summary_content)]),
      ];
    };
    for (const who of [ada, dev]) assert.deepEqual(await read(who), ['Ask @Dev or @Ada: the wombat was asleep.']);
    assert.deepEqual(await read(jan), ['Ask @Dev or @…: the wombat was asleep.']);
  });

  test('of others are read only while they are shared and the team shares', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const open = await answers(app(), ada, 'Open.');
    const closed = await answers(app(), ada, 'Closed.', { closure_shared: false });
    const sees = async (who: Player) => contents(who);
    assert.deepEqual([await sees(jan), await sees(ada)], [[], ['Closed.', 'Open.']]);
    await shares(app());
    assert.deepEqual([await sees(jan), await sees(dev)], [['Open.'], ['Closed.', 'Open.']]);
    (await jan.get(`/api/answers/${closed.id}`)).isRefused(404, 'answer_not_found');
    (await rates(jan, closed, true)).isRefused(404, 'answer_not_found');
    (await dev.patches(open.ticket, { status: 'verified' })).is(200);
    assert.deepEqual([await sees(jan), await sees(ada)], [[], ['Closed.']]);
    (await ada.get(`/api/answers/${open.id}`)).isRefused(404, 'answer_not_found');
  });

  test('that nobody has decided to share are told to others only once a developer confirms it', async () => {
    const { ada, jan, dev } = await app().cast.all();
    await shares(app());
    const { ticket, id } = await answers(app(), ada, 'From before.');
    await app().database.write((connection) =>
      connection.run({ sql: 'update answers set is_confirmed = false', parameters: [] }),
    );
    assert.deepEqual([await contents(jan), await contents(ada)], [[], ['From before.']]);
    // Similar answers offer it all the same, so a person who was offered it may say whether it helped.
    assert.deepEqual((await rates(jan, { id }, true)).is(200), { helped: 1, not_helped: 0 });
    (await dev.patch(`/api/tickets/${ticket.id}/comments/${id}`, { is_shared: true })).is(200);
    assert.deepEqual(await contents(jan), ['From before.']);
  });

  test('come by what they helped, what did not hold last, page by page, of a category or project', async () => {
    const { ada, jan, dev } = await app().cast.all();
    await shares(app());
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Zoo' })).is(201);
    const closed = await answers(app(), ada, 'One.', { project_id: project.id });
    await answers(app(), ada, 'Two.', { category: 'question' });
    const three = await answers(app(), ada, 'Three.');
    (await rates(jan, closed, true)).is(200);
    (await rates(jan, three, true)).is(200);
    (await rates(dev, three, true)).is(200);
    assert.deepEqual(await contents(jan), ['Three.', 'One.', 'Two.']);
    for (const status of ['verified', 'closed']) (await dev.patches(three.ticket, { status })).is(200);
    const seen: string[] = [];
    for (let path: string | null = '/api/answers?limit=1'; path; ) {
      const page: Awaited<ReturnType<typeof lists>> = await jan.get<Answer[]>(path);
      seen.push(...page.is(200).map(({ content, held, reopened }) => `${content} ${held} ${reopened}`));
      path = page.next;
    }
    assert.deepEqual(seen, ['One. true false', 'Two. true false', 'Three. false true']);
    assert.deepEqual(await contents(jan, { project_id: project.id }), ['One.']);
    assert.deepEqual(await contents(jan, { category: 'question,feature' }), ['Two.']);
    for (const cursor of ['WzFd', 'WyJoZWxwZWQiLFtdXQ'])
      assert.deepEqual((await lists(jan, { cursor })).isInvalid(), ['cursor']);
  });

  test('are searched by question and answer alone, in steps, the question first', async () => {
    const { ada, jan } = await app().cast.all();
    await shares(app());
    await answers(app(), ada, 'The quokka is washed.', { closure_question: 'Why does it squeak?' });
    await answers(app(), ada, 'Polished.', { closure_question: 'Why does the quokka smell?' });
    const list = await lists(jan, { q: 'quokka' });
    assert.deepEqual(
      list.is(200).map(({ content, score }) => [content, score]),
      [
        ['Polished.', 4],
        ['The quokka is washed.', 3],
      ],
    );
    assert.equal(list.headers.get('kwit-search'), 'exact');
    assert.deepEqual(await contents(jan, { q: 'wombat' }), [], 'words of the report alone');
    const step = async (q: string) => (await lists(jan, { q })).headers.get('kwit-search');
    assert.deepEqual(
      [await step('quok smell'), await step('quokkami smell'), await step('quokka giraffe'), await step('giraffe')],
      ['prefix', 'beginnings', 'partial', null],
    );
    const first = await lists(jan, { q: 'quok wash', limit: '1' });
    assert.deepEqual([first.headers.get('kwit-search'), first.next], ['prefix', null]);
    const pages = await lists(jan, { q: 'quokkas', limit: '1' });
    const rest = await jan.get<Answer[]>(pages.next ?? '');
    assert.deepEqual([...pages.is(200), ...rest.is(200)].length, 2);
    assert.deepEqual(
      [pages, rest].map(({ headers }) => headers.get('kwit-search')),
      ['beginnings', 'beginnings'],
    );
    assert.equal((await contents(jan, { q: '' })).length, 2);
    assert.deepEqual(await contents(jan, { q: 'x '.repeat(3000) }), []);
  });
});

onEachDatabaseAnew('whether an answer helped', (app) => {
  test('is one vote a person, which they may change', async () => {
    const { ada, jan, dev } = await app().cast.all();
    await shares(app());
    const answer = await answers(app(), ada, 'Washed.');
    assert.deepEqual((await rates(ada, answer, true)).is(200), { helped: 1, not_helped: 0 });
    assert.deepEqual((await rates(jan, answer, true)).is(200), { helped: 2, not_helped: 0 });
    assert.deepEqual((await rates(jan, answer, false)).is(200), { helped: 1, not_helped: 1 });
    assert.deepEqual((await rates(jan, answer, false)).is(200), { helped: 1, not_helped: 1 });
    const [listed] = (await lists(dev)).is(200);
    assert.deepEqual([listed?.helped, listed?.not_helped, listed?.held], [1, 1, true]);
    for (let n = 0; n < 30; n += 1) (await ada.get(`/api/answers/${answer.id}?`)).is(200);
    assert.equal((await lists(dev)).is(200)[0]?.helped, 1);
    assert.deepEqual((await jan.post(`/api/answers/${answer.id}/helped`, {})).isInvalid(), ['helped']);
  });

  test('is about a ticket of their own, or about none', async () => {
    const { ada, jan } = await app().cast.all();
    await shares(app());
    const answer = await answers(app(), ada, 'Washed.');
    const own = await jan.opens();
    (await rates(jan, answer, true, { ticket_id: own.id })).is(200);
    for (const ticket_id of [answer.ticket.id, UNKNOWN])
      (await rates(jan, answer, true, { ticket_id })).isRefused(403, 'forbidden');
  });

  test('decides whether it held: not when three were not helped, and fewer were', async () => {
    const { cast } = app();
    await shares(app());
    const answer = await answers(app(), await cast.ada, 'Washed.');
    const people = [await cast.guest(), await cast.guest(), await cast.guest(), await cast.jan];
    const held = async () => (await lists(await cast.dev)).is(200)[0]?.held;
    for (const [index, helped] of [false, false, true, false].entries()) {
      assert.equal(await held(), true);
      (await rates(people[index] ?? assert.fail(), answer, helped)).is(200);
    }
    assert.equal(await held(), false);
    (await rates(people[0] ?? assert.fail(), answer, true)).is(200);
    assert.equal(await held(), true);
  });

  test('counts every vote of many at once', async () => {
    const { cast } = app();
    await shares(app());
    const answer = await answers(app(), await cast.ada, 'Washed.');
    const people = await Promise.all(Array.from({ length: 6 }, () => cast.guest()));
    await Promise.all(people.map(async (who) => (await rates(who, answer, true)).is(200)));
    assert.equal((await lists(await cast.dev)).is(200)[0]?.helped, 6);
  });
});
