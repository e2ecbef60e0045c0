/** How status, priority and category look: never by colour alone. */
import type { Priority, Status } from '../../backend/tickets.ts';
import { classes } from '../../design/class-names.ts';
import { t } from '../../texts/texts.ts';

const TONES: Record<Status, string> = {
  submitted: 'text-info',
  verified: 'text-violet',
  in_progress: 'text-accent-strong',
  waiting: 'text-warning',
  blocked: 'text-danger',
  closed: 'text-success',
};

/** The path of each status's icon: a ring with a sign in it. */
const SIGNS: Record<Status, string> = {
  submitted: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z',
  verified: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.500 8h5',
  in_progress: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3h3',
  waiting: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.500 6v4M9.500 6v4',
  blocked: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM4 4l8 8',
  closed: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.500 8.200 7.300 10l3.400-3.800',
};

export function StatusSign({ status, size = 16 }: { status: Status; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.700"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classes('shrink-0', TONES[status])}
    >
      <path d={SIGNS[status]} />
    </svg>
  );
}

/** Quiet: the sign has the colour, for colour is for what needs somebody. */
export function StatusBadge({ status, className }: { status: Status; className?: string }) {
  return (
    <span
      className={classes(
        'inline-flex h-6 items-center gap-1.5 text-xs font-medium whitespace-nowrap text-muted',
        className,
      )}
    >
      <StatusSign status={status} size={14} />
      {t(`status.${status}`)}
    </span>
  );
}

const BARS: Record<Priority, number> = { critical: 4, high: 3, normal: 2, low: 1 };

/** The bars from one to another. */
const bars = (from: number, to: number): string =>
  [1, 2, 3]
    .slice(from, to)
    .map((bar) => `M${bar * 5 - 3.5} 13.500v-${bar * 3.2 + 1}h2.200v${bar * 3.2 + 1}Z`)
    .join('');

/** One to three bars; a filled square with an exclamation mark for critical. */
export function PrioritySign({
  priority,
  named = false,
  className,
}: {
  priority: Priority;
  named?: boolean;
  className?: string;
}) {
  const name = t(`priority.${priority}`);
  return (
    <span
      className={classes('inline-flex items-center gap-1.5 text-sm whitespace-nowrap', className)}
      title={named ? undefined : `${t('field.priority')}: ${name}`}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="shrink-0">
        {priority === 'critical' ? (
          <>
            <rect x="1" y="1" width="14" height="14" rx="3.500" className="fill-danger" />
            <path d="M8 4v5M8 11.700v.1" className="stroke-surface" strokeWidth="2" strokeLinecap="round" />
          </>
        ) : (
          <>
            <path d={bars(0, BARS[priority])} className="fill-muted stroke-muted" strokeLinejoin="round" />
            {BARS[priority] < 3 && (
              <path d={bars(BARS[priority], 3)} className="fill-line stroke-line" strokeLinejoin="round" />
            )}
          </>
        )}
      </svg>
      <span className={named ? '' : 'sr-only'}>{name}</span>
    </span>
  );
}
