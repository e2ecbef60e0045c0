import { useId, useState } from 'react';
import { addCalendar, type Calendar, changeCalendar, type TargetTrial } from '../../../backend/promises.ts';
import { NotReady, useAttempt } from '../../../design/form.tsx';
import { FormDialog, InputField } from '../../../design/form-dialog.tsx';
import { t } from '../../../texts/texts.ts';
import { ChangePreview } from './change-preview.tsx';
import { Exceptions } from './exceptions.tsx';
import { MOST_SPANS } from './spans.ts';
import { WeekPainter } from './week-painter.tsx';

const OFFICE = ['08:00-16:00'];
const BLANK = {
  id: '',
  name: '',
  days: {},
  version: 0,
  week: { mon: OFFICE, tue: OFFICE, wed: OFFICE, thu: OFFICE, fri: OFFICE },
};

/** Whether the browser knows such a zone; an offset is none. */
function isZone(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** A calendar that is made or changed: before a change is saved, it says what that would change. */
export function CalendarForm({ calendar, onClose }: { calendar: Calendar | undefined; onClose: () => void }) {
  const [draft, setDraft] = useState<Calendar>(
    calendar ?? { ...BLANK, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
  );
  const [trial, setTrial] = useState<TargetTrial>();
  const zones = useId();
  const set = (change: Partial<Calendar>) => setDraft({ ...draft, ...change });
  const { id, name, zone, week, days } = draft;
  const saving = useAttempt(async () => {
    if (!isZone(zone)) throw new NotReady(t('promises.zoneUnknown'));
    const isLong = ({ length }: readonly string[]) => length > MOST_SPANS;
    if (Object.values(week).some(isLong)) throw new NotReady(t('promises.spansWrong'));
    if (calendar) setTrial({ calendars: [{ id, zone, week, days }] });
    else {
      await addCalendar({ name, zone, week, days });
      onClose();
    }
  });
  if (trial)
    return (
      <ChangePreview
        trial={trial}
        onClose={() => setTrial(undefined)}
        onConfirm={async () => {
          await changeCalendar(draft);
          onClose();
        }}
      />
    );
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={calendar ? calendar.name : t('promises.newCalendar')}
      disabled={name.trim() === ''}
      submit={calendar ? t('promises.toChanges') : undefined}
      attempt={saving}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          name="name"
          label={t('promises.name')}
          required
          longest={80}
          value={name}
          onChange={(text) => set({ name: text })}
        />
        <InputField
          name="zone"
          label={t('promises.zone')}
          required
          list={zones}
          value={zone}
          onChange={(text) => set({ zone: text })}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((region) => (
            <option key={region} value={region} />
          ))}
        </datalist>
      </div>
      <section aria-label={t('promises.week')}>
        <h3 className="text-sm font-medium">{t('promises.week')}</h3>
        <p id="week-keys" className="mb-1 text-sm text-muted">
          {t('promises.weekHint')}
        </p>
        <WeekPainter week={week} onChange={(next) => set({ week: next })} />
      </section>
      <Exceptions days={days} onChange={(next) => set({ days: next })} />
    </FormDialog>
  );
}
