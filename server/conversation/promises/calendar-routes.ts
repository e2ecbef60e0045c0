import { Type } from 'typebox';
import { Calendar, CalendarChanges, CalendarDraft, HolidayFilter, IcsText, NamedDay } from '#contract/calendars.ts';
import { IdPath } from '#contract/scalars.ts';
import { ifMatch, withVersion } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { polishHolidays } from '../calendars/holidays.ts';
import { readIcs } from '../calendars/ics.ts';
import { addCalendar, changeCalendar, listCalendars, removeCalendar, showCalendar } from './calendars.ts';

const tag = 'Answer due';
const reads = { tag, access: 'developer', scope: 'read' } as const;
const changes = { tag, access: 'developer', scope: 'admin' } as const;

const listing = operation({
  ...reads,
  operationId: 'listCalendars',
  summary: 'List calendars by name',
  answers: { 200: Type.Array(Calendar) },
});

const showing = operation({
  ...reads,
  operationId: 'getCalendar',
  summary: 'Read a calendar',
  params: IdPath,
  answersVersion: true,
  answers: { 200: Calendar },
  refuses: ['calendar_not_found'],
});

const adding = operation({
  ...changes,
  operationId: 'addCalendar',
  summary: 'Add a calendar: when a team works',
  body: CalendarDraft,
  answersVersion: true,
  answers: { 201: Calendar },
  refuses: ['too_many_requests', 'calendar_exists', 'limit_reached'],
});

const changing = operation({
  ...changes,
  operationId: 'changeCalendar',
  summary: 'Change a calendar; what is due by it is due anew',
  params: IdPath,
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ description: 'The ETag that you last saw.' })) }),
  body: CalendarChanges,
  answersVersion: true,
  answers: { 200: Calendar },
  refuses: ['too_many_requests', 'calendar_not_found', 'calendar_exists', 'precondition_failed'],
});

const removing = operation({
  ...changes,
  operationId: 'removeCalendar',
  summary: 'Remove a calendar by which no target counts',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'calendar_not_found', 'calendar_in_use'],
});

const holidays = operation({
  ...reads,
  operationId: 'listHolidays',
  summary: 'List the public holidays of Poland in a year',
  query: HolidayFilter,
  answers: { 200: Type.Array(NamedDay) },
});

const reading = operation({
  ...reads,
  operationId: 'readCalendarFile',
  summary: 'List the all-day events of an iCalendar file; nothing is kept',
  body: IcsText,
  answers: { 200: Type.Array(NamedDay) },
});

/** When teams work (docs/rules/answer-due.md#calendars). */
export async function calendarRoutes(routes: Routes): Promise<void> {
  routes.get('/api/calendars', listing, (request) => request.read(listCalendars));
  routes.get('/api/calendars/holidays', holidays, (request) => polishHolidays(request.query.year));
  routes.post('/api/calendars/ics', reading, (request) =>
    request.read(async ({ now }) => readIcs(request.body.ics, now)),
  );
  routes.get('/api/calendars/:id', showing, async (request, reply) =>
    withVersion(reply, await request.read((work) => showCalendar(work, request.params.id))),
  );
  routes.post('/api/calendars', adding, async (request, reply) =>
    withVersion(reply, await request.write((work) => addCalendar(work, request.body))),
  );
  routes.patch('/api/calendars/:id', changing, async (request, reply) => {
    const expected = ifMatch(request.headers['if-match']);
    return withVersion(
      reply,
      await request.write((work) => changeCalendar(work, request.params.id, request.body, expected)),
    );
  });
  routes.delete('/api/calendars/:id', removing, (request) =>
    request.write((work) => removeCalendar(work, request.params.id)),
  );
}
