import type { TicketDetail } from '../../backend/tickets.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

/** Since when the cure is there, or that it is merged and not there yet. */
export function LiveNote({ ticket, className }: { ticket: TicketDetail; className?: string }) {
  const { live, changes = [] } = ticket;
  const isMerged = changes.some(({ state }) => state === 'merged');
  if (live === null && !isMerged) return null;
  const at = live === null ? '' : moment(live.at);
  const version = live?.version;
  const words = live === null ? t('live.merged') : version ? t('live.in', { version, at }) : t('live.since', { at });
  return (
    <p
      title={live?.environment}
      className={classes('flex items-center gap-1', live === null ? 'text-warning' : 'text-success', className)}
    >
      <Icon name={live === null ? 'code' : 'bolt'} size={14} />
      {words}
    </p>
  );
}
