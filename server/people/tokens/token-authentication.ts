import { Failure, instant, MINUTE, type Person, type RequestContext, type Runner } from '#platform';
import { hasEnded, hashOf, isTokenText, mailLateUse, personWithToken } from './api-tokens.ts';
import { type TokenPerson, TokenStore } from './token-store.ts';

/** How long after a use that is written down another one is worth writing, in milliseconds. */
const WORTH_WRITING_MS = 15 * MINUTE;

/** Authenticates requests of programs by their tokens, and keeps when a token was last used (docs/rules/tokens.md#use). */
export class TokenAuthentication {
  readonly #runner: Runner;
  /** Tokens whose use is being written: many requests at once write one. */
  readonly #writing = new Set<string>();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** @throws Failure `unauthorized` for a token that is none, has ended or was revoked, or whose owner is gone. */
  async personWith(context: RequestContext<null>, token: string): Promise<Person> {
    if (!isTokenText(token)) throw new Failure('unauthorized');
    const hash = hashOf(token);
    const found = await this.#runner.read(context, (work) => work.of(TokenStore).personOfHash(hash));
    const now = this.#runner.clock.now();
    const person = personWithToken(found, now);
    if (found !== undefined && person === null) await this.#noteLateUse(context, found, now);
    if (found === undefined || person === null) throw new Failure('unauthorized');
    await this.#noteUse(context, found, now);
    return person;
  }

  async #noteLateUse(context: RequestContext<null>, token: TokenPerson, now: number): Promise<void> {
    if (token.used_after_end_at !== null || token.is_active === 0 || !hasEnded(token, now)) return;
    try {
      await this.#runner.write(context, (work) => mailLateUse(work, token));
    } catch {
      // The request is refused all the same, and the next one tells.
    }
  }

  async #noteUse(
    context: RequestContext<null>,
    { token_id: id, last_used_at }: TokenPerson,
    now: number,
  ): Promise<void> {
    const isNoted = last_used_at !== null && now - Date.parse(last_used_at) < WORTH_WRITING_MS;
    if (isNoted || this.#writing.has(id)) return;
    this.#writing.add(id);
    try {
      const before = instant(now - WORTH_WRITING_MS);
      await this.#runner.write(context, (work) => work.of(TokenStore).markUsed(id, work.now, before));
    } catch {
      // A use that cannot be written down is no reason to refuse the request.
    } finally {
      this.#writing.delete(id);
    }
  }
}
