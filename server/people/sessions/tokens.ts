import { createSigner, createVerifier } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import type { StreamTicket } from '#contract/live.ts';
import { type Instant, instant, MINUTE, SECOND, type Work } from '#platform';
import { StreamTokenStore } from '../session-store.ts';

/** The claims of a token: its person and its session. It has no role: each request reads the role from the database. */
export type Claims = Readonly<Record<'sub' | 'sid' | 'jti', string>>;

interface Issue extends Readonly<Record<'userId' | 'sessionId' | 'tokenId', string>> {
  readonly now: number;
  readonly until?: number;
}

type Payload = Readonly<Record<string, unknown>>;

const ISSUER = 'kwit';
const READING = {
  algorithms: ['HS256' as const],
  allowedIss: ISSUER,
  ignoreExpiration: true,
  requiredClaims: ['iss', 'sub', 'sid', 'jti', 'exp'],
};

/** How many tokens a process remembers whose signature is right, of some 300 bytes each. */
const REMEMBERED = 1000;

/** Issues and reads tokens: JWT, HS256 and nothing else (docs/rules/sign-in.md#token). */
export class Tokens {
  readonly #lifetime: number;
  readonly #audience: string | undefined;
  readonly #sign: (claims: object) => string;
  readonly #verify: (token: string) => Payload;
  /** By the token itself: the cache of fast-jwt hashes it at each look, which takes eight times as long. */
  readonly #verified = new LRUCache<string, Payload>({ max: REMEMBERED });

  /**
   * @param lifetime in milliseconds.
   * @param audience the only use of these tokens, when they have one: no other token is valid for it, and they are valid
   * for nothing else.
   */
  constructor(secret: string, lifetime: number, audience?: string) {
    this.#lifetime = lifetime;
    this.#audience = audience;
    this.#sign = createSigner({ key: secret, algorithm: 'HS256' });
    this.#verify = createVerifier<string>({ key: secret, ...READING });
  }

  /** The end of a token that is issued at this moment. */
  endOf(issued: Instant): Instant {
    return instant(Date.parse(issued) + this.#lifetime);
  }

  /** `now` in milliseconds since 1970, and `until` too, if the token is not to live as long as others do. */
  issue({ userId, sessionId, tokenId, now, until = now + this.#lifetime }: Issue): string {
    const times = { iat: seconds(now), exp: seconds(until) };
    const audience = this.#audience === undefined ? {} : { aud: this.#audience };
    return this.#sign({ iss: ISSUER, ...audience, sub: userId, sid: sessionId, jti: tokenId, ...times });
  }

  /** @returns the claims of a token that Kwit issued and that has not ended at `now` (milliseconds); null for any other text. */
  read(token: string, now: number): Claims | null {
    const { aud, sub, sid, jti, exp } = this.#payloadOf(token);
    if (aud !== this.#audience) return null;
    if (typeof exp !== 'number' || exp * SECOND <= now) return null;
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return null;
    return { sub, sid, jti };
  }

  #payloadOf(token: string): Payload {
    const verified = this.#verified.get(token);
    if (verified) return verified;
    try {
      const payload = this.#verify(token);
      this.#verified.set(token, payload);
      return payload;
    } catch {
      return {};
    }
  }
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / SECOND);

/**
 * The tokens that open a live stream where the client can send no header, as a browser's EventSource. The API calls them
 * stream tickets. They stand in the address, so that each is valid for a minute and opens one stream and nothing else
 * (docs/rules/sign-in.md#stream-ticket).
 */
export const streamTokensOf = (jwtSecret: string): Tokens => new Tokens(jwtSecret, MINUTE, 'stream');

/** POST /api/events/stream-ticket. */
export function issueStreamToken(work: Work, tokens: Tokens): StreamTicket {
  const { id: userId, credential } = work.actor;
  const ticket = tokens.issue({ userId, sessionId: credential.id, tokenId: work.newId(), now: Date.parse(work.now) });
  return { ticket, expires_at: tokens.endOf(work.now) };
}

/** @returns the claims of the token; null when Kwit did not issue it, or it has ended or was used before. */
export async function consumeStreamToken(work: Work<null>, tokens: Tokens, ticket: string): Promise<Claims | null> {
  const claims = tokens.read(ticket, Date.parse(work.now));
  if (claims === null) return null;
  return (await work.of(StreamTokenStore).use(claims.jti, tokens.endOf(work.now), work.now)) ? claims : null;
}
