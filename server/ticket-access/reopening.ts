import { DAY, type Instant, shifted } from '../clock.ts'
import type { NamedTicket } from '../tickets/ticket.ts'

/** How many days its reporter may reopen a closed ticket, unless a developer has set another number. */
export const DEFAULT_REOPEN_DAYS = 14

export type Reopenable = Pick<NamedTicket, 'status' | 'closed_at' | 'reopen_days'>

/** Whether a ticket was closed so lately that its reporter may say that it is not solved (docs/rules/closing.md#not-solved). */
export function isReopenable({ status, closed_at, reopen_days }: Reopenable, now: Instant): boolean {
  if (status !== 'closed' || closed_at === null) return false
  const days = reopen_days == null ? DEFAULT_REOPEN_DAYS : Number(reopen_days)
  return days > 0 && now <= shifted(closed_at, days * DAY)
}
