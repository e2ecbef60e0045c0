import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AnsweredThisMonth, Figures } from '#contract/figures.ts';
import { DAY, HOUR } from '#platform';
import { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { spreadOf } from './figures.ts';

const CATEGORIES = ['question', 'other'] as const;

/** What somebody does to a ticket, some hours after the act before. */
const ACTS = fc.record({
  hours: fc.integer({ min: 1, max: 400 }),
  act: fc.constantFrom('opens', 'opens', 'answers', 'notes', 'closes', 'reopens', 'labels'),
  ticket: fc.nat({ max: 5 }),
  category: fc.constantFrom(...CATEGORIES),
  labels: fc.subarray([0, 1]),
});
type Act = typeof ACTS extends fc.Arbitrary<infer One> ? One : never;

/** A ticket as the test saw it: the moments of what happened. */
interface Life {
  readonly id: string;
  readonly category: string;
  readonly labels: string[];
  readonly opened: number;
  readonly replies: number[];
  readonly closings: number[];
  readonly reopenings: number[];
}

/** The same person by a token that lasts longer than their session. */
async function lasting(player: Player): Promise<Player> {
  const draft = { name: 'figures', scope: 'admin', expires_in_days: 3_650 };
  const { token } = (await player.post<{ token: string }>('/api/tokens', draft)).is(201);
  return new Player(player.address, { token, user: player.user });
}

const isOpen = ({ closings, reopenings }: Life) => closings.length === reopenings.length;

async function live(
  { clock }: App,
  [ada, dev]: readonly [Player, Player],
  labels: readonly string[],
  acts: readonly Act[],
) {
  const lives: Life[] = [];
  for (const { hours, act, ticket: place, category, labels: places } of acts) {
    clock.advance(hours * HOUR);
    const now = clock.now();
    const life = lives[place % Math.max(lives.length, 1)];
    if (act === 'opens' || life === undefined) {
      const { id } = await ada.opens({ category });
      lives.push({ id, category, labels: [], opened: now, replies: [], closings: [], reopenings: [] });
    } else if (act === 'answers' || act === 'notes') {
      (await dev.comments(life, { is_internal: act === 'notes' })).is(201);
      if (act === 'answers') life.replies.push(now);
    } else if (act === 'closes' && isOpen(life)) {
      const summary = life.closings.length === 0 ? { closure_summary: 'Done.' } : {};
      (await dev.patches(life, { status: 'closed', ...summary })).is(200);
      // The answer is a reply as well.
      if (life.closings.length === 0) life.replies.push(now);
      life.closings.push(now);
    } else if (act === 'reopens' && !isOpen(life)) {
      (await dev.patches(life, { status: 'verified' })).is(200);
      life.reopenings.push(now);
    } else if (act === 'labels') {
      life.labels.splice(0, 2, ...places.flatMap((one) => labels[one] ?? []));
      (await dev.patches(life, { labels: life.labels })).is(200);
    }
  }
  return lives;
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const start = (of: string) => Date.parse(`${of}T00:00:00.000Z`);
const minutes = (from: number, until: number) => Math.round((until - from) / 60_000);

/** The same figures from the lives alone, by walking over all of them for each. */
function recounted(lives: readonly Life[], labels: readonly string[], from: string, to: string) {
  const [begin, end] = [start(from), start(to) + DAY];
  const within = (at: number | undefined): at is number => at !== undefined && at >= begin && at < end;
  const closedAt = (life: Life) => (isOpen(life) ? undefined : life.closings.at(-1));
  const openAt = (life: Life, at: number) =>
    life.opened < at &&
    life.closings.filter((one) => one < at).length === life.reopenings.filter((one) => one < at).length;
  const closings = lives.flatMap((life) =>
    life.closings.map((at, index) => ({ at, reopened: life.reopenings[index] })).filter(({ at }) => within(at)),
  );
  const reported = lives.filter(({ opened }) => within(opened));
  const weeks: Figures['weeks'][number][] = [];
  for (let monday = begin - ((new Date(begin).getUTCDay() + 6) % 7) * DAY; monday < end; monday += 7 * DAY) {
    const [first, after] = [Math.max(monday, begin), Math.min(monday + 7 * DAY, end)];
    const inWeek = (at: number) => at >= first && at < after;
    const open = (days: number) =>
      lives.filter((life) => openAt(life, after) && start(day(life.opened)) < after - days * DAY).length;
    weeks.push({
      week: day(monday),
      reported: lives.filter(({ opened }) => inWeek(opened)).length,
      closed: lives.flatMap((life) => life.closings).filter(inWeek).length,
      reopened: lives.flatMap((life) => life.reopenings).filter(inWeek).length,
      ...{ open: open(0), open_over_7_days: open(7), open_over_30_days: open(30) },
    });
  }
  const answered = lives.filter((life) => within(closedAt(life)));
  const of = (some: readonly Life[]) =>
    spreadOf(some.flatMap((l) => l.replies.slice(0, 1).map((at) => minutes(l.opened, at))));
  const toClose = (some: readonly Life[]) => spreadOf(some.map((life) => minutes(life.opened, closedAt(life) ?? 0)));
  const groups = <K extends string | null>(keys: readonly K[], keysOf: (life: Life) => readonly (string | null)[]) =>
    keys
      .map((key) => {
        const [came, went] = [reported, answered].map((some) => some.filter((life) => keysOf(life).includes(key)));
        return {
          ...{ key, reported: came?.length ?? 0, closed: went?.length ?? 0 },
          ...{ first_reply: of(came ?? []), answer: toClose(went ?? []) },
        };
      })
      .filter((one) => one.reported + one.closed > 0);
  return {
    reported: reported.length,
    closed: closings.length,
    reopened_within_30_days: closings.filter(({ at, reopened }) => reopened && reopened - at <= 30 * DAY).length,
    first_reply: of(reported),
    answer: toClose(answered),
    weeks,
    by: {
      category: groups(CATEGORIES, ({ category }) => [category]),
      label: groups([...labels, null], (life) => (life.labels.length === 0 ? [null] : life.labels)),
    },
  };
}

type By = Pick<Figures['by'], 'category' | 'label'>;

/** The groups without their names, in the order of their keys. */
const sortedGroups = ({ category, label }: { [K in keyof By]: Omit<By[K][number], 'name'>[] }) =>
  [category, label].map((groups) =>
    groups
      .map(({ key, reported, closed, first_reply, answer }) => ({ key, reported, closed, first_reply, answer }))
      .toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1)),
  );

onEachDatabaseAnew('the figures of a period', (app) => {
  test('are those that a walk over every history gives', async () => {
    const [ada, dev] = [await lasting(await app().cast.ada), await lasting(await app().cast.dev)];
    const lives: Life[] = [];
    const labels: string[] = [];
    for (const name of ['network', 'printer'])
      labels.push((await dev.post<{ id: string }>('/api/labels', { name })).is(201).id);
    const compare = async (acts: readonly Act[], span: number) => {
      lives.push(...(await live(app(), [ada, dev], labels, acts)));
      const to = day(app().clock.now());
      const from = day(start(to) - span * DAY);
      const { by, ...figures } = (await dev.get<Figures>(`/api/tickets/stats/figures?from=${from}&to=${to}`)).is(200);
      const { by: groups, ...expected } = recounted(lives, labels, from, to);
      assert.deepEqual(sortedGroups(by), sortedGroups(groups));
      assert.deepEqual({ ...figures, ...expected }, figures);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(ACTS, { minLength: 4, maxLength: 14 }), fc.integer({ min: 0, max: 120 }), compare),
      { numRuns: 12 },
    );
  });

  test('count only what the reader sees, and answer a filter', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const other = await app().cast.newDeveloper();
    const reported = async (who: typeof dev, query = '') =>
      (await who.get<Figures>(`/api/tickets/stats/figures${query}`)).is(200).reported;
    const before = await reported(other);
    const questions = await reported(dev, '?category=question');
    const team = (await dev.post<{ id: string }>('/api/teams', { name: 'Figures' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Apart', sealed: true, teams })).is(201);
    await ada.opens({ project_id: project.id });
    const open = await jan.opens({ category: 'question' });
    (await dev.patches(open, { team_id: team.id })).is(200);
    assert.deepEqual([await reported(other), await reported(dev)], [before + 1, before + 2]);
    assert.deepEqual(
      [await reported(dev, `?project_id=${project.id}`), await reported(other, `?project_id=${project.id}`)],
      [1, 0],
    );
    assert.equal(await reported(dev, '?project_id=none'), before + 1);
    assert.equal(await reported(dev, `?team_id=${team.id}`), 1);
    assert.equal(await reported(dev, '?category=question'), questions + 1);
    const label = (await dev.post<{ id: string }>('/api/labels', { name: 'VPN' })).is(201);
    (await dev.patches(open, { labels: [label.id] })).is(200);
    assert.equal(await reported(dev, `?label_id=${label.id}`), 1);
    assert.equal(await reported(dev, '?label_id=none'), before + 1);
    const table = (await dev.get('/api/tickets/stats/figures.csv?part=label&separator=,')).text;
    assert.match(table, new RegExp(`\r\n${label.id},VPN,1,0,`));
    assert.deepEqual((await dev.get('/api/tickets/stats/figures?from=2026-02-01&to=2026-01-01')).isInvalid(), ['to']);
    assert.deepEqual((await dev.get('/api/tickets/stats/figures?from=2001-01-01')).isInvalid(), ['from']);
    assert.deepEqual((await dev.get('/api/tickets/stats/figures?label_id=VPN')).isInvalid(), ['label_id']);
    (await ada.get('/api/tickets/stats/figures')).isRefused(403, 'forbidden');
  });

  test('count the people whom an answer helped and who then reported nothing', async () => {
    const { ada, jan, dev: signedIn } = await app().cast.all();
    const dev = await lasting(signedIn);
    (await signedIn.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const ticket = await ada.opens({ title: 'The toner is empty' });
    (
      await dev.patches(ticket, { status: 'closed', closure_summary: 'Shake it.', closure_question: 'Toner empty?' })
    ).is(200);
    const [answer] = (await jan.get<{ id: string }[]>('/api/answers')).is(200);
    const path = `/api/answers/${answer?.id}/helped`;
    const helped = async () =>
      (await dev.get<AnsweredThisMonth>('/api/tickets/stats/answered')).is(200).answered_without_ticket;
    (await ada.post(path, { helped: true })).is(200);
    assert.equal(await helped(), 0, 'the reporter of the ticket itself does not count');
    (await jan.post(path, { helped: true })).is(200);
    assert.equal(await helped(), 1);
    const table = (await signedIn.get('/api/tickets/stats/figures.csv?part=month&separator=,')).text;
    assert.match(table, /^\uFEFFmonth,name,reported,closed,first_reply_count,.*\r\n2026-11,2026-11,1,1,/);
    (await jan.post(path, { helped: false })).is(200);
    assert.equal(await helped(), 0);
    (await jan.post(path, { helped: true })).is(200);
    app().clock.advance(40 * DAY);
    assert.equal(await helped(), 0);
  });
});
