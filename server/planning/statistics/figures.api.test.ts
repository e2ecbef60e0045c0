import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AnsweredThisMonth, Figures } from '#contract/figures.ts';
import { DAY, HOUR } from '#platform';
import { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const CATEGORIES = ['question', 'other'] as const;

/** An act of somebody on a ticket, some hours after the act before. */
const ACTS = fc.record({
  hours: fc.integer({ min: 1, max: 400 }),
  act: fc.constantFrom(...['opens', 'opens', 'answers', 'notes', 'closes', 'reopens', 'labels', 'sorts', 'joins']),
  ticket: fc.nat({ max: 4 }),
  category: fc.constantFrom(...CATEGORIES),
  labels: fc.subarray([0, 1]),
});
type Act = typeof ACTS extends fc.Arbitrary<infer One> ? One : never;

/** A ticket as the test saw it: the moments of what happened. */
interface Life {
  readonly id: string;
  category: string;
  project: string | null;
  team: string | null;
  readonly labels: string[];
  readonly opened: number;
  readonly replies: number[];
  readonly closings: number[];
  readonly reopenings: number[];
}

/** A person by a token that lasts longer than their session. */
async function lasting(player: Player): Promise<Player> {
  const draft = { name: 'figures', scope: 'admin', expires_in_days: 3_650 };
  const { token } = (await player.post<{ token: string }>('/api/tokens', draft)).is(201);
  return new Player(player.address, { token, user: player.user });
}

const isOpen = ({ closings, reopenings }: Life) => closings.length === reopenings.length;

interface Scene {
  readonly app: App;
  readonly ada: Player;
  readonly dev: Player;
  readonly labels: readonly string[];
  readonly projects: readonly string[];
  readonly teams: readonly string[];
}

async function change({ app, dev, labels, projects, teams }: Scene, life: Life, { act, category, labels: some }: Act) {
  const now = app.clock.now();
  if (act === 'answers' || act === 'notes') {
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
    life.labels.splice(0, 2, ...some.flatMap((n) => labels[n] ?? []));
    (await dev.patches(life, { labels: life.labels })).is(200);
  } else if (act === 'sorts') {
    const [project = null, team = null] = [projects[(some[0] ?? 5) % 3], teams[some.length]];
    (await dev.patches(life, { category, project_id: project, team_id: team })).is(200);
    Object.assign(life, { category, project, team });
  }
}

async function live(scene: Scene, lives: Life[], acts: readonly Act[]) {
  const { app, ada, dev } = scene;
  for (const step of acts) {
    app.clock.advance(step.hours * HOUR);
    // The newest ones: others are in no period any more.
    const [life, into] = [lives.at(-1 - step.ticket), lives.at(-2 - step.ticket)];
    if (step.act === 'opens' || life === undefined || into === undefined) {
      const { id } = await ada.opens({ category: step.category });
      const nothing = { labels: [], replies: [], closings: [], reopenings: [], project: null, team: null };
      lives.push({ id, category: step.category, opened: app.clock.now(), ...nothing });
    } else if (step.act === 'joins' && [life, into].every((any) => any.closings.length === 0)) {
      (await dev.post(`/api/tickets/${life.id}/merge`, { into: into.id, mode: 'join' })).is(200);
      into.replies.push(...life.replies);
      into.replies.sort((a, b) => a - b);
      lives.splice(lives.indexOf(life), 1);
    } else await change(scene, life, step);
  }
}

/** Nearest rank: the least value that so large a share of all values does not exceed. */
const shareOf = (values: readonly number[], share: number) =>
  values.find((value) => values.filter((other) => other <= value).length >= share * values.length) ?? null;

function spreadOf(minutes: readonly number[]) {
  const sorted = minutes.toSorted((a, b) => a - b);
  const isFew = sorted.length < 10;
  const at = (share: number) => (isFew ? null : shareOf(sorted, share));
  const shares = { p50_minutes: at(0.5), p85_minutes: at(0.85), p95_minutes: at(0.95) };
  return { count: sorted.length, ...shares, points: isFew ? sorted : [] };
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const start = (of: string) => Date.parse(`${of}T00:00:00.000Z`);
const minutes = (from: number, until: number) => Math.round((until - from) / 60_000);

/** Counts the figures from the lives alone, by walking over all of them for each. */
function recounted(lives: readonly Life[], { labels, projects, teams }: Scene, from: string, to: string) {
  const [begin, end] = [start(from), start(to) + DAY];
  const within = (at: number | undefined): at is number => at !== undefined && at >= begin && at < end;
  const closedAt = (life: Life) => (isOpen(life) ? undefined : life.closings.at(-1));
  const openAt = (life: Life, at: number) =>
    life.opened < at &&
    life.closings.filter((time) => time < at).length === life.reopenings.filter((time) => time < at).length;
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
      .filter((row) => row.reported + row.closed > 0);
  return {
    reported: reported.length,
    closed: closings.length,
    reopened_within_30_days: closings.filter(({ at, reopened }) => reopened && reopened - at <= 30 * DAY).length,
    first_reply: of(reported),
    answer: toClose(answered),
    weeks,
    by: {
      project: groups([...projects, null], ({ project }) => [project]),
      team: groups([...teams, null], ({ team }) => [team]),
      category: groups(CATEGORIES, ({ category }) => [category]),
      label: groups([...labels, null], (life) => (life.labels.length === 0 ? [null] : life.labels)),
    },
  };
}

const GROUPINGS = ['project', 'team', 'category', 'label'] as const;
type Groups = Readonly<Record<(typeof GROUPINGS)[number], readonly Omit<Figures['by']['team'][number], 'name'>[]>>;

/** The groups without their names, in the order of their keys. */
const sortedGroups = (by: Groups) =>
  GROUPINGS.map((grouping) =>
    by[grouping]
      .map(({ key, reported, closed, first_reply, answer }) => ({ key, reported, closed, first_reply, answer }))
      .toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1)),
  );

onEachDatabaseAnew('the figures of a period', (app) => {
  test('are those that a walk over every history gives', async () => {
    const [ada, dev] = [await lasting(await app().cast.ada), await lasting(await app().cast.dev)];
    const lives: Life[] = [];
    const make = async (what: string, names: readonly string[]) => {
      const ids: string[] = [];
      for (const name of names) ids.push((await dev.post<{ id: string }>(`/api/${what}`, { name })).is(201).id);
      return ids;
    };
    const scene: Scene = {
      ...{ app: app(), ada, dev },
      labels: await make('labels', ['network', 'printer']),
      projects: await make('projects', ['Network', 'Printers']),
      teams: await make('teams', ['Desk', 'Field']),
    };
    const compare = async (acts: readonly Act[], span: number, project: number) => {
      await live(scene, lives, acts);
      const to = day(app().clock.now());
      const from = day(start(to) - span * DAY);
      const query = `?from=${from}&to=${to}`;
      const { by, ...figures } = (await dev.get<Figures>(`/api/tickets/stats/figures${query}`)).is(200);
      const { by: groups, ...expected } = recounted(lives, scene, from, to);
      assert.deepEqual(sortedGroups(by), sortedGroups(groups));
      assert.deepEqual({ ...figures, ...expected }, figures);
      const id = scene.projects[project] ?? 'none';
      const part = (await dev.get<Figures>(`/api/tickets/stats/figures${query}&project_id=${id}`)).is(200);
      const some = lives.filter((life) => (life.project ?? 'none') === id);
      const { weeks, answer, first_reply, closed, reported } = recounted(some, scene, from, to);
      assert.deepEqual({ ...part, weeks, answer, first_reply, closed, reported }, part);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(ACTS, { minLength: 4, maxLength: 24 }),
        fc.integer({ min: 0, max: 400 }),
        fc.nat({ max: 2 }),
        compare,
      ),
      { numRuns: 15 },
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
    const both = async () => [
      ...[await reported(other), await reported(dev), await reported(dev, `?label_id=${label.id}`)],
      ...[await reported(dev, `?project_id=${project.id}`), await reported(other, `?project_id=${project.id}`)],
    ];
    const today = await both();
    app().clock.advance(DAY);
    assert.deepEqual(await both(), today, 'and the same when the day is over');
    (await dev.patches(open, { assignee_id: dev.id })).is(200);
    (await dev.patches(open, { restricted: true })).is(200);
    assert.deepEqual([await reported(other), await reported(dev)], [before, before + 2]);
    (await dev.patches(open, { restricted: false, confirm: true })).is(200);
    assert.deepEqual(await both(), today);
    assert.deepEqual((await dev.get('/api/tickets/stats/figures?from=2026-02-01&to=2026-01-01')).isInvalid(), ['to']);
    assert.deepEqual((await dev.get('/api/tickets/stats/figures?from=2001-01-01')).isInvalid(), ['from']);
    assert.deepEqual((await dev.get('/api/tickets/stats/figures?label_id=VPN')).isInvalid(), ['label_id']);
    (await ada.get('/api/tickets/stats/figures')).isRefused(403, 'forbidden');
  });

  test('are of years that every database knows', async () => {
    const dev = await app().cast.dev;
    for (const path of ['figures', 'figures.csv'])
      for (const field of ['from', 'to'])
        for (const day of ['0001-01-01', '1969-12-31', '9999-01-01', '9999-12-31'])
          assert.deepEqual((await dev.get(`/api/tickets/stats/${path}?${field}=${day}`)).isInvalid(), [field], day);
    for (const day of ['1970-01-01', '9998-12-31'])
      assert.equal((await dev.get<Figures>(`/api/tickets/stats/figures?to=${day}`)).is(200).to, day);
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
