import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSection, RowButton } from '../../../administration/list-section.tsx';
import { type Calendar, calendarsQuery, removeCalendar, targetsQuery } from '../../../backend/promises.ts';
import { Skeleton } from '../../../design/feedback.tsx';
import { useAct } from '../../../design/form.tsx';
import { t } from '../../../texts/texts.ts';
import { CalendarForm } from './calendar-form.tsx';
import { Targets } from './targets.tsx';

/** Until when people are to be answered: the targets in order, and the calendars by which they count. */
export function PromisesPage() {
  const [targets, calendars] = [useQuery(targetsQuery), useQuery(calendarsQuery)];
  // All at once: targets that come later would push the calendars down.
  if (targets.isPending || calendars.isPending) return <Skeleton />;
  return (
    <>
      <Targets />
      <Calendars />
    </>
  );
}

function Calendars() {
  const calendars = useQuery(calendarsQuery);
  const client = useQueryClient();
  const [edited, setEdited] = useState<Calendar | 'new'>();
  const removing = useAct(removeCalendar, calendarsQuery.queryKey);
  return (
    <ListSection
      title={t('promises.calendars')}
      query={calendars}
      add={t('promises.newCalendar')}
      onAdd={() => setEdited('new')}
      empty={t('promises.calendarsLead')}
      row={(calendar) => (
        <li
          key={calendar.id}
          className="flex min-h-14 items-center gap-1 border-b border-line px-4 last:border-b-0 md:px-5"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{calendar.name}</span>
            <span className="block truncate text-sm text-muted">
              {calendar.zone} · {t('promises.exceptionCount', { count: Object.keys(calendar.days).length })}
            </span>
          </span>
          <RowButton icon="edit" act={t('action.edit')} name={calendar.name} onClick={() => setEdited(calendar)} />
          <RowButton
            icon="trash"
            act={t('action.delete')}
            name={calendar.name}
            onClick={() => removing.act(calendar.id)}
          />
        </li>
      )}
    >
      {edited && (
        <CalendarForm
          calendar={edited === 'new' ? undefined : edited}
          onClose={() => {
            setEdited(undefined);
            client.invalidateQueries({ queryKey: ['promises'] });
            client.invalidateQueries({ queryKey: ['tickets'] });
          }}
        />
      )}
    </ListSection>
  );
}
