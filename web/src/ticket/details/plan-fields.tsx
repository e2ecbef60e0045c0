/** The planned date and the estimate of a ticket. */
import { useEffect, useRef, useState } from 'react';
import { MOST_HOURS } from '../../../../contract/words.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { classes } from '../../design/class-names.ts';
import { DayInput } from '../../design/day-input.tsx';
import { editableNumber as asTyped, day, number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

interface PlanFieldProps<V> {
  ticket: TicketDetail;
  className: string;
  onSave: (value: V | null) => void;
}

const PAUSE_MS = 700;
/** A user who types 2027 types the years 2, 20 and 202 first. */
const FIRST_DAY = '1900-01-01';
/** Keeps a year at four digits. */
const LAST_DAY = '9999-12-31';

/** Saves after a pause or on blur, because each key within a date makes another date. */
export function PlannedDate({ ticket, className, onSave }: PlanFieldProps<string>) {
  const savedDate = ticket.planned_date ?? '';
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const isWhole = () => typed !== undefined && !input.current?.validity.badInput && (!typed || typed >= FIRST_DAY);
  const save = () => {
    setTyped(undefined);
    if (isWhole() && typed !== savedDate) onSave(typed || null);
  };
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => isWhole() && save(), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  if (!ticket.can.plan) return <span className={className}>{ticket.planned_date && day(ticket.planned_date)}</span>;
  return (
    <DayInput
      ref={input}
      max={LAST_DAY}
      aria-label={t('field.planned_date')}
      value={typed ?? savedDate}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
      className={classes(className, 'bg-transparent')}
    />
  );
}

/** On blur, resets what is no number of hours. */
export function Estimate({ ticket, className, onSave }: PlanFieldProps<number>) {
  const { estimated_hours: hours } = ticket;
  if (!ticket.can.plan) {
    return (
      <span className={className}>{hours === null ? t('field.none') : t('field.hours', { count: number(hours) })}</span>
    );
  }
  const save = (input: HTMLInputElement) => {
    const text = input.value.trim().replace(',', '.');
    const typed = text === '' ? null : Number(text);
    if (typed !== null && !(typed >= 0 && typed <= MOST_HOURS)) input.value = hours === null ? '' : asTyped(hours);
    else if (typed !== hours) onSave(typed);
  };
  return (
    <span className={classes(className, 'gap-0')}>
      <input
        key={hours}
        inputMode="decimal"
        size={4}
        aria-label={t('field.estimated_hours')}
        placeholder={t('field.none')}
        defaultValue={hours === null ? '' : asTyped(hours)}
        onBlur={(event) => save(event.target)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className="peer -ml-2 h-8 field-sizing-content min-w-6 rounded-md bg-transparent pr-1 pl-2 hover:bg-hover max-md:h-11"
      />
      <span className="text-muted peer-placeholder-shown:hidden">h</span>
    </span>
  );
}
