import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MINUTE, SECOND } from '#platform';
import type { ClientKind } from '#records';
import { type App, onEachDatabase } from '../server/testing/start-app.ts';
import { type PipelinedRequest, pipeline } from './pipeline.ts';
import { chance, seed, size } from './size.ts';

/** With 40 guesses each: 6,400 guesses in a check. On PostgreSQL each costs five times as much. */
const targetsOn = ({ databaseUrl }: App): number => (databaseUrl === null ? size(120, 250) : size(40, 250));
/** Guesses at one code, all at once: half of them by known clients. */
const GUESSES = 40;
const JUNK = size(8000, 100_000);
/** One of so many pieces of junk asks for a code and one guesses; the others never reach the database. */
const shareOn = ({ databaseUrl }: App): number => (databaseUrl === null ? 20 : size(100, 20));
/** By how many bytes the memory in use may grow: 10 MB for 100,000 requests. */
const GROWTH = JUNK * 100;

const random = chance(seed);
const KINDS: readonly ClientKind[] = ['known', 'unknown'];
const PAIRS: readonly (readonly [ClientKind, ClientKind])[] = [
  ['known', 'unknown'],
  ['unknown', 'known'],
];

let made = 0;
/** An e-mail address that no test has used. */
const newAddress = () => `someone${++made}@example.com`;
/** A client address that no test has used, so that the limit for clients never counts. */
const newClient = () => {
  made += 1;
  return { 'x-forwarded-for': `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}` };
};

/** From where somebody guesses: the client that the target knows, one that it does not, or another one each time. */
type Whence = ClientKind | 'everywhere';

/** Somebody at whose codes is guessed. One client is known to them once they have signed in. */
class Target {
  readonly #app: App;
  readonly #email = newAddress();
  readonly #home = newClient();
  readonly #stranger = newClient();

  constructor(app: App) {
    this.#app = app;
  }

  static async withKnownClient(app: App): Promise<Target> {
    const target = new Target(app);
    assert.equal(await target.tryAll([await target.codeFor('unknown')], 'known'), 1);
    return target;
  }

  /** @returns the code that a client of this kind asks for. */
  async codeFor(kind: Whence): Promise<string> {
    (await this.#app.stranger.post('/api/auth/request-otp', { email: this.#email }, this.#client(kind))).is(200);
    return this.#app.cast.codeFor(this.#email);
  }

  /** Tries codes all at once. @returns how many signed in; each of the others must be refused as wrong. */
  async tryAll(codes: readonly string[], kind: Whence): Promise<number> {
    const tried = codes.map((code) =>
      this.#app.stranger.post('/api/auth/verify-otp', { email: this.#email, code }, this.#client(kind)),
    );
    const refused = (await Promise.all(tried)).filter(({ status }) => status !== 200);
    for (const answer of refused) answer.isRefused(400, 'invalid_or_expired_code');
    return codes.length - refused.length;
  }

  #client(kind: Whence) {
    if (kind === 'everywhere') return newClient();
    return kind === 'known' ? this.#home : this.#stranger;
  }
}

const wrongOnes = (codes: readonly string[], count: number): string[] => {
  const others = new Set<string>();
  while (others.size < count) {
    const other = String(Math.trunc(random() * 1e8)).padStart(8, '0');
    if (!codes.includes(other)) others.add(other);
  }
  return [...others];
};

/** @returns the bytes that are in use after a garbage collection. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

onEachDatabase(`one-time codes under attack, seed ${seed}`, (app) => {
  test(`of ${GUESSES} guesses at each code it is compared with five of each client, and then with none`, {
    timeout: 600_000,
  }, async () => {
    let lucky = 0;
    const targets = targetsOn(app());
    for (let n = 0; n < targets; n++) {
      const target = await Target.withKnownClient(app());
      const code = await target.codeFor(KINDS[n % 2] ?? 'known');
      const guesses = wrongOnes([code], GUESSES);
      // The right code is somewhere among the guesses: it signs in only as one of the first five of its client.
      guesses[Math.trunc(random() * GUESSES)] = code;
      const half = GUESSES / 2;
      const tries = [target.tryAll(guesses.slice(0, half), 'known'), target.tryAll(guesses.slice(half), 'unknown')];
      for (const signedIn of await Promise.all(tries)) lucky += signedIn;
      for (const kind of KINDS)
        assert.equal(await target.tryAll([code], kind), 0, 'the right code, after all guesses are spent');
    }
    // One in four is expected to sign in; if every guess were compared, each would.
    assert.ok(lucky <= targets * 0.6, `${lucky} of ${targets} codes were found by ${GUESSES} guesses`);
  });

  test('the right code is good after four wrong ones of a client, and not after five', async () => {
    for (const asking of KINDS)
      for (const guessing of KINDS)
        for (const [wrong, successes] of [
          [4, 1],
          [5, 0],
        ] as const) {
          const target = await Target.withKnownClient(app());
          const code = await target.codeFor(asking);
          assert.equal(await target.tryAll(wrongOnes([code], wrong), guessing), 0);
          assert.equal(await target.tryAll([code], guessing), successes, `${asking} asks, ${guessing} guesses`);
        }
  });

  test('wrong guesses of one client leave another its five', async () => {
    for (const asking of KINDS)
      for (const [first, second] of PAIRS) {
        const target = await Target.withKnownClient(app());
        const code = await target.codeFor(asking);
        assert.equal(await target.tryAll(wrongOnes([code], 20), first), 0);
        assert.equal(await target.tryAll(wrongOnes([code], 4), second), 0);
        assert.equal(await target.tryAll([code], first), 0);
        assert.equal(await target.tryAll([code], second), 1);
        const next = await target.codeFor(asking);
        for (const kind of [first, second]) assert.equal(await target.tryAll(wrongOnes([next], 5), kind), 0);
        for (const kind of KINDS) assert.equal(await target.tryAll([next], kind), 0);
      }
  });

  test('a stranger with 100 client addresses keeps no newcomer out: they sign in each time', async () => {
    for (let n = 0; n < size(10, 50); n++) {
      const target = new Target(app());
      const code = await target.codeFor('unknown');
      assert.equal(await target.tryAll(wrongOnes([code], 100), 'everywhere'), 0);
      assert.equal(await target.tryAll([code], 'everywhere'), 0, 'after 50 guesses it is void for others');
      assert.equal(await target.tryAll([code], 'unknown'), 1, 'and good for the client that asked');
    }
  });

  test('a code that a stranger had mailed is good for its owner until 50 wrong guesses, and for known clients after', async () => {
    for (const [wrong, owner, successes] of [
      [49, 'everywhere', 1],
      [50, 'everywhere', 0],
      [50, 'known', 1],
    ] as const) {
      const target = await Target.withKnownClient(app());
      const code = await target.codeFor('everywhere');
      assert.equal(await target.tryAll(wrongOnes([code], wrong), 'everywhere'), 0);
      assert.equal(await target.tryAll([code], owner), successes, `${wrong} guesses, ${owner}`);
    }
  });

  test('the right code, 200 times at once, lets in one', async () => {
    for (let n = 0; n < size(2, 20); n++) {
      const target = new Target(app());
      const code = await target.codeFor('unknown');
      assert.equal(await target.tryAll(Array(200).fill(code), 'everywhere'), 1);
    }
  });

  test('a code is good for its own address, until the same kind of client gets a newer one', async () => {
    for (let n = 0; n < size(10, 100); n++) {
      const [target, another] = [await Target.withKnownClient(app()), await Target.withKnownClient(app())];
      const [first, older] = [await target.codeFor('unknown'), await target.codeFor('known')];
      const foreign = await another.codeFor('known');
      const second = await target.codeFor('unknown');
      assert.equal(await target.tryAll([first, first, foreign], 'unknown'), 0);
      assert.equal(await target.tryAll([second], 'known'), 1);
      const newer = await target.codeFor('known');
      assert.equal(await target.tryAll([older], 'known'), 0);
      assert.equal(await target.tryAll([newer], 'unknown'), 1);
    }
  });

  test('two codes let in once each, from whichever kind of client they come', async () => {
    for (const [first, second] of PAIRS) {
      const target = await Target.withKnownClient(app());
      const codes = [await target.codeFor(first), await target.codeFor(second)] as const;
      assert.equal(await target.tryAll([codes[0], codes[0]], second), 1);
      assert.equal(await target.tryAll([codes[1], codes[1]], first), 1);
    }
  });

  test('a new code has all of its guesses, and gives none back to the other', async () => {
    const target = await Target.withKnownClient(app());
    const spent = await target.codeFor('unknown');
    assert.equal(await target.tryAll(wrongOnes([spent], 5), 'unknown'), 0);
    const fresh = await target.codeFor('known');
    assert.equal(await target.tryAll([spent], 'unknown'), 0);
    assert.equal(await target.tryAll(wrongOnes([spent, fresh], 3), 'unknown'), 0);
    assert.equal(await target.tryAll([fresh], 'unknown'), 1);
    assert.equal(await target.tryAll([spent], 'known'), 1);
    for (const asking of KINDS)
      for (const guessing of KINDS) {
        const old = await target.codeFor(asking);
        assert.equal(await target.tryAll(wrongOnes([old], 5), guessing), 0);
        assert.equal(await target.tryAll([await target.codeFor(asking)], guessing), 1);
      }
  });

  test('a code is good until ten minutes are over', async () => {
    for (const [after, successes] of [
      [10 * MINUTE - SECOND, 1],
      [10 * MINUTE, 0],
      [60 * MINUTE, 0],
    ] as const) {
      const target = new Target(app());
      const code = await target.codeFor('unknown');
      app().clock.advance(after);
      assert.equal(await target.tryAll([code], 'unknown'), successes, `after ${after / SECOND} s`);
    }
  });

  test(`${JUNK} addresses, clients and tokens that are junk leave nothing behind`, { timeout: 600_000 }, async (t) => {
    await junk(app(), 4000);
    const before = memoryInUse();
    await junk(app(), JUNK);
    const grown = memoryInUse() - before;
    t.diagnostic(`grown by ${Math.round(grown / 1024)} KB`);
    assert.ok(grown <= GROWTH, `grown by ${Math.round(grown / 1024)} KB`);
  });
});

/** Sends requests with unknown e-mail addresses, client addresses and tokens; few of them reach the database. */
async function junk(app: App, count: number): Promise<void> {
  const some = () => Array.from({ length: 100 }, (_, place) => junkRequest(place, shareOn(app)));
  for (let n = 0; n < count; n += 400) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => pipeline(app.address, some())));
    assert.deepEqual(
      answers.flat().filter((status) => status >= 500),
      [],
    );
  }
}

function junkRequest(place: number, share: number): PipelinedRequest {
  const headers = newClient();
  const post = (what: string, body: object): PipelinedRequest => ({
    method: 'POST',
    path: `/api/auth/${what}`,
    headers,
    body,
  });
  const code = '12345678';
  if (place % share === 0) return post('request-otp', { email: newAddress() });
  if (place % share === 1) return post('verify-otp', { email: newAddress(), code });
  const bearer = { ...headers, authorization: `Bearer ${++made}.${made}.${made}` };
  const kinds: readonly PipelinedRequest[] = [
    post('request-otp', { email: `${newAddress()}.of.nowhere` }),
    post('request-otp', { email: `no address ${made}` }),
    post('verify-otp', { email: `${newAddress()}.of.nowhere`, code }),
    { path: '/api/auth/me', headers: bearer },
    { path: `/nowhere/${made}`, headers },
    { path: `/api/auth/avatar/${made}?of=${made}`, headers },
  ];
  return kinds[place % kinds.length] as PipelinedRequest;
}
