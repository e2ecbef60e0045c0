import { type Static, Type } from 'typebox';
import { nullable, record } from './scalars.ts';

const LONGEST_GLOSSARY = 100_000;

const example = 'drukarka | printer\nfaktura, fv | invoice';

/** Which words mean the same: one entry a line, a bar between words, a comma between forms of one word. */
export const TeamGlossary = record({
  text: Type.String({ examples: [example] }),
  is_built_in: Type.Boolean({ description: 'It is the one that comes with Kwit.' }),
  with_built_in: Type.Boolean({ description: 'The one that comes with Kwit holds besides a text of the team.' }),
  entries: Type.Integer({ minimum: 0, description: 'How many hold.' }),
});
export type TeamGlossary = Static<typeof TeamGlossary>;

/** GET /api/glossary/built-in: the one that comes with Kwit. */
export const BuiltInGlossary = record({ text: Type.String(), entries: Type.Integer({ minimum: 0 }) });
export type BuiltInGlossary = Static<typeof BuiltInGlossary>;

/** PUT /api/glossary. Null puts the one that comes with Kwit back. */
export const TeamGlossaryChange = record(
  {
    text: nullable(Type.String({ text: true, maxLength: LONGEST_GLOSSARY })),
    with_built_in: Type.Optional(
      Type.Boolean({
        description: 'Left out, it stays. While true, a line `- form` takes our entry with that form away.',
      }),
    ),
  },
  { examples: [{ text: example }] },
);
export type TeamGlossaryChange = Static<typeof TeamGlossaryChange>;
