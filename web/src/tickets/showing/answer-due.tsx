import type { TicketSummary } from '../../backend/tickets.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

type Due = Pick<TicketSummary, 'wait' | 'answer_due_at'>;

/** 130 minutes as `2 h 10 min`. */
export const openTime = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('due.minutes', { minutes: rest });
  return rest === 0 ? t('due.hours', { hours }) : t('due.both', { hours, minutes: rest });
};

/** Until when somebody who waits is to have an answer, in open time; nothing where nobody waits, or where there is no target. */
export function AnswerDue({
  ticket: { wait, answer_due_at: promised },
  isBrief = false,
  className,
}: {
  ticket: Due;
  /** The time alone, where there is no room for a sentence. */
  isBrief?: boolean;
  className?: string;
}) {
  const due = wait?.due_at ?? promised;
  if (due == null) return null;
  const isMissed = wait?.state === 'missed';
  const left = Math.max(0, (wait?.target_minutes ?? 0) - (wait?.used_minutes ?? 0));
  const why = wait ? t('due.why', { target: openTime(wait.target_minutes ?? 0), since: moment(wait.since) }) : '';
  const time = wait ? openTime(left) : moment(due);
  const sentence = wait ? t('due.in', { time }) : t('due.promised', { moment: time });
  return (
    <span
      title={[moment(due), why].filter((part) => part !== '').join(' · ')}
      className={classes(
        'inline-flex shrink-0 items-center gap-1 align-bottom',
        isMissed && 'font-medium text-danger',
        className,
      )}
    >
      <Icon name="clock" size={14} />
      {isBrief && <span className="sr-only">{t('due.title')}: </span>}
      {isMissed ? t(isBrief ? 'due.missedBriefly' : 'due.isMissed') : isBrief ? time : sentence}
    </span>
  );
}
