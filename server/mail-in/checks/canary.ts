import {
  type Actor,
  contextOf,
  DAY,
  HOUR,
  type Log,
  MINUTE,
  Recurring,
  type Runner,
  shifted,
  type Work,
} from '#platform';
import { readMailIn } from '../settings.ts';
import { MailCheckStore } from './check-store.ts';
import { addRun, type MailCheckParts, mailRoundTrip } from './run-check.ts';
import { CHECK_MS, noteCheck } from './settle-check.ts';

/** Once a day Kwit takes the step *round trip* by itself (docs/rules/mail-in.md#canary). */

const LOOK = 10 * MINUTE;
/** So many of its last runs are looked at. */
const LOOKED_AT = 5;

/** How the canary does; null while it is off. */
export async function readCanary(work: Work<Actor>) {
  const { mail_in_domain: domain, mail_in_canary: isOn = false } = await readMailIn(work);
  if (domain === null || !isOn) return null;
  const runs = await work.of(MailCheckStore).canaries({ limit: LOOKED_AT });
  const late = shifted(work.now, -CHECK_MS);
  const ended = runs.find(({ state, begun_at }) => state !== 'running' || begun_at <= late);
  return {
    // Whether the last mail of which that is known came back; null for none yet.
    isBack: ended === undefined ? null : ended.state === 'green',
    // When one last came back.
    last: runs.find(({ state }) => state === 'green')?.ended_at ?? null,
  };
}

type CanaryParts = Pick<MailCheckParts, 'source' | 'mailers'> & { readonly runner: Runner };

export class MailInCanary extends Recurring {
  readonly #parts: CanaryParts;
  readonly #log: Pick<Log, 'error'>;

  constructor(parts: CanaryParts, log: Pick<Log, 'error'>) {
    super(LOOK);
    this.#parts = parts;
    this.#log = log;
  }

  /** Mails itself when a day has gone by, or an hour since one that did not come back. One of several nodes does. */
  async runDue(): Promise<void> {
    const { runner, mailers } = this.#parts;
    const context = contextOf('mail-in canary');
    try {
      if (await runner.isReadOnly()) return;
      const begun = await runner.write(context, (work) => this.#begin(work));
      if (begun === null) return;
      const step = await mailRoundTrip(mailers, begun);
      await runner.write(context, (work) => noteCheck(work, begun.id, step));
    } catch (err) {
      this.#log.error({ err }, 'mail in: the canary could not be sent');
    }
  }

  async #begin(work: Work<Actor>) {
    await work.lock('mail-in checks');
    const canary = await readCanary(work);
    if (canary === null) return null;
    const [last] = await work.of(MailCheckStore).canaries({ limit: 1 });
    const pause = canary.isBack === false ? HOUR : DAY;
    if (last !== undefined && last.begun_at > shifted(work.now, -pause)) return null;
    return addRun(work, this.#parts.source, 'round_trip', await readMailIn(work));
  }
}
