import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { storeUserChange } from '#people';
import type { Askers, TellingResult } from '../contract/askers.ts';
import type { TicketTelling } from '../contract/tellings.ts';
import { MailSubscriber } from '../server/delivery/notifications/mail-subscriber.ts';
import { claimDeliveries, claimEntries, LEASE_MS } from '../server/events/outbox/claim-store.ts';
import { routeEntry } from '../server/events/outbox/delivery-pass.ts';
import { LAST_RETRY_MS } from '../server/events/outbox/settle.ts';
import { Mailers } from '../server/platform/serving.ts';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { MailServer } from '../server/testing/mail-server.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../server/testing/webhook-receiver.ts';
import { chance, seed, sizeOnEach } from './size.ts';

/** Random worlds of who asked, in which language, with which rights: each is told once, nobody else is, and the receipts say so. */

const WORLDS = sizeOnEach(500, 10_000);
/** Worlds whose events one pass delivers. */
const AT_ONCE = 5;
/** The leases of killed workers take longer than a session lasts, so that people sign in anew. */
const SIGNED_IN_MS = 5 * 24 * 60 * 60_000;
const CONTEXT = { actor: null, correlationId: 'proof', source: 'proof' } as const;
const ROLES = ['reporter', 'joined', 'beside', 'person', 'solved_before', 'follower'] as const;
type Role = (typeof ROLES)[number];
/** A change of the answer's ticket, or of the one beside it, before people are told. */
const TURNS = ['none', 'none', 'sealed', 'restricted', 'unmerged'] as const;
/** So many people are erased after they were told. */
const ERASURES = sizeOnEach(8, 60);
/** Worlds from one erasure to the next. */
const BETWEEN_ERASURES = Math.trunc(WORLDS / AT_ONCE / ERASURES) * AT_ONCE;
/** Where the worker is killed; `none` for not at all. */
const KILLS = ['none', 'claimed', 'routed', 'sent'] as const;

interface Asking {
  readonly role: Role;
  readonly player: Player;
  readonly language: 'pl' | 'en';
  readonly isMailed: boolean;
  readonly isGone: boolean;
  readonly sees: boolean;
  /** Whether they are askers still. */
  readonly asks: boolean;
}

interface World {
  readonly number: number;
  readonly tickets: readonly { readonly id: string; readonly of: Role }[];
  readonly askings: readonly Asking[];
  readonly answer: string;
  readonly turn: (typeof TURNS)[number];
}

interface Scene {
  readonly app: App;
  readonly dev: Player;
  /** A sealed project in which `dev` works. */
  readonly sealed: string;
  readonly random: () => number;
}

const canary = (number: number, role: Role) => `canary-${number}-${role}`;
/** Whose tickets somebody may read in mails. */
const READ: Record<Role, readonly Role[]> = {
  reporter: ['reporter', 'joined'],
  joined: ['reporter', 'joined'],
  beside: ['beside'],
  person: ['reporter', 'joined'],
  solved_before: [],
  follower: ['reporter', 'joined', 'beside'],
};
const noteOf = (number: number, language: 'pl' | 'en') => `${language}-note-${number}-end`;

/** Without an end of their sessions, so that the next world has them again. */
const setActive = ({ runner }: App, { id }: Player, is_active: boolean) =>
  runner.write(CONTEXT, (work) => storeUserChange(work, id, { is_active }));

/** Takes the turn. @returns the askings as they are then: who reads the answer is what the service says of each. */
async function takeTurn({ dev, sealed }: Scene, { tickets, askings, answer, turn }: World): Promise<Asking[]> {
  const main = { id: tickets[0]?.id ?? '' };
  const beside = tickets.find(({ of }) => of === 'beside');
  if (turn === 'sealed') (await dev.patches(main, { project_id: sealed, confirm: true })).is(200);
  if (turn === 'restricted') (await dev.patches(main, { restricted: true, confirm: true })).is(200);
  if (turn === 'unmerged' && beside) (await dev.post(`/api/tickets/${beside.id}/unmerge`)).is(200);
  const { askers } = (await dev.get<Askers>(`/api/tickets/${main.id}/askers`)).is(200);
  const after: Asking[] = [];
  for (const asking of askings) {
    const { role, player, sees } = asking;
    const reads = (await player.get(`/api/answers/${answer}`)).status === 200;
    // Nothing but a turn takes sight from who had it.
    if (turn === 'none') assert.equal(reads, sees, `${role} reads the answer`);
    const isApart = turn === 'sealed' || turn === 'restricted';
    const hasLeft = (role === 'beside' && turn === 'unmerged') || (role === 'follower' && isApart);
    if (role !== 'follower') assert.equal(hasLeft, !askers.some(({ id }) => id === player.id), `${role}, ${turn}`);
    after.push({ ...asking, sees: reads, asks: askers.some(({ id }) => id === player.id) });
  }
  return after;
}

/** A ticket with everybody who asked for its answer, closed. */
async function makeWorld(scene: Scene, people: readonly Player[], number: number): Promise<World> {
  const { app, dev, random } = scene;
  const flip = (part = 0.5) => random() < part;
  const turn = TURNS[Math.trunc(random() * TURNS.length)] ?? 'none';
  const askings = ROLES.flatMap((role, index): Asking[] => {
    const player = people[index];
    if (player === undefined || (role !== 'reporter' && flip(0.35))) return [];
    const language = flip() ? 'pl' : 'en';
    const isGone = role !== 'reporter' && flip(0.15);
    return [
      { role, player, language, isMailed: flip(0.75), isGone, asks: true, sees: role !== 'solved_before' || flip(0.6) },
    ];
  });
  for (const { player, language, isMailed } of askings)
    (await player.patch('/api/auth/me', { language, email_notify_ticket_status: isMailed })).is(200);
  const playerIn = (role: Role) => askings.find((entry) => entry.role === role)?.player;
  const tickets: World['tickets'][number][] = [];
  for (const role of ['reporter', 'joined', 'beside'] as const) {
    const player = playerIn(role);
    if (player === undefined) continue;
    const { id } = await player.opens({ title: `World ${number}`, description: canary(number, role) });
    tickets.push({ id, of: role });
  }
  const [main] = tickets;
  assert.ok(main);
  for (const { id, of } of tickets.slice(1))
    (
      await dev.post(`/api/tickets/${id}/merge`, {
        into: main.id,
        mode: of === 'joined' ? 'join' : 'beside',
        tell_reporters: true,
      })
    ).is(200);
  const person = playerIn('person');
  if (person) (await dev.post(`/api/tickets/${main.id}/people`, { email: person.user.email })).is(201);
  const follower = playerIn('follower');
  if (follower) (await follower.send('PUT', `/api/tickets/${main.id}/following`)).is(204);
  const also = tickets.filter(({ of }) => of === 'beside').map(({ id }) => id);
  const closing = { status: 'closed', closure_summary: `Solved ${number}.`, closure_shared: true };
  (await dev.patches(main, { ...closing, ...(also.length > 0 ? { also } : {}) })).is(200);
  const { comments } = (await dev.reads(main)).is(200);
  const answer = comments.findLast(({ is_closure_summary }) => is_closure_summary)?.id ?? '';
  const voter = askings.find(({ role }) => role === 'solved_before');
  if (voter) {
    (await voter.player.post(`/api/answers/${answer}/helped`, { helped: true })).is(200);
    if (!voter.sees) (await dev.patch(`/api/tickets/${main.id}/comments/${answer}`, { is_shared: false })).is(200);
  }
  const world = { number, tickets, askings, answer, turn };
  const after = await takeTurn(scene, world);
  for (const { player, isGone } of askings) if (isGone) await setActive(app, player, false);
  return { ...world, askings: after };
}

const isTold = ({ isGone, sees, asks }: Asking): boolean => asks && !isGone && sees;

/** Tells everybody who asked; once more they are told already. */
async function tellAll({ dev }: Scene, { number, answer, askings, tickets, turn }: World): Promise<void> {
  const note = { what: 'again', note: noteOf(number, 'en'), note_by_language: { pl: noteOf(number, 'pl') } };
  const result = (await dev.post<TellingResult>(`/api/answers/${answer}/tell`, note)).is(200);
  const mailed = askings.filter((entry) => isTold(entry) && entry.isMailed);
  assert.equal(result.told, mailed.length, `world ${number}`);
  const asking = askings.filter(({ asks }) => asks);
  assert.equal(result.left.length, asking.length - mailed.length, `world ${number}`);
  (await dev.post(`/api/answers/${answer}/tell`, note)).isRefused(409, 'already_told');
  const { total } = (await dev.get<Askers>(`/api/tickets/${tickets[0]?.id}/askers`)).is(200);
  // The person who restricts a ticket stays on it.
  assert.equal(total, asking.length + (turn === 'restricted' ? 1 : 0), `world ${number}`);
}

/** A worker that got so far and was killed; when its leases are over, another one goes on. */
async function deliver({ app, random }: Scene, subscribers: readonly MailSubscriber[]): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const kill = KILLS[Math.trunc(random() * KILLS.length)];
    if (kill === 'none') continue;
    const entries = await app.runner.write(CONTEXT, (work) => claimEntries(work, 10));
    if (kill !== 'claimed') {
      const due = await app.runner.write(CONTEXT, async (work) => {
        for (const entry of entries) await routeEntry(work, entry, subscribers);
        return claimDeliveries(work, () => 3, true);
      });
      if (kill === 'sent')
        for (const delivery of due) await subscribers[0]?.deliver(delivery, AbortSignal.timeout(10_000));
    }
    app.clock.advance(LEASE_MS + 1000);
  }
  // A mail server on a busy machine may take longer than a delivery waits, and is tried again.
  while ((await app.worker.runOnce()).retried > 0) app.clock.advance(LAST_RETRY_MS);
}

for (const name of databases)
  describe(`whoever asked is told once (${name}, KWIT_SEED=${seed})`, () => {
    const server = new MailServer();
    let app: App;
    let receiver: WebhookReceiver;
    before(async () => {
      await server.start();
      receiver = await startWebhookReceiver();
      app = await startApp(name, { OUTBOUND_ALLOW: receiver.pair });
    });
    after(async () => {
      await app.close();
      await server.close();
      receiver.close();
    });

    test('in their thread and language, and the receipts equal what the mail server and the receiver have', async () => {
      let dev = await app.cast.dev;
      const { id: team } = (await dev.post<{ id: string }>('/api/teams', { name: 'Apart' })).is(201);
      const project = { name: 'Apart', sealed: true, teams: [{ team_id: team, level: 'work' }] };
      const { id: sealed } = (await dev.post<{ id: string }>('/api/projects', project)).is(201);
      const random = chance(seed);
      let signedInAt = app.clock.now();
      let people: Player[][] = [];
      for (let lane = 0; lane < AT_ONCE; lane++) {
        const guests = [];
        for (let n = 1; n < ROLES.length; n++) guests.push(await app.cast.guest());
        people.push([...guests, await app.cast.newDeveloper()]);
      }
      let others: Player[] = [];
      for (let n = 0; n < ERASURES; n++) others.push(await app.cast.guest());
      const settings = { ...server.settings, notify_developers_of_new_tickets: 'off', share_closure_summaries: true };
      (await dev.patch('/api/settings', settings)).is(200);
      const mails = new MailSubscriber({
        runner: app.runner,
        mailers: new Mailers({ mailbox: null }),
        source: { given: {}, sealingKey: app.secrets.sealingKey },
        unsubscribeKey: app.secrets.unsubscribeKey,
        replyKey: app.secrets.replyKey,
      });
      const hook = (
        await dev.post<{ id: string; url: string }>('/api/webhooks', {
          url: receiver.newUrl(),
          events: ['answer.told'],
        })
      ).is(201);
      for (let first = 0; first < WORLDS; first += AT_ONCE) {
        server.received.length = 0;
        const before = new Set(receiver.callsOf(hook.url).map(({ headers }) => headers['webhook-id'])).size;
        const worlds: World[] = [];
        if (app.clock.now() > signedInAt + SIGNED_IN_MS) {
          signedInAt = app.clock.now();
          const anew = (players: readonly Player[]) =>
            Promise.all(players.map(({ user }) => app.cast.signsIn(user.email)));
          (await dev.patch('/api/settings', { mail_provider: null })).is(200);
          [dev = dev] = await anew([dev]);
          people = await Promise.all(people.map(anew));
          others = await anew(others);
          (await dev.patch('/api/settings', settings)).is(200);
        }
        const scene: Scene = { app, dev, sealed, random };
        for (const [lane, lanes] of people.entries()) worlds.push(await makeWorld(scene, lanes, first + lane));
        for (const world of worlds) await tellAll(scene, world);
        await deliver(scene, [mails]);
        const lines = await Promise.all(worlds.map((world) => compare(scene, world, server)));
        const sent = new Set(server.received.map(({ messageId }) => messageId)).size;
        const taken = (kind: string) => lines.flat().filter((line) => line.kind === kind && line.state === 'accepted');
        assert.equal(taken('mail').length, sent, 'Each mail that the server has is a receipt.');
        const calls = new Set(receiver.callsOf(hook.url).map(({ headers }) => headers['webhook-id'])).size - before;
        assert.equal(taken('webhook').length, calls, 'Each call that the receiver has is a receipt.');
        for (const { askings } of worlds)
          for (const { player, isGone } of askings) if (isGone) await setActive(app, player, true);
        const lane = people[Math.trunc(scene.random() * people.length)];
        const next = first % BETWEEN_ERASURES === 0 ? others.pop() : undefined;
        if (lane && next) await eraseOne(scene, lane, worlds, next);
      }
    });
  });

/** Erases somebody who was told, in whose place another one asks from then on: no receipt has their name or what a server said of them, and nobody else's is gone. */
async function eraseOne({ dev, random }: Scene, lane: Player[], worlds: readonly World[], next: Player): Promise<void> {
  const place = Math.trunc(random() * (ROLES.length - 1));
  const { id = '', user } = lane[place] ?? {};
  const receipts = async () => {
    const pages = worlds.flatMap(({ tickets }) => tickets).map(({ id: ticket }) => `/api/tickets/${ticket}/tellings`);
    const lines: TicketTelling[] = [];
    for (const page of pages) lines.push(...(await dev.get<TicketTelling[]>(page)).is(200));
    return lines;
  };
  const before = (await receipts()).filter(({ person }) => person?.id !== id);
  (await dev.post(`/api/users/${id}/erase`, { texts: true })).is(200);
  const after = await receipts();
  for (const { person, server_said } of after.filter((line) => line.person?.id === id)) {
    assert.notEqual(person?.name, user?.name);
    assert.equal(server_said, null);
  }
  const left = new Set(after.map((line) => line.id));
  assert.deepEqual(
    before.filter((line) => !left.has(line.id)),
    [],
  );
  lane[place] = next;
}

/** @returns every receipt of the tickets of a world. */
async function compare({ dev }: Scene, world: World, server: MailServer): Promise<TicketTelling[]> {
  const { number, tickets, askings } = world;
  const tellings = await Promise.all(
    tickets.map(async ({ id }) => (await dev.get<TicketTelling[]>(`/api/tickets/${id}/tellings`)).is(200)),
  );
  const lines = tellings.flat();
  for (const entry of askings) {
    const { player, role, language, isMailed } = entry;
    // Each stands at the ticket of their thread, and nowhere else.
    const thread = tellings[tickets.findIndex(({ of }) => of === (role === 'beside' ? 'beside' : 'reporter'))] ?? [];
    const isOwn = ({ why, person, of }: TicketTelling) =>
      of === 'answer.told' && why === 'asker' && person?.id === player.id;
    const own = thread.filter(isOwn);
    assert.equal(lines.filter(isOwn).length, own.length, `world ${number}, ${role}`);
    const states = own.map(({ kind, state, not_sent_because: because }) => [kind, because ?? state].join(' ')).sort();
    const expected = isTold(entry) ? ['inbox sent', `mail ${isMailed ? 'accepted' : 'mail_off'}`] : [];
    assert.deepEqual(states, expected, `world ${number}, ${role}`);
    const mails = server.received.filter(
      ({ recipients, text }) => recipients.includes(player.user.email) && text?.includes(`-note-${number}-end`),
    );
    const isSent = isTold(entry) && isMailed;
    assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, isSent ? 1 : 0, `world ${number}, ${role}`);
    assert.ok(
      mails.every(({ text }) => text?.includes(noteOf(number, language))),
      `world ${number}, ${role}`,
    );
    for (const { recipients, text = '' } of server.received)
      if (recipients.includes(player.user.email))
        for (const { of } of tickets)
          if (!READ[role].includes(of))
            assert.ok(!text.includes(canary(number, of)), `world ${number}: ${role} reads ${of}`);
  }
  return lines;
}
