/**
 * When a ticket was reported or closed: the last days, a month, or from one day to another. The address keeps `7d`, `30d`
 * or `2026-10`, which mean the user's own days, or `2026-10-05..2026-11-27`, which are days in UTC, as figures count.
 */
import { now } from '../../clock.ts';

const PERIOD = /^(?:(7|30)d|(\d{4})-(0[1-9]|1[0-2])|(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d))$/;
const DAY = 86_400_000;

/** From when, and before when; the end is open for the last days. Neither for a text that is no period. */
export function momentsOf(period: string, at = now()): { since?: string; before?: string } {
  const [, days, year, month, first, last] = PERIOD.exec(period) ?? [];
  const today = new Date(at);
  const span = days
    ? [new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(days) + 1)]
    : year
      ? [0, 1].map((later) => new Date(Number(year), Number(month) - 1 + later, 1))
      : first && last
        ? [new Date(first), new Date(Date.parse(last) + DAY)]
        : [];
  if (span.some((moment) => Number.isNaN(moment.getTime()))) return {};
  const [since, before] = span.map((moment) => moment.toISOString());
  return { ...(since && { since }), ...(before && { before }) };
}

export const isPeriod = (text: string): boolean => momentsOf(text).since !== undefined;
