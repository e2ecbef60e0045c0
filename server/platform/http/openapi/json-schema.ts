/** A JSON Schema as it stands in the document: plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords that describe a schema and allow or refuse nothing. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'default', 'example', 'examples', 'title']);

/** Our validator's keywords (`validation.ts`), which no other program knows. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(['text', 'line', 'address', 'domain', 'zone']);

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with `change` made to each schema that it directly consists of. */
export function mapParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const apply = (value: unknown) => (isSchema(value) ? change(value) : value);
  const changed = Object.entries(schema).map(([key, value]) => {
    if (key === 'properties' && isSchema(value))
      return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, apply(part)]))];
    if (key === 'items' || key === 'additionalProperties') return [key, apply(value)];
    if ((key === 'anyOf' || key === 'allOf' || key === 'oneOf') && Array.isArray(value)) return [key, value.map(apply)];
    return [key, value];
  });
  return Object.fromEntries(changed);
}

const only = (schema: JsonSchema, isKept: (key: string) => boolean): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => isKept(key)));

export const withoutOwnKeywords = (schema: JsonSchema): JsonSchema =>
  mapParts(
    only(schema, (key) => !OWN_KEYWORDS.has(key)),
    withoutOwnKeywords,
  );

export const annotationsOf = (schema: JsonSchema): JsonSchema => only(schema, (key) => ANNOTATIONS.has(key));

/** The values that a schema allows, as a text: equal for two schemas that differ in their descriptions alone. */
export const shapeOf = (schema: JsonSchema): string =>
  JSON.stringify(
    Object.entries(schema)
      .filter(([key]) => !ANNOTATIONS.has(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The schema without null; null if it allows no null. */
export function withoutNull(schema: JsonSchema): JsonSchema | null {
  const { type, enum: words } = schema;
  if (!Array.isArray(type) || !type.includes('null')) return null;
  const [first, ...others] = type.filter((name) => name !== 'null');
  const rest = { ...schema, type: others.length === 0 ? first : [first, ...others] };
  return Array.isArray(words) ? { ...rest, enum: words.filter((word) => word !== null) } : rest;
}

/** `ticket.status_changed` and `ticket_not_found` as the document's names are written: `TicketStatusChanged`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
