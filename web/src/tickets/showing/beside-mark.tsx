import { t } from '../../texts/texts.ts';
import type { ShownTicket } from './ticket-columns.tsx';

/** How many open tickets stand beside one, which lists fold under it; or beside which one it stands. */
export function BesideMark({ ticket: { lead, beside_count: count = 0 } }: { ticket: ShownTicket }) {
  if (count === 0 && !lead) return null;
  return (
    <span className="shrink-0 rounded bg-sunken px-1 font-medium text-muted tabular-nums">
      {count > 0 ? t('list.beside', { count }) : t('list.besideLead', { number: String(lead?.number) })}
    </span>
  );
}
