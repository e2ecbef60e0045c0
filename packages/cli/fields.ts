/** Values of fields of a category or a project on the command line. */
import { type Kwit, orThrow } from '@kwit/client';
import { UsageError } from './exit.ts';
import { perhaps } from './nearest.ts';

export const FIELD_OPTION = {
  field: {
    type: 'string',
    multiple: true,
    value: 'key=value',
    about: 'What it says in a field of its category; several options with commas. May be given more than once.',
  },
} as const;

/** A value as the field of its key takes it; nothing takes one away. */
function valueGiven(kind: string, text: string): unknown {
  if (text === '') return null;
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (kind === 'yes_no')
    return text === 'yes' || text === 'true' ? true : text === 'no' || text === 'false' ? false : text;
  return kind === 'choices' ? text.split(',') : text;
}

/**
 * The values that `--field` gives.
 *
 * @returns undefined where none is given.
 * @throws UsageError for what is no `key=value`, and for a key of no field.
 */
export async function fieldsGiven(
  kwit: Kwit,
  texts: readonly string[] = [],
): Promise<Record<string, unknown> | undefined> {
  if (texts.length === 0) return undefined;
  const fields = (await orThrow(kwit.GET('/api/fields'))).filter((field) => field.archived_at === null);
  const keys = fields.map(({ key }) => key);
  const there = keys.length === 0 ? 'There are none.' : `There are: ${keys.join(', ')}`;
  return Object.fromEntries(
    texts.map((text) => {
      const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (key === '') throw new UsageError(`--field takes key=value, not ${text}.`);
      const field = fields.find((candidate) => candidate.key === key);
      if (field === undefined) throw new UsageError(`There is no field ${key}.${perhaps(key, keys)} ${there}`);
      return [key, valueGiven(field.kind, value)];
    }),
  );
}
