/** The dates of an all-day event that comes again (RFC 5545 § 3.3.10). Pure. */
import { DAY } from '#platform';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const PARTS = new Set('FREQ INTERVAL COUNT UNTIL BYMONTH BYMONTHDAY BYDAY BYSETPOS WKST'.split(' '));
/** From when to when dates are asked for, and how many days may be looked at. */
export interface RecurrencePeriod {
  readonly from: number;
  readonly to: number;
  daysLeft: number;
}

const LONGEST: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };

interface Rule {
  readonly unit: string;
  readonly interval: number;
  readonly count: number;
  readonly until: number;
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekdays: readonly { readonly day: number; readonly nth: number }[];
  readonly positions: readonly number[];
  readonly weekBegin: number;
}

/** @returns null for what is no rule, or says more than all-day events of calendars do. */
function readRule(text: string): Rule | null {
  const parts = new Map(
    text.split(';').map((part) => {
      const [name = '', value = ''] = part.toUpperCase().split('=');
      return [name, value] as const;
    }),
  );
  const numbers = (name: string) => (parts.get(name) ?? '').split(',').filter(Boolean).map(Number);
  const [interval = 1] = numbers('INTERVAL');
  const [count = Number.POSITIVE_INFINITY] = numbers('COUNT');
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get('UNTIL') ?? '') ?? [];
  const weekdays = (parts.get('BYDAY') ?? '').split(',').filter(Boolean);
  const rule: Rule = {
    unit: parts.get('FREQ') ?? '',
    interval,
    count,
    until: year === undefined ? Number.POSITIVE_INFINITY : Date.UTC(Number(year), Number(month) - 1, Number(day)),
    months: numbers('BYMONTH'),
    monthDays: numbers('BYMONTHDAY'),
    weekdays: weekdays.map((name) => ({ day: WEEKDAYS.indexOf(name.slice(-2)), nth: Number(name.slice(0, -2)) })),
    positions: numbers('BYSETPOS'),
    weekBegin: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
  };
  const isKnown = [...parts.keys()].every((name) => PARTS.has(name)) && /^(?:DAI|WEEK|MONTH|YEAR)LY$/.test(rule.unit);
  const all = [...rule.months, ...rule.monthDays, ...rule.positions, ...rule.weekdays.map(({ nth }) => nth)];
  const isWhole = all.every(Number.isInteger) && rule.weekdays.every(({ day: at }) => at >= 0);
  return isKnown && isWhole && Number.isInteger(interval) && interval > 0 ? rule : null;
}

/** Where the n-th period from that of a day begins, and the next one. */
function periodOf(start: Date, { unit, interval, weekBegin }: Rule, n: number): [from: number, to: number] {
  const [year, month, step] = [start.getUTCFullYear(), start.getUTCMonth(), n * interval];
  if (unit === 'YEARLY') return [Date.UTC(year + step, 0), Date.UTC(year + step + 1, 0)];
  if (unit === 'MONTHLY') return [Date.UTC(year, month + step), Date.UTC(year, month + step + 1)];
  const length = unit === 'WEEKLY' ? 7 : 1;
  const back = unit === 'WEEKLY' ? (start.getUTCDay() - weekBegin + 7) % 7 : 0;
  const from = start.getTime() + (step * length - back) * DAY;
  return [from, from + length * DAY];
}

/** Whether a day is the n-th, or the n-th from the end, of its kind between two others. */
const isNth = (at: number, nth: number, [from, to]: readonly [number, number], step: number): boolean =>
  nth === (nth > 0 ? Math.floor((at - from) / step) + 1 : -Math.floor((to - DAY - at) / step) - 1);

function isOf(at: number, start: Date, rule: Rule): boolean {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const monthSpan = [Date.UTC(year, month), Date.UTC(year, month + 1)] as const;
  const { unit, months, monthDays, weekdays } = rule;
  const isYearly = unit === 'YEARLY';
  const span = isYearly && months.length === 0 ? ([Date.UTC(year, 0), Date.UTC(year + 1, 0)] as const) : monthSpan;
  const hasDays = monthDays.length + weekdays.length > 0;
  if (months.length > 0 && !months.includes(month + 1)) return false;
  if (isYearly && !hasDays && months.length === 0 && month !== start.getUTCMonth()) return false;
  if (monthDays.length > 0 && !monthDays.some((nth) => isNth(at, nth, monthSpan, DAY))) return false;
  if (weekdays.length > 0)
    return weekdays.some(({ day, nth }) => day === date.getUTCDay() && (nth === 0 || isNth(at, nth, span, 7 * DAY)));
  if (hasDays || unit === 'DAILY') return true;
  return unit === 'WEEKLY' ? date.getUTCDay() === start.getUTCDay() : date.getUTCDate() === start.getUTCDate();
}

/** When an event begins within a period. A rule that is none is passed over: it begins once. */
export function* recurrences(start: number, text: string, period: RecurrencePeriod): Generator<number> {
  const rule = readRule(text);
  if (rule === null) {
    yield start;
    return;
  }
  const first = new Date(start);
  // Days before count only where the rule does.
  const before = (period.from - start) / DAY / (rule.interval * (LONGEST[rule.unit] ?? 1)) - 1;
  let count = 0;
  for (
    let n = rule.count < Number.POSITIVE_INFINITY ? 0 : Math.max(0, Math.floor(before));
    period.daysLeft > 0;
    n += 1
  ) {
    const [from, to] = periodOf(first, rule, n);
    if (from > Math.min(period.to, rule.until)) return;
    period.daysLeft -= (to - from) / DAY;
    const days = Array.from({ length: (to - from) / DAY }, (_, at) => from + at * DAY);
    const fitting = days.filter((at) => isOf(at, first, rule));
    const { positions } = rule;
    const chosen = fitting.filter(
      (_, at) => positions.length === 0 || positions.includes(at + 1) || positions.includes(at - fitting.length),
    );
    for (const at of chosen.filter((day) => day >= start && day <= rule.until)) {
      count += 1;
      if (count > rule.count) return;
      if (at >= period.from && at <= period.to) yield at;
    }
  }
}
