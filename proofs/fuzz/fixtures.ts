import fc from 'fast-check';
import type { Player } from '../../server/testing/cast.ts';
import type { App } from '../../server/testing/start-app.ts';
import { aWebhook, makerFor } from '../access/fixtures.ts';
import type { Ids } from '../access/row.ts';
import type { Operation } from './document.ts';
import type { Hints } from './from-schema.ts';
import type { Got } from './send.ts';

export type Who = 'reporter' | 'developer' | 'nobody';

/** The two people of the fuzz; the fixtures sign them in again after requests that end their sessions. */
export const PEOPLE = { reporter: 'ada@example.com', developer: 'dev@example.com' } as const;
/** Settings with which mail goes to the mailbox. */
const MAILBOX = {
  mail_provider: null,
  smtp_host: '',
  smtp_pass: '',
  ses_region: '',
  ses_access_key_id: '',
  ses_secret_access_key: '',
  ses_session_token: '',
};
const TICKETS = '/api/tickets/{id}';
const REMEMBERED = 40;

const BODY_IDS: Readonly<Record<string, string>> = {
  project_id: '/api/projects/{id}',
  related_ticket_id: TICKETS,
  ticket_id: TICKETS,
  id: '/api/dev-tasks/{id}',
};

/** Removes what the limits on their number would stop the fuzz from creating. */
async function clear(owner: Player, path: string): Promise<void> {
  for (const { id } of (await owner.get<{ id: string }[]>(path)).is(200)) (await owner.delete(`${path}/${id}`)).is(204);
}

/** Values that requests may name: ids of things that exist, cursors of real lists, and valid tokens. */
export class Fixtures {
  readonly #app: App;
  readonly #things = new Map<string, readonly Ids[]>();
  #cursors: readonly string[] = [];
  #tokens: Partial<Record<Who, string>> = {};
  #developerId = '';

  constructor(app: App) {
    this.#app = app;
  }

  /** Creates one more of everything that an address can name. */
  async add(operations: readonly Operation[]): Promise<void> {
    const { cast } = this.#app;
    const [ada, dev] = [await cast.signsIn(PEOPLE.reporter), await cast.signsIn(PEOPLE.developer)];
    this.#tokens = { reporter: ada.token ?? '', developer: dev.token ?? '' };
    this.#developerId = dev.id;
    await clear(dev, '/api/webhooks');
    await clear(ada, '/api/views');
    const scene = { app: this.#app, ...(await cast.all()), ada, dev };
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const make = path === '/api/notifications/unsubscribe' ? null : makerFor(path.replace(/\{(\w+)\}/g, ':$1'));
      if (make) this.#things.set(path, [...(this.#things.get(path) ?? []), await make(scene)].slice(-5));
    }
  }

  /** @returns ids for the parameters of a path that belong together. */
  readonly idsIn = (path: string): fc.Arbitrary<Ids> | null => {
    const things = this.#things.get(path);
    return things ? fc.constantFrom(...things) : null;
  };

  readonly hints: Hints = (name) => {
    if (name === 'cursor') return this.#cursorValues();
    if (name === 'assignee_id') return fc.constantFrom(this.#developerId);
    if (name === 'url')
      return fc.constantFrom(aWebhook.url, 'https://example.com/a', 'ftp://example.com', 'https://10.0.0.1/');
    if (name === 'attachments') return null;
    const things = this.#things.get(BODY_IDS[name] ?? '');
    return things ? fc.constantFrom(...things.map(({ id }) => id ?? '')) : null;
  };

  /** Cursors that the service gave, and some of them with a letter changed. */
  #cursorValues(): fc.Arbitrary<string> | null {
    if (this.#cursors.length === 0) return null;
    const real = fc.constantFrom(...this.#cursors);
    const changed = fc.tuple(real, fc.nat(), fc.constantFrom('A', 'z', '0', '')).map(([cursor, place, letter]) => {
      const at = place % cursor.length;
      return cursor.slice(0, at) + letter + cursor.slice(at + 1);
    });
    return fc.oneof(real, changed);
  }

  /** @returns a valid token, signing the person in again when a request has ended their session. */
  async tokenOf(who: Who): Promise<string | null> {
    if (who === 'nobody') return null;
    this.#tokens[who] ??= (await this.#app.cast.signsIn(PEOPLE[who])).token ?? '';
    return this.#tokens[who];
  }

  /** Takes cursors from an answer, and repairs what would keep the fuzz from going on: ended sessions, changed settings. */
  async learnFrom(who: Who, { method, path }: Operation, { status, headers }: Got): Promise<void> {
    const cursor = /[?&]cursor=([^&>]+)/.exec(String(headers.link))?.[1];
    if (cursor) this.#cursors = [...this.#cursors, decodeURIComponent(cursor)].slice(-REMEMBERED);
    if (status === 401 || path.startsWith('/api/auth/log') || path === '/api/auth/sessions/{id}')
      delete this.#tokens[who];
    if (method === 'PATCH' && path === '/api/settings' && status === 200) await this.#allowSignIn();
  }

  /** Sets the settings so that the two people may sign in and mail goes to the built-in mailbox. */
  async #allowSignIn(): Promise<void> {
    const ways = { code_sign_in: 'everyone', require_passkey: 'nobody' };
    const changes = { allowed_domains: ['example.com', 'example.org'], ...ways, ...MAILBOX };
    (await (await this.#app.cast.ewa).patch('/api/settings', changes)).is(200);
  }
}
