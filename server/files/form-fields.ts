import type { TObject } from 'typebox';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * The fields of a form as JSON would have them: an empty optional part counts as not sent, and `true`, `false`, `1` and
 * `0` are booleans where the schema has one. Whether they are valid is for the schema's check to say.
 */
export function fieldsOfForm({ properties, required }: TObject, fields: Readonly<Record<string, string>>): object {
  const isSent = ([name, value]: [string, string]) => value.trim() !== '' || required.includes(name);
  return Object.fromEntries(
    Object.entries(fields)
      .filter(isSent)
      .map(([name, value]) => [name, isBoolean(properties[name]) ? (BOOLEANS.get(value) ?? value) : value]),
  );
}

const isBoolean = (schema: object | undefined): boolean =>
  schema !== undefined && 'type' in schema && schema.type === 'boolean';
