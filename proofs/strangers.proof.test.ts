/** A stranger with many client addresses guesses and floods at sign-in no more than one client may. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#platform';
import { type App, onEachDatabase } from '../server/testing/start-app.ts';
import { chance, seed, size } from './size.ts';

const random = chance(seed);
const group = () => Math.trunc(random() * 0x10000).toString(16);

/** An address of a network that one customer of a provider has, for a stranger who has all of them. */
const inNetwork = (network: string) => `${network}:${group()}:${group()}:${group()}:${group()}`;

/** How often somebody signs in. The rule is one on both databases, and on PostgreSQL each time costs six times as much. */
const timesOn = ({ databaseUrl }: App): number => (databaseUrl === null ? 50 : size(10, 50));

/** Requests sent at once. With more of them a busy machine refuses some. */
const AT_ONCE = 10;

async function statusesOf(count: number, ask: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => ask(first + index));
    statuses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  return statuses;
}

const howMany = (statuses: readonly number[], status: number) => statuses.filter((entry) => entry === status).length;

const asks = ({ stranger }: App, email: string, client: string, lang: 'pl' | 'en' = 'en') =>
  stranger.post('/api/auth/request-otp', { email, lang }, { 'x-forwarded-for': client });
const enters = ({ stranger }: App, email: string, code: string, client: string) =>
  stranger.post('/api/auth/verify-otp', { email, code }, { 'x-forwarded-for': client });

/** A stranger with 100 client addresses, who knows the e-mail address of somebody. */
class Stranger {
  readonly #app: App;
  readonly #email: string;
  readonly #clients = Array.from({ length: 100 }, (_, n) =>
    n % 2 === 0 ? `203.0.113.${n}` : inNetwork(`2001:db8:bad:${n}`),
  );
  readonly askedFor: number[] = [];
  readonly guessed: number[] = [];

  constructor(app: App, email: string) {
    this.#app = app;
    this.#email = email;
  }

  /** Asks for codes and guesses at them, all at once. */
  async attacks(): Promise<void> {
    const asking = statusesOf(6, () => asks(this.#app, this.#email, this.#client()));
    const guessing = statusesOf(15, () => enters(this.#app, this.#email, '00000000', this.#client()));
    this.askedFor.push(...(await asking));
    this.guessed.push(...(await guessing));
  }

  #client(): string {
    return this.#clients[Math.trunc(random() * this.#clients.length)] ?? '';
  }
}

/** The code of the last mail in Polish: the stranger asks for theirs in English, or they would come in the person's language. */
function polishCode({ mailbox }: App, email: string): string {
  const mail = mailbox.list().find(({ to, subject }) => to === email && subject.startsWith('Kod'));
  return /\b\d{8}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

onEachDatabase(
  `strangers with many addresses, seed ${seed}`,
  (app) => {
    test('somebody signs in from where they are known each time, whatever a stranger does meanwhile', {
      timeout: 600_000,
    }, async () => {
      const [email, home] = ['known@example.com', '192.0.2.1'];
      const stranger = new Stranger(app(), email);
      (await asks(app(), email, home, 'pl')).is(200);
      (await enters(app(), email, polishCode(app(), email), home)).is(200);
      const times = timesOn(app());
      for (let n = 0; n < times; n++) {
        for (let bout = 0; bout < 3; bout++) {
          app().clock.advance(10 * MINUTE);
          await stranger.attacks();
        }
        app().clock.advance(5 * MINUTE);
        const [, answer] = await Promise.all([stranger.attacks(), asks(app(), email, home, 'pl')]);
        answer.is(200);
        const code = polishCode(app(), email);
        app().clock.advance(5 * MINUTE);
        await stranger.attacks();
        const [, entered] = await Promise.all([stranger.attacks(), enters(app(), email, code, home)]);
        entered.is(200);
      }
      assert.ok(howMany(stranger.askedFor, 200) > times * 10, 'codes were mailed for the stranger, too');
      assert.equal(howMany(stranger.guessed, 400), stranger.guessed.length, 'and none of them let the stranger in');
    });

    test('200 wrong codes from one /64 are stopped after 30, and another /64 is not', async () => {
      const wrong = (network: string) => (index: number) =>
        enters(app(), `person${index % 40}@example.com`, '00000000', inNetwork(network));
      const statuses = await statusesOf(200, wrong('2001:db8:1:1'));
      assert.deepEqual([howMany(statuses, 400), howMany(statuses, 429)], [30, 170]);
      assert.deepEqual(await statusesOf(1, wrong('2001:db8:1:2')), [400]);
    });

    test('of 150 codes asked for from one /64, 100 are mailed, and another /64 is not stopped', async () => {
      const requestFrom = (network: string) => (index: number) =>
        asks(app(), `new${index}@example.com`, inNetwork(network));
      const statuses = await statusesOf(150, requestFrom('2001:db8:2:1'));
      assert.deepEqual([howMany(statuses, 200), howMany(statuses, 429)], [100, 50]);
      assert.deepEqual(await statusesOf(1, requestFrom('2001:db8:2:2')), [200]);
    });

    test('somebody is known from every address of their /64, and has one allowance there', async () => {
      const [email, home] = ['ada@example.com', () => inNetwork('2001:db8:3:1')];
      (await asks(app(), email, home())).is(200);
      (await enters(app(), email, app().cast.codeFor(email), home())).is(200);
      const elsewhere = await statusesOf(20, () => asks(app(), email, inNetwork('2001:db8:3:2')));
      assert.equal(howMany(elsewhere, 200), 4);
      const statuses = await statusesOf(20, () => asks(app(), email, home()));
      assert.deepEqual([howMany(statuses, 200), howMany(statuses, 429)], [5, 15]);
    });

    test('an IPv4 address written as IPv6 is the same client', async () => {
      const spellings = ['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:c633:6407'];
      const statuses = await statusesOf(60, (index) =>
        enters(app(), `reader${index}@example.com`, '00000000', spellings[index % 3] ?? ''),
      );
      assert.deepEqual([howMany(statuses, 400), howMany(statuses, 429)], [30, 30]);
    });
  },
  { OTP_REQUESTS_PER_ADDRESS: '5', OTP_REQUESTS_PER_CLIENT: '100' },
);
