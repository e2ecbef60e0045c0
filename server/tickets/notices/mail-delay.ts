import type { Actor, Work } from '#platform';
import { storedSetting } from '#settings';

/** How many minutes the mail of a notice waits: the setting `mail_delay_minutes`, which no environment gives. */
export async function readMailDelay(work: Work<Actor>): Promise<number> {
  const stored = await storedSetting(work, 'mail_delay_minutes');
  return stored === undefined ? 0 : Number(JSON.parse(stored));
}
