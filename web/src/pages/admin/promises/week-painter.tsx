import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { WEEKDAYS, type Weekday } from '../../../../../contract/due-words.ts';
import type { Week } from '../../../backend/promises.ts';
import { classes } from '../../../design/class-names.ts';
import { Input } from '../../../design/field.tsx';
import { dayName } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { isOpenAt, MOST_SPANS, type PaintedPlace, paint, readSpans, STEPS } from './spans.ts';

interface WeekPainterProps {
  week: Week;
  onChange: (week: Week) => void;
}

interface Stroke {
  from: PaintedPlace;
  week: Week;
  isOpen: boolean;
}

const MOVES: Record<string, [days: number, steps: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const bounded = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** The cell at a point of the window: a finger that paints stays with the cell on which it began. */
function placeAt({ clientX, clientY }: PointerEvent): PaintedPlace | undefined {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-step]');
  return cell ? { day: Number(cell.dataset.day), step: Number(cell.dataset.step) } : undefined;
}

/** A week that is painted: by the pointer, by Space and Shift with arrows, or typed beside each day. */
export function WeekPainter({ week, onChange }: WeekPainterProps) {
  const table = useRef<HTMLTableElement>(null);
  const [here, setHere] = useState<PaintedPlace>({ day: 0, step: 16 });
  const stroke = useRef<Stroke>(null);
  const isOpen = ({ day, step }: PaintedPlace) => isOpenAt(week[WEEKDAYS[day] as Weekday], step);
  const begin = (from: PaintedPlace) => {
    stroke.current = { from, week, isOpen: !isOpen(from) };
  };
  const goOn = (to: PaintedPlace) => {
    const { current } = stroke;
    if (current) onChange(paint(current.week, current.from, to, current.isOpen));
  };
  const end = () => {
    stroke.current = null;
  };
  const onKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.step === undefined) return;
    const move = MOVES[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      begin(here);
      goOn(here);
      end();
    } else if (move && !event.altKey) {
      event.preventDefault();
      const next = { day: bounded(here.day + move[0], 6), step: bounded(here.step + move[1], STEPS - 1) };
      if (event.shiftKey && stroke.current === null) begin(here);
      if (event.shiftKey) goOn(next);
      setHere(next);
      table.current?.querySelector<HTMLElement>(`[data-day="${next.day}"][data-step="${next.step}"]`)?.focus();
    }
  };
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are painted
      role="grid"
      aria-label={t('promises.week')}
      aria-describedby="week-keys"
      className="block select-none"
      onKeyDown={onKey}
      onKeyUp={({ key }) => key === 'Shift' && end()}
      onPointerUp={end}
      onPointerCancel={end}
      onPointerMove={(event) => {
        const place = stroke.current && placeAt(event);
        if (place) goOn(place);
      }}
    >
      <thead aria-hidden="true" className="block text-xs text-faint">
        <tr className="flex pl-12 md:pr-60">
          {[0, 6, 12, 18].map((hour) => (
            <th key={hour} className="flex-1 text-left font-normal tabular-nums">
              {hour}:00
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="flex flex-col gap-1">
        {WEEKDAYS.map((name, day) => (
          <tr key={name} className="flex flex-wrap items-center">
            <th scope="row" className="w-12 pr-2 text-left text-sm font-medium">
              {dayName(day)}
            </th>
            {Array.from({ length: STEPS }, (_, step) => {
              const place = { day, step };
              const at = `${String(Math.floor(step / 2)).padStart(2, '0')}:${step % 2 ? '30' : '00'}`;
              return (
                <td
                  key={at}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is painted
                  role="gridcell"
                  data-day={day}
                  data-step={step}
                  tabIndex={here.day === day && here.step === step ? 0 : -1}
                  aria-selected={isOpen(place)}
                  aria-label={`${dayName(day)} ${at}`}
                  title={at}
                  onFocus={() => setHere(place)}
                  onPointerDown={(event) => {
                    event.currentTarget.releasePointerCapture(event.pointerId);
                    begin(place);
                    goOn(place);
                  }}
                  className={classes(
                    'h-7 min-w-0 flex-1 cursor-crosshair touch-none p-0 focus-visible:outline-2 focus-visible:outline-accent',
                    step % 2 === 0 && 'border-l border-line',
                    step % 12 === 0 && 'border-line-strong',
                    isOpen(place) ? 'bg-accent' : 'bg-sunken',
                  )}
                />
              );
            })}
            <td className="w-60 pl-3 max-md:mb-2 max-md:w-full max-md:pl-12">
              <TypedSpans
                key={(week[name] ?? []).join()}
                label={dayName(day, 'long')}
                spans={week[name] ?? []}
                onChange={(spans) => onChange({ ...week, [name]: spans })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TypedSpansProps {
  label: string;
  spans: readonly string[];
  onChange: (spans: string[]) => void;
}

/** Spans that are typed; they count when the field is left. */
export function TypedSpans({ label, spans, onChange }: TypedSpansProps) {
  const [text, setText] = useState(spans.join(', '));
  const read = readSpans(text);
  const isWrong = read === undefined || spans.length > MOST_SPANS;
  return (
    <>
      <Input
        aria-label={label}
        aria-invalid={isWrong || undefined}
        placeholder={t('promises.closed')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => read && read.join() !== spans.join() && onChange(read)}
        className="h-8 text-sm tabular-nums"
      />
      {isWrong && <p className="text-xs text-danger">{t('promises.spansWrong')}</p>}
    </>
  );
}
