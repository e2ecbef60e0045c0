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

/**
 * Reads which fields `--json` asks for.
 *
 * @throws UsageError that lists the fields, when one is unknown or none is named.
 */
export function fieldsNamed<Thing>(asked: string, fields: FieldsOf<Thing>): (keyof Thing & string)[] {
  const names = asked.split(',').map((name) => name.trim());
  const isField = (name: string): name is keyof Thing & string => Object.hasOwn(fields, name);
  const unknown = names.filter((name) => !isField(name));
  if (unknown.length > 0) {
    const [first = ''] = unknown;
    const known = Object.keys(fields);
    const which =
      unknown.join('') === '' ? 'Name the fields.' : `There is no field ${unknown.join(', ')}.${perhaps(first, known)}`;
    throw new UsageError(`${which} There are:\n${known.join('\n')}`);
  }
  return names.filter(isField);
}

/** Those fields of a thing. A field that the reader may not have is null. */
export const picked = <Thing>(thing: Thing, names: readonly (keyof Thing & string)[]): object =>
  Object.fromEntries(names.map((name) => [name, thing[name] ?? null]));

/** Writes JSON, laid out for people. What a terminal might obey is written as an escape. */
export function printJson(terminal: Terminal, value: unknown): void {
  const json = JSON.stringify(value, null, terminal.isForPeople ? 2 : 0);
  terminal.say(terminal.isForPeople ? escaped(json) : json);
}
