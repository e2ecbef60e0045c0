/** When a ticket was reported: the last days, or a month. The address keeps `7d`, `30d` or `2026-10`, which mean the user's own days. */
import { now } from '../../clock.ts';

export const DAYS_BACK = [7, 30] as const;
const MONTHS_BACK = 12;
const DAYS = /^(7|30)d$/;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

export const isPeriod = (text: string): boolean => DAYS.test(text) || MONTH.test(text);

const monthBefore = (at: number, back: number): Date =>
  new Date(new Date(at).getFullYear(), new Date(at).getMonth() - back, 1);

/** This month and those before it, as `YYYY-MM`. */
export const lastMonths = (at = now()): string[] =>
  Array.from({ length: MONTHS_BACK }, (_, back) => {
    const month = monthBefore(at, back);
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
  });

/** From when, and before when; the end is open for the last days. */
export function momentsOf(period: string, at = now()): { created_since?: string; created_before?: string } {
  const days = DAYS.exec(period)?.[1];
  if (days !== undefined) {
    const today = new Date(at);
    const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(days) + 1);
    return { created_since: first.toISOString() };
  }
  const [, year, month] = MONTH.exec(period) ?? [];
  if (year === undefined || month === undefined) return {};
  return {
    created_since: new Date(Number(year), Number(month) - 1, 1).toISOString(),
    created_before: new Date(Number(year), Number(month), 1).toISOString(),
  };
}
