import { type Static, Type } from 'typebox';
import { WAIT_BEGUN_BY, WAIT_ENDS, WAIT_RESULTS, WAIT_STATES } from './due-words.ts';
import { Id, Instant, nullable, oneOf, record } from './scalars.ts';

const minutes = nullable(Type.Integer({ minimum: 0 }));
const by = oneOf(WAIT_BEGUN_BY, { description: 'Whose word it is for: the reporter, or another person.' });

/** The wait that runs on a ticket (docs/rules/answer-due.md#waits). */
export const RunningWait = record({
  since: Instant,
  due_at: nullable(Instant),
  state: oneOf(WAIT_STATES, {
    description: '`soon` from three quarters of its open time on, `missed` from `due_at` on.',
  }),
  target_minutes: minutes,
  used_minutes: { ...minutes, description: 'Of open time, whole; null without a target.' },
  by,
});
export type RunningWait = Static<typeof RunningWait>;

/** A wait of a ticket, running or over. */
export const TicketWait = record({
  id: Id,
  since: Instant,
  by,
  ended_at: nullable(Instant),
  ended_by: nullable(oneOf(WAIT_ENDS)),
  target_id: nullable(Id),
  target_minutes: minutes,
  calendar_id: nullable(Id),
  calendar_version: nullable(Type.Integer({ minimum: 1 })),
  used_minutes: minutes,
  due_at: nullable(Instant),
  result: nullable(oneOf(WAIT_RESULTS)),
});
export type TicketWait = Static<typeof TicketWait>;

/** The fields of a ticket about its wait. */
export const ticketWait = {
  wait: Type.Optional(nullable(RunningWait)),
  answer_due_at: Type.Optional(
    nullable({ ...Instant, description: 'For its reporter and participants: until when an answer is promised.' }),
  ),
};
