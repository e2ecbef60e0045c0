import { type Static, Type } from 'typebox';
import { Id, oneOf, record } from './scalars.ts';

/** GET /api/glossary/suggestions: at most 50. */
export const WordSuggestion = record({
  id: Id,
  words: Type.String({ description: 'What people said, and the answer lacks.' }),
  means: Type.String({ description: 'A word of the answer.' }),
  seen: Type.Integer({ minimum: 3, description: 'How many people said so.' }),
  from: oneOf(['solved_before', 'solved_by'], {
    description: 'Whether an answer helped them, or solved their ticket.',
  }),
  answer_id: Id,
});
export type WordSuggestion = Static<typeof WordSuggestion>;

/** POST /api/glossary/suggestions/:id: where the words go. */
export const SuggestionChoice = record(
  { to: oneOf(['found_by', 'glossary', 'dropped']) },
  { examples: [{ to: 'found_by' }] },
);
export type SuggestionChoice = Static<typeof SuggestionChoice>;

/** A choice answers nothing. */
export const Chosen = record({});
