import { t } from '../../texts/texts.ts';

interface MeterProps {
  length: number;
  min: number;
  max: number;
  /** After an attempt to send, the meter is an alert. */
  insist: boolean;
}

/** How much text is missing, in words and as a bar; nothing once there is enough. */
export function Meter({ length, min, max, insist }: MeterProps) {
  if (length > max) return <span className="text-danger">{t('meter.over', { count: length - max })}</span>;
  if (length >= min || (length === 0 && !insist)) return null;
  return (
    <span className="flex items-center gap-2.5" role={insist ? 'alert' : undefined}>
      <span aria-hidden="true" className="h-1 w-24 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${(length / min) * 100}%` }} />
      </span>
      <span className={insist ? 'font-medium text-danger' : ''}>{t('meter.more', { count: min - length })}</span>
    </span>
  );
}
