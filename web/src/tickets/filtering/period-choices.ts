/** The periods that the filters offer. */
import { now } from '../../clock.ts';

export const DAYS_BACK = [7, 30] as const;
const MONTHS_BACK = 12;

/** This month and those before it, as `YYYY-MM`. */
export const lastMonths = (at = now()): string[] =>
  Array.from({ length: MONTHS_BACK }, (_, back) => {
    const month = new Date(new Date(at).getFullYear(), new Date(at).getMonth() - back, 1);
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`;
  });
