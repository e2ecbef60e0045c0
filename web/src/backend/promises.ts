/** Until when people are to be answered: calendars, targets, and what a change of them would change. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerTarget, AnswerTargets, TargetDraft, TargetTrial } from '../../../contract/answer-targets.ts';
import type { Calendar, CalendarDays, CalendarDraft, NamedDay, Week } from '../../../contract/calendars.ts';
import { bodyOf, get, send, write } from './client.ts';
import { readQuery } from './queries.ts';

export type { AnswerTarget, Calendar, CalendarDays, CalendarDraft, NamedDay, TargetDraft, TargetTrial, Week };

export const calendarsQuery = readQuery(['promises', 'calendars'], '/calendars');

/** The list with the version that its answer names. */
export const targetsQuery = queryOptions({
  queryKey: ['promises', 'targets'],
  queryFn: async ({ signal }) => {
    const response = await send('GET', '/api/answer-targets', { signal });
    const version = Number(/\d+/.exec(response.headers.get('ETag') ?? '')?.[0]);
    return { ...(await bodyOf<AnswerTargets>(response)), version };
  },
});

/** The effect of a change, before it is made. */
export const previewQuery = (trial: TargetTrial) =>
  queryOptions({
    queryKey: ['promises', 'preview', trial],
    queryFn: () => write('POST', '/answer-targets/preview', { json: trial }),
    gcTime: 0,
  });

export const putTargets = (targets: TargetDraft[], version: number) =>
  write('PUT', '/answer-targets', { json: { targets }, version });
export const addCalendar = (draft: CalendarDraft) => write('POST', '/calendars', { json: draft });
export const changeCalendar = ({ id, version, ...changes }: Calendar) =>
  write('PATCH', `/calendars/${id}`, { json: changes, version });
export const removeCalendar = (id: string) => write('DELETE', `/calendars/${id}`);
export const polishHolidays = (year: number): Promise<NamedDay[]> => get('/calendars/holidays', { year });
export const readCalendarFile = async (file: File): Promise<NamedDay[]> =>
  write('POST', '/calendars/ics', { json: { ics: await file.text() } });
