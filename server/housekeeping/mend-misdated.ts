import type { Actor } from '../actor.ts';
import { HOUR, MINUTE, shifted } from '../clock.ts';
import { LEASE_MS } from '../outbox/claim.ts';
import { VALID_MINUTES } from '../sign-in/one-time-code.ts';
import type { Work } from '../work.ts';

/** How far the clocks of two processes may be apart, in milliseconds: what is dated no later is left as it is. */
const TOLERANCE_MS = 5 * MINUTE;
/** Longer than a delivery ever waits: retries, receivers and `mail_delay_minutes` ask for an hour at most, and a fifth more. */
const LONGEST_WAIT_MS = 2 * HOUR;

/**
 * Mends what was written while a clock was ahead, and would otherwise have effect for as long as it was ahead: deliveries
 * that wait for a day that is far, leases that do not end, limits that keep people from signing in, codes that
 * outlive their ten minutes (docs/rules/service.md#time).
 */
export async function mendMisdated(work: Work<Actor>): Promise<void> {
  const after = (milliseconds: number) => shifted(work.now, milliseconds + TOLERANCE_MS);
  await work.misdated.makeDue(work.now, after(LONGEST_WAIT_MS));
  await work.misdated.endLeases(work.now, after(LEASE_MS));
  await work.misdated.dropAttempts(after(0));
  await work.misdated.dropCodes(after(VALID_MINUTES * MINUTE));
}
