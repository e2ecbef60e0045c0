/** Sentences with and without what looks personal, to judge what marks it before an answer is shared. */
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

export const MARK_KINDS = ['name', 'email', 'phone', 'address', 'ticket', 'host', 'pesel', 'nip', 'iban'] as const;

const sentence = {
  language: Type.Unsafe<'pl' | 'en'>({ type: 'string', enum: ['pl', 'en'] }),
  /** The ticket's reporter, whose name in any form is to be marked. */
  reporter: Type.String({ pattern: '^\\S+ \\S+$' }),
  /** Part of a question or of an answer. */
  text: Type.String({ minLength: 10, maxLength: 300 }),
};

const Mark = Type.Object({
  kind: Type.Unsafe<(typeof MARK_KINDS)[number]>({ type: 'string', enum: [...MARK_KINDS] }),
  /** The words to be marked, letter by letter as the text has them. */
  text: Type.String({ minLength: 2 }),
});

/** A sentence with all that is personal in it, in the order of the text: found when this is marked and nothing else. */
const MarkedSentence = Type.Object({ ...sentence, marks: Type.Array(Mark, { minItems: 1 }) });
export type MarkedSentence = Static<typeof MarkedSentence>;

/** A sentence in which nothing is to be marked. */
const HarmlessSentence = Type.Object(sentence);
export type HarmlessSentence = Static<typeof HarmlessSentence>;

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

export const readMarked = (): MarkedSentence[] =>
  Value.Parse(Type.Array(MarkedSentence), read('./personal/marked.json'));

export const readHarmless = (): HarmlessSentence[] =>
  Value.Parse(Type.Array(HarmlessSentence), read('./personal/harmless.json'));
