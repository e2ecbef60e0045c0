/** Reads the plan of each statement of frequent requests, on both databases: none may scan a large table. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seed } from '../bench/seed.ts';
import type { OutboxList } from '../contract/outbox.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { faultsOf, isSorted, lookedThrough } from './plans/plan.ts';
import { recordingOf } from './plans/recording.ts';
import { type Request, requestsOfAll, requestsOfDevelopers } from './plans/requests.ts';

/** Requests that may scan a large table, with the reason. */
const KNOWN: Readonly<Record<string, string>> = {
  'GET /api/settings/events/outbox/stats': 'Operators count the outbox by status, along an index and without its rows.',
  'GET /metrics': 'The attachments are summed up along an index, which takes at most a hundredth of the time.',
};

/** Further scans, on PostgreSQL alone. */
const BY_STATISTICS =
  'Whether the answers or the tickets come first is decided by statistics, which an empty database does not have.';
const KNOWN_ON_POSTGRES: typeof KNOWN = {
  'GET /api/answers?category=bug': BY_STATISTICS,
  'GET /api/answers/review': BY_STATISTICS,
};

/** Adds a number and a choice for which every ticket is asked. */
async function addFields(dev: Player): Promise<void> {
  const name = { pl: 'Waga', en: 'Weight' };
  const options = [{ key: 'red', name }];
  for (const kind of [
    { key: 'weight', kind: 'number' },
    { key: 'colour', kind: 'choice', options },
  ])
    (await dev.post('/api/fields', { ...kind, name, ask: 'report', reporter_sees: true })).is(201);
}

async function thingsFor(ada: Player, dev: Player) {
  const draft = { title: 'Printer jams', description: 'Every second page, since Monday.' };
  const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Intranet' })).is(201).id;
  await addFields(dev);
  const [ticket, other] = [await ada.opens({ ...draft, project_id: project }), await ada.opens(draft)];
  // As many answers as the search weighs; PostgreSQL plans differently for one.
  for (let answers = 0; answers < 40; answers++) {
    const solved = await ada.opens(draft);
    (await dev.patches(solved, { status: 'closed', closure_summary: 'Replaced the rollers of the printer.' })).is(200);
  }
  (await dev.comments(ticket, 'Which printer?')).is(201);
  const { items } = (await dev.get<OutboxList>('/api/settings/events/outbox?limit=1')).is(200);
  const [answer] = (await ada.get<{ id: string }[]>('/api/answers?limit=1')).is(200);
  return { ticket, other, project, developer: dev.id, entry: items[0]?.id ?? '', answer: answer?.id ?? '' };
}

/** Every ticket says the same in each field. */
const ADD_VALUES = `insert into field_values (ticket_id, field_id, item, sort_number, folded)
  select tickets.id, fields.id, case kind when 'number' then '5' else 'red' end, 5, case kind when 'number' then '5' else 'red' end
  from tickets cross join fields`;

/** Tickets of which one half is due today and the other never, each more than a list gathers. */
const MORE_THAN_GATHERED = 4_200;

const ALWAYS = { mon: ['00:00-24:00'] };

/** A wait of every other ticket that waits for none yet. */
const addWaits = (dueAt: string) => `insert into waits
  (id, ticket_id, began_id, since, began_by, is_imported, promised, reckoned, calendar_id, soon_at, due_at)
  select id, id, id, created_at, 'reporter', false, false, 0, ?, created_at, ${dueAt} from tickets
  where id not in (select ticket_id from waits) order by number limit ${MORE_THAN_GATHERED / 2}`;

for (const name of databases) {
  describe(`the plans (${name})`, () => {
    let app: App;
    before(async () => {
      app = await startApp(name);
    });
    after(() => app.close());

    test('of frequent requests scan no large table', async () => {
      const { ada, dev } = await app.cast.all();
      const things = await thingsFor(ada, dev);
      await app.worker.stop();
      const { taken, unrecorded } = recordingOf(app.database);
      const exempt = { ...KNOWN, ...(name === 'postgres' ? KNOWN_ON_POSTGRES : {}) };
      const faults: Record<string, string[]> = {};
      let looked = 0;
      const look = async (who: Player, [label, send]: Request) => {
        const { status, text } = await send(who);
        assert.ok(status < 300, `${label}: ${status} ${text.slice(0, 300)}`);
        for (const statement of taken()) {
          looked += 1;
          const wrong = await faultsOf(unrecorded, statement);
          if (wrong.length > 0 && !(label in exempt)) faults[`${label}\n${statement.sql}`] = wrong;
        }
      };
      for (const request of requestsOfAll(things)) for (const who of [ada, dev]) await look(who, request);
      for (const request of requestsOfDevelopers(things)) await look(dev, request);
      assert.ok(looked > 500, `Only ${looked} statements were seen.`);
      assert.deepEqual(faults, {});
    });

    // On SQLite only: PostgreSQL decides by statistics.
    if (name === 'sqlite')
      describe('of many tickets', () => {
        let many: App;
        let dev: Player;
        before(async () => {
          many = await startApp(name);
          await seed(many.database, MORE_THAN_GATHERED, many.clock.now());
          dev = (await many.cast.all()).dev;
        });
        after(() => many.close());

        const assertLookedUp = async (paths: readonly string[]) => {
          const { taken, unrecorded } = recordingOf(many.database);
          const faults: string[] = [];
          for (const path of paths) {
            taken();
            (await dev.get(`/api/tickets${path}`)).is(200);
            const statements = taken();
            for (const statement of statements)
              for (const part of await lookedThrough(unrecorded, statement)) faults.push(`${path}: ${part}`);
            const ofCards = statements.filter(({ sql }) => sql.includes('order_index')).length;
            if (path.includes('due=') && ofCards > 1) faults.push(`${path}: ${ofCards} statements`);
          }
          assert.deepEqual(faults, []);
        };

        test('by due dates go from waits to tickets, or look up the one wait of each ticket', async () => {
          let calendar = '';
          for (const zone of ['Pacific/Auckland', 'Europe/Warsaw'])
            calendar = (await dev.post<{ id: string }>('/api/calendars', { name: zone, zone, week: ALWAYS })).is(
              201,
            ).id;
          for (const dueAt of ["'2026-11-21T04:00:00.000Z'", 'null'])
            await many.database.write((to) => to.run({ sql: addWaits(dueAt), parameters: [calendar] }));
          await assertLookedUp(
            ['missed', 'today', 'soon', 'none'].flatMap((due) => [
              ...['', '&sort=due_at', '&sort=due_at&order=desc', '&category=bug'].map((more) => `?due=${due}${more}`),
              ...['count', 'board'].map((what) => `/${what}?due=${due}`),
            ]),
          );
        });

        test('by fields look up the one value of each ticket, or count from values', async () => {
          await addFields(dev);
          await many.database.write((to) => to.run({ sql: ADD_VALUES, parameters: [] }));
          const filters = ['field.weight=1..9', 'field.colour=red', 'field.colour=red&field.weight=1..9'];
          await assertLookedUp(
            filters.flatMap((filter) => [
              ...['', '&sort=field.weight', '&sort=updated_at'].map((more) => `?${filter}${more}`),
              ...['count', 'board'].map((what) => `/${what}?${filter}`),
            ]),
          );
        });
      });

    // On SQLite only: PostgreSQL decides by statistics of the values, which an empty database does not have.
    if (name === 'sqlite')
      test('of lists with closed tickets follow an index, and those of open tickets sort the few that are open', async () => {
        const { dev } = await app.cast.all();
        const { taken, unrecorded } = recordingOf(app.database);
        const sorts = async (query: string) => {
          taken();
          (await dev.get(`/api/tickets?${query}`)).is(200);
          const [list, ...others] = taken().filter(({ sql }) => /from "tickets".* limit /s.test(sql));
          assert(list && others.length === 0, query);
          return isSorted(unrecorded, list);
        };
        const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Lists' })).is(201).id;
        for (const sort of ['updated_at', 'created_at', 'number', 'priority'])
          for (const filter of ['', '&category=bug', '&priority=high'])
            for (const status of ['closed', 'closed,verified', 'closed,blocked,submitted'])
              assert.ok(!(await sorts(`status=${status}${filter}&sort=${sort}`)), `${status}${filter} by ${sort}`);
        for (const filter of [`project_id=${project}`, 'assignee_id=me', 'assignee_id=none', 'my=1'])
          for (const more of ['', '&sort=updated_at', '&status=closed', '&status=closed&sort=updated_at'])
            assert.ok(!(await sorts(filter + more)), filter + more);
        for (const filter of ['', '&assignee_id=me', '&assignee_id=none', `&project_id=${project}`])
          assert.ok(
            !(await sorts(`awaiting_reply=1&sort=awaiting_reply_since&order=asc${filter}`)),
            `waiting${filter}`,
          );
        for (const filter of ['', '&assignee_id=me', '&assignee_id=none', '&category=bug'])
          assert.ok(await sorts(`status=verified,in_progress${filter}`), `those in hand${filter}`);
      });
  });
}
