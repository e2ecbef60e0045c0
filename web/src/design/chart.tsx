/** A line chart over days. Each page shows a table of the same numbers beside it. */
import { day, number } from '../texts/dates.ts';

export interface Series {
  name: string;
  color: string;
  values: number[];
}

const DAY = 86_400_000;
const WHOLE_DAYS = [1, 2, 3, 7, 14, 28, 56, 112, 224];
const MOST_LABELS = 6;

/** The steps of an axis that begins at 0: 1, 2 or 5, and the same with zeros behind. */
function stepsTo(top: number): number[] {
  const size = 10 ** Math.floor(Math.log10(top / MOST_LABELS));
  const step =
    [1, 2, 5, 10].map((times) => times * size).find((candidate) => candidate >= 1 && top / candidate <= MOST_LABELS) ??
    1;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

/** The days that the axis names: each one, or those in whole steps from the first. */
function namedDays(moments: readonly number[]): number[] {
  const [first = 0, second = first] = moments;
  const last = moments.at(-1) ?? first;
  const apart = Math.max(1, (second - first) / DAY);
  const step = WHOLE_DAYS.find((days) => days % apart === 0 && (last - first) / DAY / days < MOST_LABELS) ?? apart;
  return Array.from({ length: Math.floor((last - first) / DAY / step) + 1 }, (_, index) => first + index * step * DAY);
}

/** Drawn on a field of 100 by 100 that is stretched to its box; lines keep their width, and a line of no length is a dot. */
export function Chart({ label, days, series }: { label: string; days: string[]; series: Series[] }) {
  const moments = days.map((entry) => Date.parse(entry));
  const [first = 0, last = first] = [moments[0], moments.at(-1)];
  const top = Math.max(4, Math.ceil(Math.max(...series.flatMap(({ values }) => values)) * 1.1));
  const x = (moment: number) => (last === first ? 50 : ((moment - first) / (last - first)) * 100);
  const y = (value: number) => 100 - (value / top) * 100;
  const steps = stepsTo(top);
  return (
    <div role="img" aria-label={label} className="h-65 w-full pt-2 pr-6 pb-6 pl-10 text-xs text-muted tabular-nums">
      <div className="relative size-full">
        {steps.map((value) => (
          <span
            key={value}
            className="absolute right-full mr-2 -translate-y-1/2 whitespace-nowrap"
            style={{ top: `${y(value)}%` }}
          >
            {number(value, 0)}
          </span>
        ))}
        {namedDays(moments).map((moment) => (
          <span
            key={moment}
            className="absolute top-full mt-1.5 -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${x(moment)}%` }}
          >
            {day(new Date(moment).toISOString().slice(0, 10))}
          </span>
        ))}
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="size-full overflow-visible"
          fill="none"
        >
          <path
            d={steps.map((value) => `M0 ${y(value)}H100`).join('')}
            stroke="var(--line)"
            vectorEffect="non-scaling-stroke"
          />
          {series.map(({ name, color, values }) => {
            const points = values.map((value, index) => `${x(moments[index] ?? first)} ${y(value)}`);
            const line = {
              stroke: `var(--${color})`,
              vectorEffect: 'non-scaling-stroke',
              strokeLinejoin: 'round',
            } as const;
            return (
              <g key={name}>
                <path d={`M${points.join('L')}`} strokeWidth="2" {...line} />
                <path
                  d={points.map((point) => `M${point}h0`).join('')}
                  strokeWidth="6"
                  strokeLinecap="round"
                  {...line}
                />
              </g>
            );
          })}
        </svg>
      </div>
    </div>
  );
}
