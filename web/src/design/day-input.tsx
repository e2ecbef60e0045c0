import type { InputHTMLAttributes, Ref } from 'react';
import { day } from '../texts/dates.ts';
import { t } from '../texts/texts.ts';
import { classes } from './class-names.ts';
import { Icon } from './icon.tsx';

interface DayInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** A day such as 2026-11-21, or an empty string. */
  value: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field for a day that shows it in the language of the page. A browser shows days in the order of its own language, and
 * 01/02 may be two days. So its field is visible only while the user types.
 */
export function DayInput({ value, className, ...rest }: DayInputProps) {
  return (
    <span className="relative block">
      <input {...rest} type="date" value={value} className={classes(className, 'peer opacity-0 focus:opacity-100')} />
      <span
        aria-hidden="true"
        className={classes(
          className,
          'pointer-events-none absolute inset-0 flex items-center gap-2 peer-hover:bg-hover peer-focus:hidden',
          !value && 'text-muted!',
        )}
      >
        <span className="truncate">{value ? day(value) : t('field.none')}</span>
        <Icon name="calendar" size={14} className="text-muted" />
      </span>
    </span>
  );
}
