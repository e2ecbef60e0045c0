import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '#contract/notices.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';

/** Lena leads the team of a sealed project, in which Mia works. Rob's team reads it. */
async function department({ cast }: App) {
  const { ada, jan, dev } = await cast.all();
  const [lena, mia, rob] = [await cast.newDeveloper(), await cast.newDeveloper(), await cast.newDeveloper()];
  const name = lena.id.slice(-6);
  const hr = (await lena.post<Team>('/api/teams', { name: `HR ${name}` })).is(201);
  const law = (await rob.post<Team>('/api/teams', { name: `Law ${name}` })).is(201);
  (await lena.put(`/api/teams/${hr.id}/members/${mia.id}`, {})).is(204);
  const teams = [
    { team_id: hr.id, level: 'work' },
    { team_id: law.id, level: 'read' },
  ];
  const sealed = (await lena.post<Project>('/api/projects', { name: `Files ${name}`, sealed: true, teams })).is(201);
  const open = (await lena.post<Project>('/api/projects', { name: `Open ${name}` })).is(201);
  return { ada, jan, dev, lena, mia, rob, hr, law, teams, sealed, open };
}

type World = Awaited<ReturnType<typeof department>>;

interface Taking {
  /** The person who loses sight. */
  readonly who: (world: World) => Player;
  /** The tickets that they see before. */
  readonly of: (world: World) => Promise<{ id: string; number: number }[]>;
  readonly take: (world: World, ids: readonly string[]) => Promise<unknown>;
}

const sealedOnes = async ({ ada, sealed }: World) => [
  await ada.opens({ project_id: sealed.id }),
  await ada.opens({ project_id: sealed.id }),
];
const openOnes = async ({ ada, open }: World) => [await ada.opens({ project_id: open.id })];
const path = (project: Project) => `/api/projects/${project.id}`;

/** A ticket that Jan, who reports, and Dev were added to. */
const shared = async ({ ada, jan, lena, dev, sealed }: World) => {
  const ticket = await ada.opens({ project_id: sealed.id });
  for (const person of [jan, dev]) (await lena.put(`/api/tickets/${ticket.id}/people/${person.id}`)).is(204);
  return [ticket];
};

const TAKINGS: Readonly<Record<string, Taking>> = {
  'being taken out of a team': {
    who: ({ mia }) => mia,
    of: sealedOnes,
    take: async ({ lena, hr, mia }) => (await lena.delete(`/api/teams/${hr.id}/members/${mia.id}`)).is(204),
  },
  'a team that is taken off its project': {
    who: ({ rob }) => rob,
    of: sealedOnes,
    take: async ({ lena, sealed, teams }) => (await lena.patch(path(sealed), { teams: teams.slice(0, 1) })).is(200),
  },
  'a level that is lowered, of what is restricted': {
    who: ({ rob }) => rob,
    of: async (world) => {
      const { lena, law, hr, sealed } = world;
      const teams = [hr, law].map(({ id }) => ({ team_id: id, level: 'work' }));
      (await lena.patch(path(sealed), { teams, confirm: true })).is(200);
      const [ticket] = await sealedOnes(world);
      assert.ok(ticket);
      (await lena.patches(ticket, { restricted: true })).is(200);
      return [ticket];
    },
    take: async ({ lena, sealed, teams }) => (await lena.patch(path(sealed), { teams })).is(200),
  },
  'a project that is sealed': {
    who: ({ dev }) => dev,
    of: openOnes,
    take: async ({ lena, open, teams }) => (await lena.patch(path(open), { sealed: true, teams })).is(200),
  },
  'a ticket that is restricted': {
    who: ({ dev }) => dev,
    of: openOnes,
    take: async ({ lena }, [id = '']) => (await lena.patches({ id }, { restricted: true })).is(200),
  },
  'a ticket that is moved and restricted': {
    who: ({ dev }) => dev,
    of: openOnes,
    take: async ({ lena, sealed }, [id = '']) =>
      (await lena.patches({ id }, { restricted: true, project_id: sealed.id })).is(200),
  },
  'being taken off a ticket': {
    who: ({ jan }) => jan,
    of: shared,
    take: async ({ lena, jan }, [id = '']) => (await lena.delete(`/api/tickets/${id}/people/${jan.id}`)).is(204),
  },
  'the end of the merge by which they came': {
    who: ({ jan }) => jan,
    of: async ({ ada, jan, lena, sealed }) => {
      const [source, root] = [await jan.opens(), await ada.opens({ project_id: sealed.id })];
      const merge = { into: root.id, mode: 'join', tell_reporters: true };
      (await lena.post(`/api/tickets/${source.id}/merge`, merge)).is(200);
      return [root, source];
    },
    take: async ({ lena }, [, id]) => (await lena.post(`/api/tickets/${id}/unmerge`)).is(200),
  },
  'the removal of a project that they led, of what is restricted': {
    who: ({ rob }) => rob,
    of: async (world) => {
      const { lena, law, open } = world;
      (await lena.patch(path(open), { teams: [{ team_id: law.id, level: 'work' }] })).is(200);
      const [ticket] = await openOnes(world);
      assert.ok(ticket);
      (await lena.patches(ticket, { restricted: true })).is(200);
      return [ticket];
    },
    take: async ({ lena, open }) => (await lena.delete(`${path(open)}?confirm=1`)).is(204),
  },
};

/** The only ticket of two that is lost by the end of a merge is the first. */
const lostOf = (why: string, tickets: readonly { id: string; number: number }[]) =>
  why.startsWith('the end of the merge') ? tickets.slice(0, 1) : tickets;

onEachDatabase('an open page', (app) => {
  for (const [why, { who, of, take }] of Object.entries(TAKINGS))
    test(`is told of each ticket that is gone by ${why}, once`, async () => {
      const world = await department(app());
      const tickets = await of(world);
      const person = who(world);
      for (const ticket of tickets) (await person.reads(ticket)).is(200);
      const [heard, others] = [await person.listens(), await world.lena.listens()];
      for (const stream of [heard, others]) await stream.block();
      const first = await person.opens();
      await heard.until('ticket.created', first);
      await take(
        world,
        tickets.map(({ id }) => id),
      );
      const last = await person.opens();
      const gone = (await heard.until('ticket.created', last)).filter(({ event }) => event === 'ticket.gone');
      const expected = lostOf(why, tickets).map(({ id, number }) => ({ type: 'ticket.gone', ticket_id: id, number }));
      const byNumber = (a: { number: number }, b: { number: number }) => a.number - b.number;
      assert.deepEqual(gone.flatMap(({ data }) => data ?? []).sort(byNumber), expected.sort(byNumber));
      assert.ok(gone.every(({ id }) => id === null));
      const lenas = await others.until('ticket.created', last);
      assert.ok(lenas.every(({ event }) => event !== 'ticket.gone'));
      for (const stream of [heard, others]) await stream.close();
    });

  for (const [why, { who, of, take }] of Object.entries(TAKINGS))
    test(`that goes on after it was away learns of ${why}`, async () => {
      const world = await department(app());
      const tickets = await of(world);
      const person = who(world);
      const heard = await person.listens();
      const { id = null } = (await heard.until('ticket.created', await person.opens())).at(-1) ?? {};
      await heard.close();
      app().clock.advance(1);
      const ids = tickets.map((ticket) => ticket.id);
      await take(world, ids);
      const again = await person.listens(id);
      await again.block();
      const news = await again.until('ticket.created', await person.opens());
      const gone = news.flatMap(({ event, data }) => (event === 'ticket.gone' ? (data?.ticket_id ?? []) : []));
      const lost = lostOf(why, tickets).map((ticket) => ticket.id);
      if (!news.some(({ event }) => event === 'reset')) assert.deepEqual(gone, lost);
      await again.close();
    });

  test('that goes on reads everything anew where its person is no developer any more, and nobody else does', async () => {
    const { ada, dev, mia, rob } = await department(app());
    const { id = null } = (await (await mia.listens()).until('ticket.created', await ada.opens())).at(-1) ?? {};
    app().clock.advance(1);
    (await dev.patch(`/api/users/${mia.id}`, { role: 'user' })).is(200);
    const own = await mia.opens();
    const [mias, robs] = [await mia.listens(id), await rob.listens(id)];
    assert.equal((await mias.event()).event, 'reset');
    assert.equal((await robs.event()).data?.ticket_id, own.id);
    for (const stream of [mias, robs]) await stream.close();
  });

  test('is told of every ticket of others once its person is no developer any more', async () => {
    const { ada, dev, mia, open } = await department(app());
    const ticket = await ada.opens({ project_id: open.id });
    const heard = await mia.listens();
    await heard.until('ticket.created', await mia.opens());
    (await dev.patch(`/api/users/${mia.id}`, { role: 'user' })).is(200);
    const own = await mia.opens();
    const gone = (await heard.until('ticket.created', own)).filter(({ event }) => event === 'ticket.gone');
    assert.equal(gone.filter(({ data }) => data?.ticket_id === ticket.id).length, 1);
    await heard.close();
  });
});

onEachDatabase('the notice of a take-over', (app) => {
  test('goes when its person leaves the teams of the project', async () => {
    const { dev, lena, mia, hr, sealed } = await department(app());
    (await dev.post(`${path(sealed)}/take-over`, { reason: 'Its lead is away for long.' })).is(200);
    const notices = async () => {
      const list = (await mia.get<Notice[]>('/api/notices')).is(200).map(({ reason }) => reason);
      return [list, (await mia.get<{ unread: number }>('/api/workspace')).is(200).unread];
    };
    assert.deepEqual(await notices(), [['taken_over'], 1]);
    (await lena.delete(`/api/teams/${hr.id}/members/${mia.id}`)).is(204);
    assert.deepEqual(await notices(), [[], 0]);
  });
});
