import { resolve } from 'node:path';
import { PEOPLE_CHOICES, TABLE_ENCODINGS, TABLE_SEPARATORS } from '#contract/table-words.ts';
import { readTyped, type TerminalCommand, type Typed, UsageError } from '#platform';
import { importFromCsv } from '../imports/csv/csv-command.ts';
import type { CsvOptions } from '../imports/csv/csv-options.ts';
import { readMeaning } from '../imports/source-words.ts';
import { choiceOf, meaningsOf } from './option-values.ts';

export const CSV_USAGE = `  import csv <file.csv>            Brings the tickets of a table, as the list gives it or another product. It says what it
                                   would do, and asks; without a terminal it does it.
      --dry-run, --yes             Writes nothing; does not ask.
      --columns "Temat=title,X="   Says which column is which; X is left out.
      --ignore-unknown             Leaves out columns that Kwit does not know.
      --encoding windows-1250      Of a file that is not UTF-8: also iso-8859-2, windows-1252, iso-8859-1, utf-16le.
      --separator ";"              Where the header does not tell: a comma, a semicolon or tab.
      --zone Europe/Warsaw         Of times that tell none; else they are UTC.
      --people placeholder|create|skip
                                   People whom Kwit does not know: they cannot sign in until a developer activates them;
                                   they may, where their domain is allowed; they are left out.
      --map status.Done=closed     Says what a word means. It may be given more than once.
      --comments <file.csv>        Brings comments: external_id, author_email, created_at, is_internal, content.
      --files <folder>             Has the files that the column attachments names, one a line.
      --rejected <file.csv>        Writes the rows that cannot be imported, to be corrected and imported.
      --source <name>              Tells apart tables whose external_id would mix.
      --report <file>              Writes the report as JSON.`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  columns: { type: 'string', multiple: true },
  'ignore-unknown': { type: 'boolean' },
  encoding: { type: 'string' },
  separator: { type: 'string' },
  zone: { type: 'string' },
  people: { type: 'string' },
  map: { type: 'string', multiple: true },
  comments: { type: 'string' },
  files: { type: 'string' },
  rejected: { type: 'string' },
  source: { type: 'string' },
  report: { type: 'string' },
} as const;

/** Reads the words after `kwit import csv`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readCsvImport(args: readonly string[]): TerminalCommand | null {
  const read = readTyped(args, OPTIONS);
  const [path = '', ...rest] = read?.positionals ?? [];
  if (read === null || path === '' || rest.length > 0) return null;
  const { values } = read;
  const options = optionsOf(path, values);
  const manner = {
    isTrial: values['dry-run'] ?? false,
    asks: !values.yes,
    reportPath: values.report ?? null,
    rejectedPath: values.rejected ?? null,
  };
  return (parts) => importFromCsv(parts, options, manner);
}

type Values = Typed<typeof OPTIONS>['values'];

/** @throws UsageError */
function optionsOf(path: string, values: Values): CsvOptions {
  const spelled = values.separator === 'tab' || values.separator === '\\t' ? '\t' : values.separator;
  const zone = values.zone ?? 'UTC';
  if (!isZone(zone)) throw new UsageError(`--zone cannot be “${zone}”. It is a name like Europe/Warsaw, or UTC.`);
  return {
    product: 'csv',
    path: resolve(path),
    comments: values.comments === undefined ? null : resolve(values.comments),
    filesFolder: values.files === undefined ? null : resolve(values.files),
    encoding: choiceOf('encoding', TABLE_ENCODINGS, values.encoding?.toLowerCase() ?? 'utf-8'),
    separator: spelled === undefined ? null : choiceOf('separator', TABLE_SEPARATORS, spelled),
    zone,
    people: choiceOf('people', PEOPLE_CHOICES, values.people ?? 'placeholder'),
    columns: columnsOf(values.columns ?? []),
    ignoresUnknown: values['ignore-unknown'] ?? false,
    meanings: Object.fromEntries(meaningsOf(values.map ?? [], readMeaning, 'status.Done=closed')),
    source: values.source ?? '',
  };
}

function columnsOf(given: readonly string[]): Record<string, string> {
  const pairs = given.flatMap((text) => text.split(/,(?=[^,=]+=)/));
  const strange = pairs.find((pair) => pair.split('=').length !== 2);
  if (strange !== undefined)
    throw new UsageError(`--columns cannot be “${strange}”. It says which column is which: Temat=title`);
  return Object.fromEntries(pairs.map((pair) => pair.split('=').map((word) => word.trim())));
}

function isZone(zone: string): boolean {
  try {
    Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone);
    return true;
  } catch {
    return false;
  }
}
