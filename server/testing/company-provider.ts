/** A real OpenID provider on the loopback interface, in which whoever comes types who they are. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

interface KnownClient {
  readonly id: string;
  readonly secret: string;
  /** Where browsers find the app. */
  readonly origin: string;
  /** Where the provider finds it, when it is to tell of those who sign out there. */
  readonly tells?: string;
}

export interface CompanyProvider {
  readonly issuer: string;
  /** As `OUTBOUND_ALLOW` names it. */
  readonly host: string;
  /** Its claims about somebody that differ from those about others, by subject. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Gets to know the client, whose address follows from where Kwit listens. */
  knows: (client: KnownClient) => void;
  /** Answers nothing from now on, as one that is restarted. */
  goesAway: () => void;
  close: () => Promise<void>;
}

function providerFor(
  issuer: string,
  { id, secret, origin, tells }: KnownClient,
  claimsOf: (sub: string) => { readonly sub: string },
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [`${origin}/api/auth/oidc/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...(tells === undefined
          ? {}
          : {
              backchannel_logout_uri: `${tells}/api/auth/oidc/backchannel-logout`,
              backchannel_logout_session_required: true,
            }),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: false,
    features: { backchannelLogout: { enabled: true } },
    // By itself it tells no client of this machine.
    fetch: (address, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
      fetch(address, options),
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => claimsOf(sub) }),
  });
}

/** @param groups those that everybody is in. */
export async function openCompanyProvider(groups: readonly string[] = []): Promise<CompanyProvider> {
  const away: RequestListener = (_, response) => response.writeHead(503).end();
  let answer = away;
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  const claimsOf = (sub: string) => ({
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    name: sub,
    groups: [...groups],
    ...people.get(sub),
  });
  return {
    ...{ issuer, host, people },
    knows: (client) => {
      answer = providerFor(issuer, client, claimsOf).callback();
    },
    goesAway: () => {
      answer = away;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Somebody at the provider: their browser there, without a window. */
export class ProviderVisitor {
  readonly #cookies = new Map<string, string>();
  readonly #issuer: string;

  constructor({ issuer }: Pick<CompanyProvider, 'issuer'>) {
    this.#issuer = issuer;
  }

  async #go(address: string, form?: Readonly<Record<string, string>>): Promise<{ to: string | null; page: string }> {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const to = answer.headers.get('location');
    return { to: to === null ? null : new URL(to, address).href, page: await answer.text() };
  }

  /** Signs in at the address to which Kwit sent a browser, and agrees. @returns the query of the way back. */
  async signsIn(location: string, name: string): Promise<URLSearchParams> {
    let { to, page } = await this.#go(location);
    let at = location;
    for (let steps = 0; steps < 12; steps += 1) {
      if (to !== null && !to.startsWith(`${this.#issuer}/`)) return new URL(to).searchParams;
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      if (to !== null) at = to;
      const form = prompt === undefined ? undefined : { prompt, login: name, password: 'x' };
      ({ to, page } = await this.#go(to ?? at, to === null ? form : undefined));
    }
    assert.fail('The provider leads nowhere.');
  }

  /** Signs out at the provider, which tells its clients. */
  async signsOut(): Promise<void> {
    const { page } = await this.#go(`${this.#issuer}/session/end`);
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    await this.#go(`${this.#issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
  }
}
