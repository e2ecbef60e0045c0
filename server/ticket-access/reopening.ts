import { DAY, type Instant, shifted } from '../clock.ts';
import { DEFAULT_REOPEN_DAYS } from '../settings/effective-settings.ts';
import type { NamedTicket } from '../tickets/ticket.ts';

export type Reopenable = Pick<NamedTicket, 'status' | 'closed_at' | 'reopen_days'>;

/** What was last asked for: all rows of a list ask the same, and a text of a moment costs more than the rest of a row. */
let earliest = { now: '', days: 0, end: '' };

function earliestEnd(now: Instant, days: number): Instant {
  if (earliest.now !== now || earliest.days !== days) earliest = { now, days, end: shifted(now, -days * DAY) };
  return earliest.end;
}

/** Whether a ticket was closed so lately that its reporter may say that it is not solved (docs/rules/closing.md#not-solved). */
export function isReopenable({ status, closed_at, reopen_days }: Reopenable, now: Instant): boolean {
  if (status !== 'closed' || closed_at === null) return false;
  const days = reopen_days == null ? DEFAULT_REOPEN_DAYS : Number(reopen_days);
  return days > 0 && closed_at >= earliestEnd(now, days);
}
