import { type Static, Type } from 'typebox';
import { oneOf, record } from './scalars.ts';

/** GET /api/tickets/:id/closing-draft: what an answer may be found by. Nothing of it is published until it is sent. */
export const ClosingDraft = record({
  question: Type.String({ description: "The answer's own; else the title of the ticket." }),
  found_by: Type.Array(
    record({
      words: Type.String(),
      from: oneOf(['title', 'description', 'comment', 'glossary'], { description: 'Where they stand.' }),
    }),
    { description: 'Words of its reporter that the answer lacks, and what the glossary says for them; best first.' },
  ),
});
export type ClosingDraft = Static<typeof ClosingDraft>;
