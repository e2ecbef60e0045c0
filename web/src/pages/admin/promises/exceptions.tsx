import { useState } from 'react';
import { type CalendarDays, type NamedDay, polishHolidays, readCalendarFile } from '../../../backend/promises.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { DayInput } from '../../../design/day-input.tsx';
import { CheckBox, Field, inputClass } from '../../../design/field.tsx';
import { FilePicker } from '../../../design/file-picker.tsx';
import { useAct } from '../../../design/form.tsx';
import { InputField } from '../../../design/form-dialog.tsx';
import { today, weekday } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { TypedSpans } from './week-painter.tsx';

/** How many of the days that come are shown. */
const SHOWN = 20;

interface ExceptionsProps {
  days: CalendarDays;
  onChange: (days: CalendarDays) => void;
}

/** The dates that replace their day of the week: the next of them, more by hand, from the holidays of Poland or a file. */
export function Exceptions({ days, onChange }: ExceptionsProps) {
  const [offered, setOffered] = useState<NamedDay[]>();
  const coming = Object.entries(days)
    .filter(([date]) => date >= today())
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const year = Number(today().slice(0, 4));
  const offer = useAct(async (from: File | number) =>
    setOffered(typeof from === 'number' ? await polishHolidays(from) : await readCalendarFile(from)),
  );
  return (
    <section aria-label={t('promises.exceptions')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t('promises.exceptions')}</h3>
      {coming.length === 0 && <p className="text-sm text-muted">{t('promises.noExceptions')}</p>}
      <ul className="flex flex-col gap-1">
        {coming.slice(0, SHOWN).map(([date, { name, spans }]) => (
          <li key={date} className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 text-sm">
              {name} <span className="block text-muted">{weekday(date)}</span>
            </span>
            <span className="w-57 max-md:order-last max-md:w-full">
              <TypedSpans
                key={spans.join()}
                label={`${t('promises.open')}: ${name}`}
                spans={spans}
                onChange={(next) => onChange({ ...days, [date]: { name, spans: next } })}
              />
            </span>
            <IconButton
              icon="trash"
              small
              label={`${t('action.delete')}: ${name}`}
              onClick={() => onChange(Object.fromEntries(Object.entries(days).filter(([other]) => other !== date)))}
            />
          </li>
        ))}
      </ul>
      {coming.length > SHOWN && (
        <p className="text-sm text-muted">{t('promises.moreExceptions', { count: coming.length - SHOWN })}</p>
      )}
      <NewException onAdd={(date, name) => onChange({ ...days, [date]: { name, spans: [] } })} />
      <div className="flex flex-wrap gap-2">
        {[year, year + 1].map((shownYear) => (
          <Button key={shownYear} small icon="calendar" busy={offer.busy} onClick={() => offer.act(shownYear)}>
            {t('promises.holidays', { year: shownYear })}
          </Button>
        ))}
        <FilePicker accept=".ics,text/calendar" onChoose={([file]) => file && offer.act(file)}>
          {(open) => (
            <Button small icon="file" busy={offer.busy} onClick={open}>
              {t('promises.file')}
            </Button>
          )}
        </FilePicker>
      </div>
      {offered && (
        <OfferedDays
          key={offered.map(({ date }) => date).join()}
          offered={offered}
          isThere={({ date }) => date in days}
          onTake={(taken) => {
            onChange({ ...days, ...Object.fromEntries(taken.map(({ date, name }) => [date, { name, spans: [] }])) });
            setOffered(undefined);
          }}
        />
      )}
    </section>
  );
}

function NewException({ onAdd }: { onAdd: (date: string, name: string) => void }) {
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t('promises.day')} className="w-40">
        {(field) => (
          <DayInput {...field} className={inputClass} value={date} onChange={(event) => setDate(event.target.value)} />
        )}
      </Field>
      <div className="min-w-0 flex-1">
        <InputField label={t('promises.dayName')} longest={80} value={name} onChange={setName} />
      </div>
      <Button
        icon="plus"
        className="h-10"
        disabled={date === '' || name.trim() === ''}
        onClick={() => {
          onAdd(date, name.trim());
          setDate('');
          setName('');
        }}
      >
        {t('promises.addDay')}
      </Button>
    </div>
  );
}

interface OfferedDaysProps {
  offered: NamedDay[];
  isThere: (day: NamedDay) => boolean;
  onTake: (days: NamedDay[]) => void;
}

/** Days that a person takes or leaves. Those that the calendar has already are not chosen at first. */
function OfferedDays({ offered, isThere, onTake }: OfferedDaysProps) {
  const [chosen, setChosen] = useState(() => new Set(offered.filter((day) => !isThere(day))));
  const toggle = (day: NamedDay) => {
    const next = new Set(chosen);
    if (!next.delete(day)) next.add(day);
    setChosen(next);
  };
  if (offered.length === 0) return <p className="text-sm text-muted">{t('promises.noneOffered')}</p>;
  return (
    <fieldset className="rounded-lg border border-line p-3">
      <legend className="px-1 text-sm font-medium">{t('promises.offered')}</legend>
      <ul className="grid gap-1 sm:grid-cols-2">
        {offered.map((day) => (
          <li key={`${day.date} ${day.name}`}>
            <span className="flex items-center gap-2 text-sm">
              <CheckBox
                checked={chosen.has(day)}
                onChange={() => toggle(day)}
                aria-label={`${day.name}, ${day.date}`}
              />
              <span>
                {day.name} <span className="text-muted">{weekday(day.date)}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Button small className="mt-2" disabled={chosen.size === 0} onClick={() => onTake([...chosen])}>
        {t('promises.take', { count: chosen.size })}
      </Button>
    </fieldset>
  );
}
