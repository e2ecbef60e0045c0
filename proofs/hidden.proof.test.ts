/**
 * Canaries of sealed projects and restricted tickets (docs/rules/access.md#everything-else): what everybody is told by mail,
 * webhook, stream and agent, what they find, and what moves where they look. The matrix of operations has the rest.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readsInternals } from '#access';
import { MINUTE } from '#platform';
import type { Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import type { StreamReader } from '../server/testing/stream-reader.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../server/testing/webhook-receiver.ts';
import { toldToAgent } from './leaks/agent.ts';
import type { Cell } from './standing/cell.ts';
import { cellsOf, leaksOf } from './standing/expected.ts';
import { plantWorld, READERS, type ReaderName, type World, workerOn } from './standing/tickets.ts';

type Mail = ReturnType<App['mailbox']['list']>[number];

for (const name of databases) {
  describe(`what is sealed or restricted (${name})`, () => {
    let app: App;
    let receiver: WebhookReceiver;
    let world: World;
    const streams = new Map<ReaderName, StreamReader>();
    const hooks = { everybodys: '', sealed: '' };
    const cells = new Map<ReaderName, readonly Cell[]>();
    before(async () => {
      receiver = await startWebhookReceiver();
      app = await startApp(name, { OUTBOUND_ALLOW: `${receiver.pair},127.0.0.1:9` });
      world = await plantWorld(app);
      const { lead, 'other developer': other } = world.people;
      const hook = async (person: Player, fields: object) => {
        const url = receiver.newUrl();
        (await person.post('/api/webhooks', { url, ...fields })).is(201);
        return url;
      };
      hooks.everybodys = await hook(other, {});
      hooks.sealed = await hook(lead, { projects: [world.sealedProject] });
      for (const reader of READERS) {
        const cellFor = await cellsOf(world, reader);
        cells.set(
          reader,
          world.pairs.flatMap(({ open, closed }) => [cellFor(open, closed), cellFor(closed, open)]),
        );
        streams.set(reader, await world.people[reader].listens());
      }
      for (const { open } of world.pairs) await moveOn(open.kind, open);
      await deliver();
    });
    after(async () => {
      await app.close();
      receiver.close();
    });

    /** Every mail so far: the mailbox keeps the newest alone. */
    const mails = new Map<number, Mail>();
    async function deliver(): Promise<void> {
      while ((await app.worker.runOnce()).claimed > 0) for (const mail of app.mailbox.list()) mails.set(mail.id, mail);
    }

    /** Lets everything happen to a ticket that anybody could be told of. */
    async function moveOn(kind: Cell['ticket']['kind'], { id, publicWord, internalWord, by }: Cell['ticket']) {
      const worker = workerOn(world, kind);
      (await world.people[by].comments({ id }, `Still ${publicWord}.`)).is(201);
      (await worker.comments({ id }, { content: `Between us: ${internalWord}.`, is_internal: true })).is(201);
      (await worker.comments({ id }, `We are on ${publicWord}.`)).is(201);
      (await worker.patches({ id }, { status: 'in_progress', internal_note: `Ask of ${internalWord}.` })).is(200);
      (await worker.patches({ id }, { priority: 'critical' })).is(200);
    }

    const leaked = (reader: ReaderName, text: string): string[] =>
      (cells.get(reader) ?? []).flatMap((cell) =>
        leaksOf(cell, text, '').map((fault) => `${reader}, ${cell.one} of a ${cell.ticket.kind} ticket: ${fault}`),
      );

    test('is in no mail to who does not read it, nor in its subject', async () => {
      const sentTo = (reader: ReaderName) =>
        [...mails.values()].filter(({ to }) => to === world.people[reader].user.email);
      const faults = READERS.flatMap((reader) =>
        leaked(
          reader,
          sentTo(reader)
            .map(({ subject, text, html }) => `${subject}\n${text}\n${html}`)
            .join('\n'),
        ),
      );
      assert.deepEqual(faults, []);
      assert.ok(sentTo('reporter').some(({ text }) => world.pairs.some(({ open }) => text.includes(open.publicWord))));
    });

    test('leaves subjects without words where its project says so', async () => {
      const { lead, reporter } = world.people;
      (await lead.patch(`/api/projects/${world.sealedProject}`, { mail_subject: 'number' })).is(200);
      const pair = world.pairs.find(({ open }) => open.kind === 'sealed' && open.by === 'reporter');
      const known = mails.size;
      (await lead.comments({ id: pair?.open.id ?? '' }, 'One more question.')).is(201);
      app.clock.advance(MINUTE);
      await deliver();
      const subjects = [...mails.values()]
        .slice(known)
        .filter(({ to }) => to === reporter.user.email)
        .map(({ subject }) => subject);
      assert.deepEqual(subjects, [`[#${pair?.open.number}]`]);
    });

    test('goes to no webhook but those that name its project, and there without words', async () => {
      const sentTo = (url: string) =>
        receiver
          .callsOf(url)
          .map(({ text }) => text)
          .join('\n');
      const [everybodys, sealed] = [sentTo(hooks.everybodys), sentTo(hooks.sealed)];
      for (const { open } of world.pairs) {
        const isOpen = open.kind.startsWith('open');
        assert.equal(everybodys.includes(open.id), isOpen, open.kind);
        assert.equal(sealed.includes(open.id), open.kind.includes('sealed'), open.kind);
        for (const word of [open.publicWord, open.internalWord])
          assert.ok(!everybodys.includes(word) && !sealed.includes(word), open.kind);
      }
    });

    test('is not told by the stream to who does not see it', async () => {
      const last = await world.people.reporter.opens();
      const everywhere = await world.people['reporting developer'].opens();
      for (const reader of READERS) {
        const stream = streams.get(reader);
        const isUsers = reader === 'other user' || reader === 'added user';
        // A person who hears of neither has a ticket of their own to wait for.
        const awaited = isUsers ? await world.people[reader].opens() : reader === 'reporter' ? last : everywhere;
        await stream?.until('ticket.created', awaited);
        assert.deepEqual(leaked(reader, stream?.text ?? ''), []);
      }
      const told = streams.get('lead')?.text ?? '';
      assert.ok(world.pairs.every(({ open }) => open.kind === 'restricted, with people' || told.includes(open.id)));
    });

    test('is told to no agent of who does not read it', async () => {
      const numbers = world.pairs.map(({ open }) => open.number);
      for (const reader of READERS) {
        const hidden = (cells.get(reader) ?? []).filter(({ one }) => one === 'none').slice(0, 6);
        const words = hidden.flatMap(({ ticket }) => [ticket.publicWord, ticket.internalWord]);
        const told = await toldToAgent(app.address, world.people[reader], words, numbers);
        // Numbers and words that it asked for are its own.
        const asked = `${words.join(' ')} ${numbers.join(' ')}`;
        const faults = (cells.get(reader) ?? []).flatMap((cell) => leaksOf(cell, told, asked));
        assert.deepEqual(faults, [], reader);
      }
    });

    test('is found by none of its words, with or without snippets, nor suggested', async () => {
      for (const reader of READERS) {
        const person = world.people[reader];
        for (const { ticket, one } of cells.get(reader) ?? []) {
          const words = [
            ...(one === 'none' ? [ticket.publicWord] : []),
            ...(readsInternals(one) ? [] : [ticket.internalWord]),
          ];
          for (const word of words)
            for (const path of [`tickets?q=${word}&snippets=1`, `tickets/similar?title=${word}`, `answers?q=${word}`])
              assert.deepEqual((await person.get(`/api/${path}`)).is(200), [], `${reader}: ${path}, ${ticket.kind}`);
        }
      }
      const sealed = world.pairs.find(({ open }) => open.kind === 'sealed')?.open.id;
      const offered = (await world.people.lead.get<{ id: string }[]>(`/api/tickets/${sealed}/mentionable`)).is(200);
      const strangers = (['other developer', 'added developer'] as const).map((one) => world.people[one].id);
      assert.deepEqual(
        offered.filter(({ id }) => strangers.includes(id)),
        [],
      );
    });

    test('moves nothing where somebody looks who does not see it: no list, no count, no ETag', async () => {
      const readers = ['other developer', 'other user'] as const;
      const before = await Promise.all(readers.map((reader) => looksOf(world.people[reader])));
      app.clock.advance(MINUTE);
      for (const { open } of world.pairs)
        if (
          open.kind === 'sealed' ||
          open.kind === 'restricted, with people' ||
          open.kind === 'restricted and sealed'
        ) {
          await moveOn(open.kind, { ...open });
          const worker = workerOn(world, open.kind);
          (await worker.patches(open, { status: 'closed', closure_summary: `Fed ${open.publicWord}.` })).is(200);
        }
      assert.deepEqual(await Promise.all(readers.map((reader) => looksOf(world.people[reader]))), before);
    });
  });
}

const LOOKS: readonly string[] = [
  ...['tickets?limit=200&view=row', 'tickets?sort=updated_at&limit=200', 'tickets/count', 'tickets.csv', 'answers'],
  ...['tickets/board', 'tickets/workload', 'tickets/stats/overview', 'tickets/stats/figures', 'home', 'workspace'],
  ...['notices', 'notices/count', 'projects', 'dev-tasks', 'ticket-templates', 'views', 'audit?limit=200'],
  ...['tickets/stats/answers', 'tickets/stats/activation', 'tickets/closure-summaries/index-feed', 'answers/review'],
];

/** What changes with time alone. */
const OF_TIME = /"(generated_at|made_at|request_id|last_event_id|place|at|last_used_at)":"[^"]*"/g;

/** Looking leaves a row of its own where a table is made: the first look is in the second. */
const OF_LOOKING = /\{[^{}]*"table\.made"[^{}]*\{\}\},?/g;

async function looksOf(person: Player): Promise<Record<string, string>> {
  const looks: Record<string, string> = {};
  for (const path of LOOKS) {
    const { status, headers, text } = await person.get(`/api/${path}`);
    looks[path] = `${status} ${headers.get('etag')} ${text.replace(OF_TIME, '').replace(OF_LOOKING, '')}`;
  }
  return looks;
}
