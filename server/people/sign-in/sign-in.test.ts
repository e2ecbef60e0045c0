import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { OPEN_SIGHT } from '#access';
import type { FailureCode } from '#contract/errors.ts';
import type { Language } from '#contract/words.ts';
import { DAY, Failure, MailRefused, type Message, MINUTE, type Operation, openDatabase, SECOND } from '#platform';
import { SecurityLog } from '#settings';
import { runnerOn } from '../../runner.ts';
import { storedSetting } from '../../settings/effective-settings.ts';
import { SessionStore } from '../session-store.ts';
import { signOut, signOutEverywhere } from '../sessions/sessions.ts';
import { Tokens } from '../sessions/tokens.ts';
import { addDeveloper, forgetDeveloperAddress } from '../users/addresses.ts';
import { UserStore } from '../users/user-store.ts';
import { MailPace, requestCode } from './request-code.ts';
import { verifyCode } from './verify-code.ts';

const ADA = 'ada.nowak@example.com';
const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';
const nobody = { actor: null, correlationId: 'test', source: 'test' };

async function service(t: TestContext, limits: { resend?: number; perClient?: number } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-'));
  const clock = { time: Date.parse('2026-11-21T03:44:00.000Z'), now: () => clock.time };
  const database = await openDatabase({ dataDir, databaseUrl: null }, clock.now());
  t.after(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  const runner = runnerOn(database, clock);
  const mail = { sent: [] as Message[], refuses: false, provider: true };
  const send = async (message: Message) => {
    if (mail.refuses) throw new MailRefused('smtp.example.com:587 says no');
    mail.sent.push(message);
    return null;
  };
  const mailer = { mode: 'dev-fallback' as const, send, close: async () => {} };
  const secrets = {
    jwtSecret: 'x'.repeat(32),
    sealingKey: Buffer.alloc(32, 1),
    pepper: Buffer.alloc(32, 2),
    unsubscribeKey: Buffer.alloc(32, 3),
    agreementKey: Buffer.alloc(32, 4),
    replyKey: Buffer.alloc(32, 5),
  };
  const source = { given: { allowed_domains: ['example.com'] }, sealingKey: secrets.sealingKey };
  const tokens = new Tokens(secrets.jwtSecret, 7 * DAY);
  const parts = {
    source,
    secrets,
    tokens,
    pace: new MailPace(),
    securityLog: new SecurityLog({ log: { info() {}, warn() {} }, clock, hashOf: (address) => address }),
    mailers: { mailerFor: () => (mail.provider ? mailer : null) },
    limits: {
      codeRequestsPerAddress: 5,
      codeRequestsPerClient: limits.perClient ?? 100,
      codeResendSeconds: limits.resend ?? 0,
    },
  };
  const request = (email = ADA, client = HOME, lang?: Language) =>
    requestCode(runner, nobody, parts, { email, client, ...(lang ? { lang } : {}) });
  const verify = (code: string, email = ADA, client = HOME) =>
    verifyCode(runner, nobody, parts, { email, code, client, userAgent: null, formerToken: null });
  const lastCode = () => /\b\d{8}\b/.exec(mail.sent.at(-1)?.text ?? '')?.[0] ?? '';
  const signIn = async (email = ADA, client = HOME) => {
    await request(email, client);
    return verify(lastCode(), email, client);
  };
  const write = <T>(operation: Operation<T, null>) => runner.write(nobody, operation);
  return { runner, clock, mail, source, tokens, request, verify, lastCode, signIn, write };
}

const refused = (code: FailureCode, retryAfter?: number) => (error: unknown) => {
  assert.ok(error instanceof Failure, String(error));
  assert.deepEqual([error.code, error.more.retryAfter], [code, retryAfter]);
  return true;
};
const wrong = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');

describe('a one-time code', () => {
  test('has eight digits and signs in once; the first time makes the user', async (t) => {
    const { request, verify, lastCode, clock } = await service(t);
    await request(' Ada.Nowak@Example.com ');
    const code = lastCode();
    const { user } = await verify(code, 'ADA.nowak@example.com');
    assert.deepEqual(
      [user.email, user.name, user.role, user.language, user.email_notify_ticket_status, user.last_login],
      [ADA, 'Ada Nowak', 'user', 'pl', true, new Date(clock.time).toISOString()],
    );
    await assert.rejects(verify(code), refused('invalid_or_expired_code'));
  });

  test('signs in exactly once however many try at the same moment', async (t) => {
    const { request, verify, lastCode } = await service(t);
    await request();
    const tries = await Promise.allSettled(Array.from({ length: 200 }, () => verify(lastCode())));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  test('stands four wrong guesses, and is void after the fifth', async (t) => {
    const { request, verify, lastCode } = await service(t);
    for (const wrongGuesses of [4, 5]) {
      await request();
      for (let guess = 0; guess < wrongGuesses; guess += 1)
        await assert.rejects(verify(wrong(lastCode())), refused('invalid_or_expired_code'));
      if (wrongGuesses === 4) await verify(lastCode());
      else await assert.rejects(verify(lastCode()), refused('invalid_or_expired_code'));
    }
  });

  test('gives no more than five guesses to many at once', async (t) => {
    const { request, verify, lastCode } = await service(t);
    await request();
    const guesses = Array.from({ length: 20 }, () => verify(wrong(lastCode())));
    await Promise.allSettled(guesses);
    await assert.rejects(verify(lastCode()), refused('invalid_or_expired_code'));
  });

  test('is void after ten minutes, and when there is a newer one', async (t) => {
    const { request, verify, lastCode, clock } = await service(t);
    await request();
    const older = lastCode();
    await request();
    if (older !== lastCode()) await assert.rejects(verify(older), refused('invalid_or_expired_code'));
    clock.time += 10 * MINUTE;
    await assert.rejects(verify(lastCode()), refused('invalid_or_expired_code'));
  });

  test('is for allowed domains only, also when the domain is taken off later', async (t) => {
    const { request, verify, lastCode, source } = await service(t);
    await assert.rejects(request('eve@evil-example.com'), refused('domain_not_allowed'));
    await request();
    source.given.allowed_domains = ['example.org'];
    await assert.rejects(verify(lastCode()), refused('domain_not_allowed'));
  });

  test('is mailed in the language asked for, else the saved, else the default', async (t) => {
    const { request, signIn, mail, write } = await service(t);
    await request(ADA, HOME, 'en');
    assert.match(mail.sent.at(-1)?.subject ?? '', /^Sign-in code/);
    const { user } = await signIn();
    assert.match(mail.sent.at(-1)?.subject ?? '', /^Kod logowania/);
    await write((work) => work.of(UserStore).change(user.id, { language: 'en' }));
    await request();
    assert.match(mail.sent.at(-1)?.subject ?? '', /^Sign-in code/);
  });
});

describe('the limits of signing in', () => {
  test('allow five codes an address in ten minutes, then say when the next is', async (t) => {
    const { request, clock } = await service(t);
    for (let n = 0; n < 5; n += 1) {
      await request(ADA, `192.0.2.${n}`);
      clock.time += MINUTE;
    }
    await assert.rejects(request(), refused('too_many_requests', 300));
    clock.time += 5 * MINUTE - 1;
    await assert.rejects(request(), refused('too_many_requests', 1));
    clock.time += 1;
    await request();
  });

  test('hold for many requests at once', async (t) => {
    const { request } = await service(t);
    const requests = await Promise.allSettled(Array.from({ length: 20 }, () => request()));
    assert.equal(requests.filter(({ status }) => status === 'fulfilled').length, 5);
  });

  test('count each client address over all addresses', async (t) => {
    const { request } = await service(t, { perClient: 3 });
    for (const name of ['a', 'b', 'c']) await request(`${name}@example.com`);
    await assert.rejects(request('d@example.com'), refused('too_many_requests', 600));
    await request('d@example.com', ELSEWHERE);
  });

  test('do not let a stranger lock anyone out of where they have signed in', async (t) => {
    const { request, signIn, clock } = await service(t, { perClient: 6 });
    await signIn();
    for (let n = 0; n < 4; n += 1) await request(ADA, ELSEWHERE);
    await assert.rejects(request(ADA, ELSEWHERE), refused('too_many_requests', 600));
    for (let n = 0; n < 5; n += 1) await request(`colleague${n}@example.com`, HOME);
    await assert.rejects(request('colleague9@example.com', HOME), refused('too_many_requests', 600));
    for (let n = 0; n < 5; n += 1) await request(ADA, HOME);
    await assert.rejects(request(ADA, HOME), refused('too_many_requests', 600));
    clock.time += 91 * DAY;
    for (let n = 0; n < 5; n += 1) await request(ADA, ELSEWHERE);
    await assert.rejects(request(ADA, HOME), refused('too_many_requests', 600));
  });

  test('can ask for a pause between two codes', async (t) => {
    const { request, clock } = await service(t, { resend: 60 });
    await request();
    clock.time += 20 * SECOND;
    await assert.rejects(request(), refused('too_many_requests', 40));
    clock.time += 40 * SECOND;
    await request();
  });

  test('stop a client address after thirty wrong codes, and nobody else', async (t) => {
    const { request, verify, lastCode, clock } = await service(t);
    await request();
    for (let n = 0; n < 30; n += 1)
      await assert.rejects(verify('00000000', `a${n}@example.com`), refused('invalid_or_expired_code'));
    await assert.rejects(verify(lastCode()), refused('too_many_requests', 600));
    await verify(lastCode(), ADA, ELSEWHERE);
    clock.time += 10 * MINUTE;
    await request();
    await verify(lastCode());
  });
});

describe('mail that is not accepted', () => {
  test('counts against no limit, voids the code, and says nothing of the provider', async (t) => {
    const { request, mail } = await service(t);
    mail.refuses = true;
    for (let n = 0; n < 6; n += 1) {
      const failure = await request().catch((error) => error);
      assert.ok(refused('mail_delivery_failed')(failure));
      assert.doesNotMatch(`${failure.message} ${JSON.stringify(failure)}`, /smtp/);
    }
    mail.refuses = false;
    mail.provider = false;
    await assert.rejects(request(), refused('mail_delivery_failed'));
    mail.provider = true;
    for (let n = 0; n < 5; n += 1) await request();
  });
});

describe('a session', () => {
  test('is found by its token, and is over after signing out', async (t) => {
    const { runner, signIn, tokens, clock } = await service(t);
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    const session = async ({ token }: { token: string }) => {
      const claims = tokens.read(token, clock.now());
      assert.ok(claims);
      const person = await runner.read(nobody, (work) => work.of(SessionStore).personOf({ id: claims.sid }));
      assert.ok(person);
      assert.equal(person.id, claims.sub);
      return { ...person, sight: OPEN_SIGHT, credential: { kind: 'session', id: claims.sid } as const };
    };
    const contextOf = async (signedIn: { token: string }) => ({ ...nobody, actor: await session(signedIn) });
    assert.equal((await session(first)).email, ADA);
    assert.equal((await session(first)).expires_at, new Date(clock.time + 7 * DAY).toISOString());
    await runner.write(await contextOf(first), signOut);
    assert.notEqual((await session(first)).revoked_at, null);
    assert.equal((await session(second)).revoked_at, null);
    await runner.write(await contextOf(second), signOutEverywhere);
    assert.notEqual((await session(second)).revoked_at, null);
    assert.notEqual((await session(third)).revoked_at, null);
  });
});

describe('developer_emails', () => {
  test('promotes at sign-in and by the command, and never demotes', async (t) => {
    const { signIn, write, source } = await service(t);
    assert.equal((await signIn()).user.role, 'user');
    assert.equal(await write((work) => addDeveloper(work, source, ' ADA.Nowak@example.com')), 'now');
    assert.equal(await write((work) => addDeveloper(work, source, ADA)), 'before');
    assert.equal(await write((work) => addDeveloper(work, source, 'jan@example.org')), 'next sign-in');
    assert.equal((await signIn()).user.role, 'developer');
    assert.equal((await signIn('jan@example.org')).user.role, 'developer');
    await write((work) => forgetDeveloperAddress(work, source, ADA));
    assert.equal((await signIn()).user.role, 'developer');
    assert.equal(await write((work) => storedSetting(work, 'developer_emails')), '["jan@example.org"]');
  });
});
