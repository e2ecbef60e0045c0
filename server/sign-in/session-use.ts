import { HOUR } from '../clock.ts';
import type { RequestContext, Runner } from '../work.ts';
import { lastUseOf } from './person-in-session.ts';
import type { SessionPerson } from './session-store.ts';

/** How long after the last use that is written down another one is worth writing, in milliseconds. */
const WORTH_WRITING_MS = HOUR;

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'session use', source: 'session_use' };

/**
 * Keeps when sessions were last used (docs/rules/sign-in.md#unused-sessions). No request waits for a write of it: a request
 * only notes its session, at most once an hour, and housekeeping writes what this process has noted. What a process that
 * is killed has noted is lost, which is the use of a few minutes.
 */
export class SessionUse {
  readonly #noted = new Set<string>();

  /** Notes that a session is used at `now` (milliseconds). */
  note(session: SessionPerson, now: number): void {
    if (now - lastUseOf(session) >= WORTH_WRITING_MS) this.#noted.add(session.session_id);
  }

  /** Writes what was noted since the last time, with the time of now. What could not be written stays noted. */
  async write(runner: Runner): Promise<void> {
    const noted = [...this.#noted];
    if (noted.length === 0) return;
    await runner.write(CONTEXT, (work) => work.sessions.markUsed(noted, work.now));
    for (const id of noted) this.#noted.delete(id);
  }
}
