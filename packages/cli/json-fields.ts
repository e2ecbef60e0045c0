import { UsageError } from './exit.ts';
import { perhaps } from './nearest.ts';
import { escaped } from './terminal/table.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Every field of a thing, by the interface's names. The type asks for each, and for no other. */
export type FieldsOf<Thing> = Readonly<Record<keyof Thing & string, true>>;

export const JSON_OPTION = {
  json: {
    type: 'string',
    value: 'fields',
    about: 'Writes these fields as JSON: number,title,… Without any, lists them.',
  },
} as const;

function fieldsNamed(list: string, fields: readonly string[]): string[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !fields.includes(name));
  if (unknown.length === 0) return names;
  const [first = ''] = unknown;
  const which =
    unknown.join('') === '' ? 'Name the fields.' : `There is no field ${unknown.join(', ')}.${perhaps(first, fields)}`;
  throw new UsageError(`${which} There are:\n${fields.join('\n')}`);
}

/**
 * Makes the writer of the fields for which `--json` asks, of a thing or of a list of them; null where it was not given. A field that
 * the reader may not have is null. What a terminal might obey is written as an escape.
 *
 * @throws UsageError that lists the fields, when one is unknown or none is named.
 */
export function jsonWriter(
  terminal: Terminal,
  list: string | undefined,
  fields: Readonly<Record<string, true>>,
): ((what: object | readonly object[]) => void) | null {
  if (list === undefined) return null;
  const names = fieldsNamed(list, Object.keys(fields));
  const picked = (thing: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, thing[name] ?? null]));
  return (what) => {
    const value = Array.isArray(what) ? what.map(picked) : picked(what as Record<string, unknown>);
    const json = JSON.stringify(value, null, terminal.isForPeople ? 2 : 0);
    terminal.say(terminal.isForPeople ? escaped(json) : json);
  };
}
