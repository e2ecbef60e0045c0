import type { TicketSummary } from '../../backend/tickets.ts';
import { Ago } from '../../design/ago.tsx';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

/** Where the words are left out and only a sign says what it is: never, in a narrow row, always. */
const WORDS = { always: '', roomy: 'sr-only @3xl/row:not-sr-only', never: 'sr-only' };

interface AwaitingReplyProps {
  ticket: Pick<TicketSummary, 'awaiting_reply_since'>;
  words: keyof typeof WORDS;
  className?: string;
}

/** Since when the reporter waits for an answer; nothing while they do not. */
export function AwaitingReply({ ticket: { awaiting_reply_since: since }, words, className }: AwaitingReplyProps) {
  if (since === null) return null;
  return (
    <span
      title={`${t('ticket.awaitingReply')}: ${moment(since)}`}
      className={classes('inline-flex shrink-0 items-center gap-1 font-medium text-warning', className)}
    >
      <Icon name="comment" size={14} />
      <span className={WORDS[words]}>{t('ticket.awaitingReply')} ·</span>
      <Ago at={since} />
    </span>
  );
}
