/** The small shapes in every other schema: ids, times, bounded text. */

import { type Static, type TSchema, Type } from 'typebox';
import { LONG_PAGE_SIZE, PAGE_SIZE, UUID } from './words.ts';

/** Bounds of the other words by which an answer is found. */
export const MOST_FOUND_BY = 20;
export const LONGEST_FOUND_BY = 40;

/** An identifier that Kwit gave out: UUIDv7, lower case (docs/rules/conventions.md#ids). */
export const Id = Type.String({ pattern: UUID, examples: ['019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e'] });

/** A moment: RFC 3339, UTC, milliseconds. Sorts as text. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-21T03:44:00.000Z'] });
export type Instant = Static<typeof Instant>;

/** A calendar day without a time, from the year 1 on: there is no year 0. */
export const Day = Type.String({ format: 'date', pattern: '^(?!0000)', examples: ['2026-11-21'] });

/**
 * Text that a person writes (docs/rules/conventions.md#texts): trimmed before it is measured, in Unicode code points.
 */
export const text = (minLength: number, maxLength: number, example?: string) =>
  Type.String({ text: true, minLength, maxLength, ...(example === undefined ? {} : { examples: [example] }) });

/**
 * Text that stands in one line: a name, a title, a subject. It is as `text`, and cleaned before it is measured: blanks of
 * any kind become one, what steers or is not seen is taken out. It is refused when nothing of it can be seen then.
 */
export const line = (minLength: number, maxLength: number, example?: string) =>
  Type.String({
    text: true,
    line: true,
    minLength,
    maxLength,
    ...(example === undefined ? {} : { examples: [example] }),
  });

/** Other words by which an answer is found; of those that fold alike the first counts. */
export const foundBy = Type.Array(
  Type.Unsafe<string>({ ...line(1, LONGEST_FOUND_BY, 'tray, drawer'), pattern: '^$|[\\p{L}\\p{N}]' }),
  { maxItems: MOST_FOUND_BY },
);

/**
 * The schema, or null. It has a list of types and not `anyOf`, because that serialises fast and reads well in
 * OpenAPI.
 */
export function nullable<S extends TSchema>(schema: S) {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: unknown[] };
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  });
}

/** One of a closed list of words. */
export const oneOf = <const W extends readonly string[]>(
  words: W,
  more: { default?: W[number]; description?: string } = {},
) => Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...more });

/** A comma list of such words for a filter in an address: `verified` or `verified,waiting`. */
export const someOf = <const W extends readonly string[]>(words: W) =>
  Type.String({
    pattern: `^(${words.join('|')})(,(${words.join('|')})){0,${words.length - 1}}$`,
    description: `One or more of ${words.join(', ')}, separated by commas.`,
    examples: [words[0] as string],
  });

/** An e-mail address that somebody types; its domain may have letters of its own. */
export const Email = Type.String({
  text: true,
  address: true,
  format: 'email',
  maxLength: 254,
  examples: ['ada@example.com'],
});

/** An object with exactly these fields: a request with any other is refused, an answer drops it. */
export const record = <P extends Record<string, TSchema>>(properties: P, more: Record<string, unknown> = {}) =>
  Type.Object(properties, { additionalProperties: false, ...more });

/** A page of a list (docs/rules/conventions.md#lists). @param usual how many things it has unless the caller says it. */
export const pageParameters = (usual: number) => ({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: usual })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'From the `next` link of the page before.' })),
});

/** The query of a list that has no filters. */
export const PageFilter = record(pageParameters(PAGE_SIZE));
export type PageFilter = Static<typeof PageFilter>;
export const LongPageFilter = record(pageParameters(LONG_PAGE_SIZE));

/** The query of an address that gives a file: anything. */
export const FileQuery = Type.Object(
  {},
  { additionalProperties: true, description: 'Anything: clients put a version there.' },
);

/** The act in which something was made. */
export const actId = Type.Optional(nullable(Id));

/** The path of one thing. */
export const IdPath = record({ id: Id });
export type IdPath = Static<typeof IdPath>;
