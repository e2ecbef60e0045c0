/** A service that is killed while people are told: nobody is told twice, and nobody is left out. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { loadSecrets, Outbound, OutboundGuard, openDatabase, readConfig } from '#platform';
import { Mailers } from '#platform/serving';
import type { TellingResult } from '../contract/askers.ts';
import type { Notice } from '../contract/notices.ts';
import type { TicketTelling } from '../contract/tellings.ts';
import type { Ticket, TicketDetail } from '../contract/tickets.ts';
import { buildWorker } from '../server/build-worker.ts';
import { LEASE_MS } from '../server/events/outbox/claim-store.ts';
import { Caller } from '../server/testing/caller.ts';
import { databases, ownDatabase } from '../server/testing/databases.ts';
import { MailServer } from '../server/testing/mail-server.ts';
import { ServiceProcess, signedIn } from './service-process.ts';
import { chance, seed, size } from './size.ts';

const SECRET = 'a secret that is long enough for proofs';
const ASKERS = 8;
const KILLS = size(5, 60);

const noteOf = (kill: number) => `note-${kill}-end`;

/** Delivers what processes that were killed had begun, once their leases are over. */
async function deliverTheRest(environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment);
  const database = await openDatabase(config, Date.now());
  const clock = { now: () => Date.now() + LEASE_MS + 1000 };
  const outbound = new Outbound(new OutboundGuard(config.outboundAllow));
  const parts = { config, database, clock, secrets: loadSecrets(config), outbound };
  const worker = buildWorker({ ...parts, mailers: new Mailers({ mailbox: null, outbound }) });
  await worker.runOnce();
  await worker.stop();
  await database.close();
}

for (const name of databases)
  describe(`killed ${KILLS} times while people are told (${name}, KWIT_SEED=${seed})`, () => {
    const server = new MailServer();
    let service: ServiceProcess;
    let environment: Record<string, string>;
    let end: () => Promise<void>;
    before(async () => {
      await server.start();
      const dataDir = mkdtempSync(join(tmpdir(), 'kwit-told-'));
      const own = await ownDatabase(name);
      environment = {
        ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', DEFAULT_LANGUAGE: 'en', WRITES_PER_MINUTE: '1000000' },
        ...{ ALLOWED_DOMAINS: 'example.com', DEVELOPER_EMAILS: 'dev@example.com', OTP_REQUESTS_PER_CLIENT: '1000' },
        ...(own.url ? { DATABASE_URL: own.url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET } : {}),
      };
      service = await ServiceProcess.start(environment);
      end = async () => {
        await service.kill();
        await server.close();
        await own.drop();
        rmSync(dataDir, { recursive: true, force: true });
      };
    });
    after(() => end());

    test('each has one notice and one mail of each telling, and each thread its note once', async (t) => {
      const random = chance(seed);
      const dev = (await signedIn(service.address, 'dev@example.com')).token;
      const call = (token = dev) => new Caller(service.address, token);
      const askers: { readonly token: string; readonly ticket: string }[] = [];
      for (let n = 0; n < ASKERS; n += 1) {
        const { token } = await signedIn(service.address, `asker${n}@example.com`);
        const draft = { title: `It is down ${n}`, description: 'Since this morning.' };
        askers.push({ token, ticket: (await call(token).post<Ticket>('/api/tickets', draft)).is(201).id });
      }
      const [first, ...others] = askers.map(({ ticket }) => ticket);
      for (const other of others)
        (await call().post(`/api/tickets/${other}/merge`, { into: first, mode: 'beside', tell_reporters: true })).is(
          200,
        );
      (
        await call().patch(`/api/tickets/${first}`, { status: 'closed', closure_summary: 'It is up.', also: others })
      ).is(200);
      const { comments } = (await call().get<TicketDetail>(`/api/tickets/${first}`)).is(200);
      const answer = comments.findLast(({ is_closure_summary }) => is_closure_summary)?.id;
      (await call().patch('/api/settings', { ...server.settings, notify_developers_of_new_tickets: 'off' })).is(200);

      const tell = (kill: number) =>
        call().post<TellingResult>(`/api/answers/${answer}/tell`, { what: 'again', note: noteOf(kill) });
      // Mails to one person go in order: those of a killed process come first, once its leases are over.
      const restart = async () => {
        await service.kill();
        await deliverTheRest(environment);
        service = await ServiceProcess.start(environment);
      };
      await restart();
      const began = performance.now();
      (await tell(KILLS)).is(200);
      const answeredIn = performance.now() - began;
      /** By turns within the telling itself, the first time at once, and within its mails. */
      const momentToKill = async (kill: number) => {
        if (kill % 2 === 0) return wait((kill / KILLS) * random() * answeredIn);
        const some = 1 + Math.trunc(random() * (ASKERS - 1));
        const areSent = () => server.received.filter(({ text }) => text?.includes(noteOf(kill))).length >= some;
        while (!areSent()) await server.next();
      };
      let done = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const telling = tell(kill).catch(() => null);
        await momentToKill(kill);
        await restart();
        await telling;
        const again = await tell(kill);
        if (again.status === 200) assert.equal(again.is(200).told, ASKERS);
        else {
          again.isRefused(409, 'already_told');
          done += 1;
        }
      }
      t.diagnostic(
        `${done} of ${KILLS} tellings were durable when it was killed; one took ${Math.round(answeredIn)} ms`,
      );
      assert.ok(
        done >= Math.trunc(KILLS / 2) && done < KILLS,
        'Some kills fall within the telling, some within its mails.',
      );
      await restart();

      const notes = Array.from({ length: KILLS + 1 }, (_, kill) => noteOf(kill));
      const mails = new Map(server.received.map((mail) => [mail.messageId, mail]));
      for (const [n, { token, ticket }] of askers.entries()) {
        const texts = (await call().get<TicketDetail>(`/api/tickets/${ticket}`)).is(200).comments;
        const notices = (await call(token).get<Notice[]>('/api/notices?limit=100')).is(200);
        const receipts = (await call().get<TicketTelling[]>(`/api/tickets/${ticket}/tellings?limit=500`)).is(200);
        const own = [...mails.values()].filter(({ recipients }) => recipients.includes(`asker${n}@example.com`));
        for (const note of notes) {
          assert.equal(texts.filter(({ content }) => content === note).length, 1, `${note} on ticket ${n}`);
          assert.equal(own.filter(({ text }) => text?.includes(note)).length, 1, `mails of ${note} to ${n}`);
          assert.equal(notices.filter((it) => it.comment_excerpt === note).length, 1, `notices of ${note} to ${n}`);
        }
        const accepted = receipts.filter(
          ({ kind, of, state }) => kind === 'mail' && of === 'answer.told' && state === 'accepted',
        );
        assert.equal(accepted.length, KILLS + 1, `receipts of ${n}`);
      }
    });
  });
