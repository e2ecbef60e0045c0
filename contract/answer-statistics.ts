import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, record } from './scalars.ts';
import { STATUSES } from './words.ts';

const times = Type.Integer({ minimum: 1 });

/** A ticket whose answer helped with other tickets, as developers noted. */
export const HelpfulAnswer = record({
  ticket_id: Id,
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  summary_content: nullable(Type.String()),
  times,
  last_at: Instant,
});

/** A ticket whose answer did not hold: it left `closed` again. */
export const ReopenedTicket = record({
  ticket_id: Id,
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  status: Type.Unsafe<(typeof STATUSES)[number]>({ type: 'string', enum: [...STATUSES] }),
  times,
  last_at: Instant,
});

/** GET /api/tickets/stats/answers: at most 20 of each, the most frequent first, and the latest first among equals. */
export const AnswerStatistics = record({
  generated_at: Instant,
  helped: Type.Array(HelpfulAnswer, { maxItems: 20 }),
  reopened: Type.Array(ReopenedTicket, { maxItems: 20 }),
});
export type AnswerStatistics = Static<typeof AnswerStatistics>;
