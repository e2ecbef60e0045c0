import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { OPEN_SIGHT } from '#access';
import type { Notice } from '../contract/notices.ts';
import { NoticeStore } from '../server/conversation/notices/notice-store.ts';
import type { Player } from '../server/testing/cast.ts';
import { type DatabaseName, databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { type AnyAct, histories } from './notices/acts.ts';
import { ABSENT, Model, WHO, type Who } from './notices/model.ts';
import { perform, type Scene } from './notices/perform.ts';
import { seed, size } from './size.ts';

/** Random acts of six people on a ticket, against a model of who is told of what: none too many, none missing, none unreadable. */

/** Nine hundred in a check, of which half would miss some faults. On PostgreSQL each costs four times as much. */
const runsOn = (database: DatabaseName): number => (database === 'sqlite' ? size(800, 20_000) : size(100, 20_000));
const ACTS = 10;
/** Histories that run at once, each with people of its own: their writes share commits. */
const LANES = 25;
const DEVELOPERS: readonly Who[] = ['dev', 'ewa', ABSENT];
/** More notices than one history leaves anybody. */
const PAGE = 50;
const NOBODY = { actor: null, correlationId: 'proof', source: 'proof' };

async function newPeople({ cast }: App): Promise<Record<Who, Player>> {
  const people = {} as Record<Who, Player>;
  for (const who of WHO) people[who] = await (DEVELOPERS.includes(who) ? cast.newDeveloper() : cast.guest());
  return people;
}

/** The notices in the store for somebody who may read everything of the ticket. */
async function allNotices({ runner }: App, { id }: Player, ticket: { id: string }): Promise<Notice[]> {
  const everything = { id, role: 'developer', sight: OPEN_SIGHT } as const;
  const listed = await runner.read(NOBODY, (work) =>
    work.of(NoticeStore).list(everything, { unread: null, after: null, limit: PAGE }),
  );
  return listed.filter(({ ticket_id }) => ticket_id === ticket.id);
}

/** Compares everybody's inbox with the model, as they may read it now; one of them asks for it themselves. */
async function compare(app: App, model: Model, { people, ticket }: Scene, asks: Who): Promise<void> {
  const idOf = (who: Who) => people[who].id;
  for (const who of WHO) {
    const role = model.developers.has(who) ? 'developer' : 'user';
    const reader = { id: idOf(who), role, sight: OPEN_SIGHT } as const;
    const inbox =
      who === asks
        ? {
            notices: (await people[who].get<Notice[]>(`/api/notices?limit=${PAGE}`)).is(200),
            unread: (await people[who].get<{ unread: number }>('/api/notices/count')).is(200).unread,
          }
        : await app.runner.read(NOBODY, async (work) => ({
            notices: await work.of(NoticeStore).list(reader, { unread: null, after: null, limit: PAGE }),
            unread: await work.of(NoticeStore).countUnread(reader),
          }));
    const notices = inbox.notices
      .filter(({ ticket_id }) => ticket_id === ticket.id)
      .map(({ reason, actor_id, comment_id, read_at }) => ({ reason, actor_id, comment_id, isRead: read_at !== null }));
    const expected = model.inboxOf(who).map(({ reason, actor, comment, isRead }) => ({
      reason,
      actor_id: idOf(actor),
      comment_id: comment?.id ?? null,
      isRead,
    }));
    assert.deepEqual(notices, expected, `what ${who} is told`);
    assert.equal(inbox.unread, expected.filter(({ isRead }) => !isRead).length, `how much ${who} has not read`);
  }
}

/** Makes people what they were at first, with nothing unread, for the next history. */
async function restore(app: App, model: Model, { people, root }: Scene): Promise<void> {
  for (const who of WHO)
    if (model.developers.has(who) !== DEVELOPERS.includes(who))
      (await root.patch(`/api/users/${people[who].id}`, { role: DEVELOPERS.includes(who) ? 'developer' : 'user' })).is(
        200,
      );
  if (!model.active.has(ABSENT)) (await root.patch(`/api/users/${people[ABSENT].id}`, { is_active: true })).is(200);
  await app.runner.write(NOBODY, async (work) => {
    for (const who of WHO) await work.of(NoticeStore).markRead(people[who].id, { until: work.now }, work.now);
  });
}

for (const name of databases) {
  const runs = runsOn(name);
  describe(`who is told of what (${name})`, () => {
    let app: App;
    before(async () => {
      app = await startApp(name);
    });
    after(() => app.close());

    async function lane(number: number, root: Player): Promise<void> {
      const people = await newPeople(app);
      const property = fc.asyncProperty(histories(ACTS), async ({ reporter, acts }) => {
        const model = new Model(reporter, DEVELOPERS);
        const ticket = await people[reporter].opens();
        const noticesOf = async (whom: Who) => (await allNotices(app, people[whom], ticket)).map(({ id }) => id);
        const scene: Scene = { people, root, ticket, noticesOf };
        try {
          for (const act of acts) await perform(model, scene, act as AnyAct & { does: AnyAct['does'] });
          await compare(app, model, scene, reporter);
        } finally {
          await restore(app, model, scene);
        }
      });
      await fc.assert(property, { numRuns: Math.ceil(runs / LANES), seed: seed + number, verbose: 1 });
    }

    test(`is what the rules say, in ${runs} histories of up to ${ACTS} acts (seed ${seed})`, {
      timeout: size(300_000, 7_200_000),
    }, async () => {
      const root = await app.cast.dev;
      await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number, root)));
    });
  });
}
