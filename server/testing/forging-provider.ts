import assert from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { systemClock } from '#platform';
import type { SignedInTo } from '../../contract/sign-in.ts';
import { type Answer, Caller } from './caller.ts';

type Part = Record<string, unknown>;

/** An ID token before it is signed. */
export interface Draft {
  header: Part;
  claims: Part;
}

export interface Fault {
  metadata?(metadata: Part): Part;
  /** Changes the token before it is signed. */
  token?(draft: Draft): void;
  /** Signs it in another way. */
  signed?(draft: Draft, keys: Keys): string;
  /** Changes the answer of the token endpoint. */
  answer?(body: Part): Part;
  userinfo?(claims: Part): Part;
  /** Changes the parameters with which the provider sends the browser back. */
  callback?(query: URLSearchParams): void;
  /** The status of the token endpoint. */
  status?: number;
  /** Whether it never answers at the token endpoint. */
  hangs?: boolean;
}

export interface Keys {
  readonly own: KeyObject;
  readonly ownPublic: KeyObject;
  readonly other: KeyObject;
}

const encoded = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url');
export const signingInput = ({ header, claims }: Draft): string => `${encoded(header)}.${encoded(claims)}`;
export const rs256 = (draft: Draft, key: KeyObject): string =>
  `${signingInput(draft)}.${sign('sha256', Buffer.from(signingInput(draft)), key).toString('base64url')}`;
export const hs256 = (draft: Draft, key: string | Buffer): string =>
  `${signingInput(draft)}.${createHmac('sha256', key).update(signingInput(draft)).digest('base64url')}`;

interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly claims: Part;
  readonly userinfo: Part | null;
  readonly fault: Fault;
}

/** An OpenID provider that can be told to do wrong. What it does right, it does as the real ones do. */
export class ForgingProvider {
  static readonly CLIENT = { oidc_client_id: 'kwit', oidc_client_secret: 'the secret of the client' };
  readonly keys: Keys;
  readonly #server: Server;
  readonly #grants = new Map<string, Grant>();
  readonly #userinfo = new Map<string, Grant>();
  metadataFault: Fault = {};
  /** How often each path was asked. */
  readonly asked = new Map<string, number>();
  kid = 'one';

  private constructor(server: Server) {
    this.#server = server;
    const [own, other] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
    assert.ok(own && other);
    this.keys = { own: own.privateKey, ownPublic: own.publicKey, other: other.privateKey };
    server.on('request', (request, response) => void this.#serve(request, response));
    server.unref();
  }

  static async start(): Promise<ForgingProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ForgingProvider(server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return `http://${this.host}`;
  }

  /** The settings with which Kwit signs in here. */
  get settings() {
    return { oidc_issuer: this.issuer, ...ForgingProvider.CLIENT };
  }

  /** Lets the person of these claims sign in at the address to which Kwit sent a browser. @returns the query of the way back. */
  admit(
    location: string,
    claims: Part,
    { fault = {}, userinfo = null }: { fault?: Fault; userinfo?: Part | null } = {},
  ) {
    const { searchParams } = new URL(location);
    const code = randomUUID();
    const [nonce, challenge] = [searchParams.get('nonce') ?? '', searchParams.get('code_challenge') ?? ''];
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    this.#grants.set(code, { nonce, challenge, claims, userinfo, fault });
    const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: this.issuer });
    fault.callback?.(query);
    return query;
  }

  /** A logout token of this provider. */
  logoutToken(now: number, claims: Part, header: Part = {}, key: KeyObject = this.keys.own): string {
    const all = {
      iss: this.issuer,
      aud: 'kwit',
      iat: Math.floor(now / 1000),
      jti: randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    };
    return rs256({ header: { alg: 'RS256', kid: this.kid, typ: 'logout+jwt', ...header }, claims: all }, key);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    this.asked.set(pathname, (this.asked.get(pathname) ?? 0) + 1);
    const body = new URLSearchParams(await text(request));
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (pathname === '/.well-known/openid-configuration') return void answer(200, this.#metadata());
    if (pathname === '/jwks') return void answer(200, { keys: [this.#jwk()] });
    if (pathname === '/userinfo') {
      const grant = this.#userinfo.get(request.headers.authorization ?? '');
      return void answer(grant ? 200 : 401, grant?.userinfo ?? {});
    }
    if (pathname !== '/token') return void answer(404, {});
    const grant = this.#grants.get(body.get('code') ?? '');
    this.#grants.delete(body.get('code') ?? '');
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || grant.challenge !== proof) return void answer(400, { error: 'invalid_grant' });
    if (grant.fault.hangs) return;
    if (grant.fault.status) return void answer(grant.fault.status, {});
    answer(200, this.#tokens(grant));
  }

  #metadata(): Part {
    const { issuer } = this;
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      authorization_response_iss_parameter_supported: true,
    };
    return this.metadataFault.metadata?.(metadata) ?? metadata;
  }

  #jwk(): Part {
    return { ...this.keys.ownPublic.export({ format: 'jwk' }), kid: this.kid, use: 'sig', alg: 'RS256' };
  }

  #tokens(grant: Grant): Part {
    const now = Math.floor(systemClock.now() / 1000);
    const claims = { iss: this.issuer, aud: 'kwit', iat: now, exp: now + 300, nonce: grant.nonce, ...grant.claims };
    const draft: Draft = { header: { alg: 'RS256', kid: this.kid }, claims };
    grant.fault.token?.(draft);
    const id_token = grant.fault.signed?.(draft, this.keys) ?? rs256(draft, this.keys.own);
    const access_token = randomUUID();
    this.#userinfo.set(`Bearer ${access_token}`, {
      ...grant,
      userinfo: grant.userinfo ?? { sub: grant.claims.sub },
    });
    const body = { access_token, token_type: 'Bearer', id_token };
    return grant.fault.answer?.(body) ?? body;
  }
}

/** A browser that signs in with the company's account, with its cookie. */
export class SigningBrowser {
  readonly #caller: Caller;
  cookie = '';

  constructor(address: string) {
    this.#caller = new Caller(address);
  }

  get #extra(): Record<string, string> {
    return this.cookie === '' ? {} : { cookie: this.cookie };
  }

  /** Goes to the provider. @returns the address to which it was sent. */
  async starts(next = '/'): Promise<string> {
    const answer = await this.#caller.get(`/api/auth/oidc/start?next=${encodeURIComponent(next)}`);
    assert.equal(answer.status, 302, answer.text);
    this.cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return answer.headers.get('location') ?? '';
  }

  /** Comes back. @returns what stands behind the # of the address to which it is sent on. */
  async comesBack(query: URLSearchParams): Promise<{ code: string | null; error: string | null }> {
    const answer = await this.#caller.get(`/api/auth/oidc/callback?${query}`, this.#extra);
    assert.equal(answer.status, 302, answer.text);
    const [path, rest] = (answer.headers.get('location') ?? '').split('#');
    assert.equal(path, '/login');
    const parameters = new URLSearchParams(rest);
    return { code: parameters.get('code'), error: parameters.get('error') };
  }

  redeems(code: string | null, extra: Record<string, string> = {}): Promise<Answer<SignedInTo>> {
    return this.#caller.post('/api/auth/oidc/redeem', { code }, { ...this.#extra, ...extra });
  }
}
