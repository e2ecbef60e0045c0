import type { InputHTMLAttributes, Ref } from 'react'
import { day } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'

interface DayInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** As in 2026-11-21, or nothing. */
  value: string
  ref?: Ref<HTMLInputElement>
}

/**
 * A day in the words of the page. The browser writes it in the order of its own language, and 01/02 is two days: its field
 * is seen only while it is being typed in, where its parts say what they are.
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
  )
}
