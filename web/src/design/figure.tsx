import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  value: ReactNode;
  note?: string | undefined;
  /** The figure of the period before. */
  before?: string | undefined;
  /** How it went, step by step, as a small line. */
  line?: readonly number[] | undefined;
  /** The explanation of the figure. */
  hint?: string;
  /** A part of something, from 0 to 1, which a bar shows. */
  share?: number | undefined;
  /** Whether it takes less room. */
  slim?: boolean;
}

/** A figure in a `dl` of some, above its label. */
export const Figure = ({ label, value, note, before, line, hint, share, slim }: FigureProps) => (
  <div className={`flex flex-col bg-surface px-4 md:px-5 ${slim ? 'py-3' : 'py-4'}`}>
    <dt className="order-2 text-sm text-muted" title={hint}>
      {label}
    </dt>
    <dd className="order-1 flex flex-wrap items-center justify-between gap-x-3 text-2xl font-semibold wrap-normal tabular-nums">
      {value}
      {line && line.length > 1 && <SmallLine values={line} />}
    </dd>
    {before !== undefined && <dd className="order-2 min-h-4 text-xs text-muted tabular-nums">{before}</dd>}
    {note && <dd className={`order-3 text-xs text-muted ${slim ? '' : 'mt-1'}`}>{note}</dd>}
    {hint && <dd className="order-4 mt-1 text-xs text-faint">{hint}</dd>}
    {share !== undefined && (
      <dd aria-hidden="true" className="order-4 mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(share, 1) * 100}%` }} />
      </dd>
    )}
  </div>
);

const [WIDE, HIGH] = [72, 20];

function SmallLine({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, at) => `${(at / (values.length - 1)) * WIDE},${HIGH - (value / most) * HIGH}`);
  return (
    <svg aria-hidden="true" viewBox={`-1 -1 ${WIDE + 2} ${HIGH + 2}`} className="h-5 w-18 shrink-0 text-accent">
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
