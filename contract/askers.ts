/** The askers of a ticket, and which of them are told (docs/rules/askers.md). */

import { type Static, Type } from 'typebox';
import { ASKER_REASONS, MOST_ASKERS, TELLING_KINDS, type TellingKind, UNTOLD_REASONS } from './asker-words.ts';
import { TicketPointer } from './merging.ts';
import { Id, Instant, nullable, oneOf, record, text } from './scalars.ts';
import { LANGUAGES } from './words.ts';

export const Asker = record({
  id: Id,
  name: Type.String(),
  because: oneOf(ASKER_REASONS),
  ticket: nullable({ ...TicketPointer, description: 'The other ticket by which they asked.' }),
  language: oneOf(LANGUAGES),
  told: Type.Unsafe<{ last_at: string; of: 'answer' | TellingKind } | null>({
    ...record({ last_at: Instant, of: oneOf(['answer', ...TELLING_KINDS]) }),
    type: ['object', 'null'],
  }),
  cannot: nullable(oneOf(UNTOLD_REASONS)),
});
export type Asker = Static<typeof Asker>;

export const Askers = record({
  total: Type.Integer({ minimum: 0 }),
  askers: Type.Array(Asker, { maxItems: MOST_ASKERS }),
});
export type Askers = Static<typeof Askers>;

const note = text(1, 2000, 'It is fixed in 2.4.0.');

/** POST /api/answers/:id/tell. */
export const Telling = record(
  {
    what: oneOf(TELLING_KINDS),
    note,
    note_by_language: Type.Optional(record({ pl: Type.Optional(note), en: Type.Optional(note) })),
  },
  { examples: [{ what: 'live', note: 'It is fixed in 2.4.0.' }] },
);
export type Telling = Static<typeof Telling>;

export const TellingResult = record({
  told: Type.Integer({ minimum: 0, description: 'How many got a notice and a mail.' }),
  left: Type.Array(record({ id: Id, cannot: oneOf(UNTOLD_REASONS) }), {
    description: 'Whom that did not reach, or by a notice alone.',
  }),
});
export type TellingResult = Static<typeof TellingResult>;
