import {
  fromJsonSchema,
  type JsonSchemaValidator,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { bodyCheck, fieldProblems, type JsonSchema, withoutOwnKeywords } from '#platform';
import type { Effect, Tool } from '../tools/tool.ts';

const schemas = new Map<string, StandardSchemaWithJSON>();

/** The input of a tool, as clients read it. It is checked as bodies of requests are, which trims texts. */
export function inputSchemaOf({ name, input }: Tool): StandardSchemaWithJSON {
  const known = schemas.get(name);
  if (known !== undefined) return known;
  const check = bodyCheck(input);
  const getValidator =
    <T>(): JsonSchemaValidator<T> =>
    (given) =>
      check(given)
        ? { valid: true, data: given as T, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: sentences(check.errors) };
  const schema = fromJsonSchema(withoutOwnKeywords(input as unknown as JsonSchema), { getValidator });
  schemas.set(name, schema);
  return schema;
}

const sentences = (errors: Parameters<typeof fieldProblems>[0] | null = null): string =>
  fieldProblems(errors ?? [], 'arguments')
    .map(({ message }) => message)
    .join(' ');

/** What clients are told of a tool, so that they ask their users before it does something. */
export const hintsOf = (effect: Effect): ToolAnnotations => ({
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'sends',
  idempotentHint: effect === 'reads',
  openWorldHint: false,
});
