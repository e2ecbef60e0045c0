import type { LabelColor } from '../../../../contract/words.ts';
import type { TicketLabel } from '../../backend/labels.ts';
import { classes } from '../../design/class-names.ts';

/** A sign of its own beside each colour, for who does not tell the colours apart. */
const SIGNS: Readonly<Record<LabelColor, string>> = {
  gray: '○',
  red: '▲',
  orange: '◆',
  yellow: '★',
  green: '●',
  blue: '■',
  purple: '⬢',
  pink: '♥',
};

/** On paper and on a dark page: each stands out from the surface behind it. */
const COLORS: Readonly<Record<LabelColor, string>> = {
  gray: 'var(--muted)',
  red: 'var(--danger)',
  orange: 'light-dark(#a8460c, #ffa66b)',
  yellow: 'light-dark(#7d6200, #e8cf55)',
  green: 'var(--success)',
  blue: 'var(--info)',
  purple: 'var(--violet)',
  pink: 'light-dark(#a3246f, #ff9fd0)',
};

export const LabelSign = ({ color }: { color: LabelColor }) => (
  <span aria-hidden="true" className="w-3.5 shrink-0 text-center text-xs/none" style={{ color: COLORS[color] }}>
    {SIGNS[color]}
  </span>
);

export const LabelName = ({ name, color }: Pick<TicketLabel, 'name' | 'color'>) => (
  <span className="inline-flex min-w-0 items-center gap-1">
    <LabelSign color={color} />
    <span className="truncate">{name}</span>
  </span>
);

interface LabelTagsProps {
  labels: TicketLabel[] | undefined;
  most?: number;
  /** Whether they may take several lines. */
  wraps?: boolean;
}

/** The labels of a ticket; the first three, where more have no room. */
export function LabelTags({ labels = [], most = 3, wraps = false }: LabelTagsProps) {
  if (labels.length === 0) return null;
  const rest = labels.slice(most);
  return (
    <span className={classes('inline-flex min-w-0 items-center gap-x-2 gap-y-0.5', wraps && 'flex-wrap')}>
      {labels.slice(0, most).map((label) => (
        <LabelName key={label.id} {...label} />
      ))}
      {rest.length > 0 && <span title={rest.map(({ name }) => name).join(', ')}>+{rest.length}</span>}
    </span>
  );
}
