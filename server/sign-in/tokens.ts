import { createSigner, createVerifier } from 'fast-jwt'
import { type Instant, instant, SECOND } from '../clock.ts'

/** What a token says: whose it is and which session it stands for. No role: that is read at every request. */
export interface Claims {
  readonly sub: string
  readonly sid: string
  readonly jti: string
}

const ISSUER = 'kwit'
const READING = {
  algorithms: ['HS256' as const],
  allowedIss: ISSUER,
  ignoreExpiration: true,
  cache: true,
  requiredClaims: ['iss', 'sub', 'sid', 'jti', 'exp'],
}

/** Issues and reads tokens: JWT, HS256 and nothing else (docs/rules/sign-in.md#token). */
export class Tokens {
  readonly #lifetime: number
  readonly #audience: string | undefined
  readonly #sign: (claims: object) => string
  readonly #verify: (token: string) => Record<string, unknown>

  /**
   * @param lifetime in milliseconds.
   * @param audience what these tokens are for, when they are for one thing only: they are good for nothing else, and no
   * others are good for it.
   */
  constructor(secret: string, lifetime: number, audience?: string) {
    this.#lifetime = lifetime
    this.#audience = audience
    this.#sign = createSigner({ key: secret, algorithm: 'HS256' })
    this.#verify = createVerifier<string>({ key: secret, ...READING })
  }

  /** When a token issued at this moment ends. */
  endOf(issued: Instant): Instant {
    return instant(Date.parse(issued) + this.#lifetime)
  }

  /** `now` in milliseconds since 1970. */
  issue({
    userId,
    sessionId,
    tokenId,
    now,
  }: {
    userId: string
    sessionId: string
    tokenId: string
    now: number
  }): string {
    const times = { iat: seconds(now), exp: seconds(now + this.#lifetime) }
    const audience = this.#audience === undefined ? {} : { aud: this.#audience }
    return this.#sign({ iss: ISSUER, ...audience, sub: userId, sid: sessionId, jti: tokenId, ...times })
  }

  /** null for anything but a token that this service issued and that has not ended at `now` (milliseconds). */
  read(token: string, now: number): Claims | null {
    const { aud, sub, sid, jti, exp } = this.#payloadOf(token)
    if (aud !== this.#audience) return null
    if (typeof exp !== 'number' || exp * SECOND <= now) return null
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return null
    return { sub, sid, jti }
  }

  #payloadOf(token: string): Record<string, unknown> {
    try {
      return this.#verify(token)
    } catch {
      return {}
    }
  }
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / SECOND)
