import { resolve } from 'node:path';
import { PEOPLE_CHOICES, TABLE_ENCODINGS, TABLE_SEPARATORS } from '#contract/table-words.ts';
import { type Typed, UsageError } from '#platform';
import { rejectedAt } from '../import-report.ts';
import type { IncomingPerson } from '../incoming/incoming-ticket.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { readPeople } from '../people-table.ts';
import {
  addressesOf,
  choiceOf,
  datesOf,
  FLAG,
  madeFieldsOf,
  meaningsOf,
  pathOf,
  VALUE,
  VALUES,
  zoneOf,
} from '../product.ts';
import { readMeaning, SourceWords } from '../source-words.ts';
import { type CsvTickets, openCsvTickets } from './csv-tickets.ts';
import { RejectedRows } from './rejected-rows.ts';
import { ZoneClock } from './row-cells.ts';
import { fileOnDisk, filesInFolder, sha256Of } from './table-files.ts';

const FLAGS = {
  columns: VALUES,
  people: VALUES,
  map: VALUES,
  'ignore-unknown': FLAG,
  fields: FLAG,
  encoding: VALUE,
  separator: VALUE,
  zone: VALUE,
  dates: VALUE,
  comments: VALUE,
  files: VALUE,
  rejected: VALUE,
  source: VALUE,
  'restricted-to': VALUES,
} as const;

function optionsOf(path: string, values: Typed<typeof FLAGS>['values']) {
  const { people = [], encoding = 'utf-8', separator, zone = 'UTC', dates, source = '' } = values;
  const spelled = separator === 'tab' || separator === '\\t' ? '\t' : separator;
  // A table of people is a file; another word is a choice.
  const table = people.find((word) => /[./\\]/.test(word));
  return {
    product: 'csv' as const,
    path: resolve(path),
    comments: pathOf(values.comments),
    filesFolder: pathOf(values.files),
    encoding: choiceOf('encoding', TABLE_ENCODINGS, encoding.toLowerCase()),
    separator: spelled === undefined ? null : choiceOf('separator', TABLE_SEPARATORS, spelled),
    zone: zoneOf(zone),
    people: choiceOf('people', PEOPLE_CHOICES, people.find((word) => word !== table) ?? 'placeholder'),
    /** A table of `login, email, name`, by which names are people; null for none. */
    peoplePath: pathOf(table),
    dates: datesOf(dates),
    columns: columnsOf(values.columns),
    ignoresUnknown: values['ignore-unknown'] ?? false,
    meanings: meaningsOf(values.map, readMeaning, 'status.Done=closed'),
    restrictedTo: addressesOf(values['restricted-to']),
    ...madeFieldsOf(values.fields),
    /** Tells apart several tables whose ids would mix. */
    source,
  };
}
export type CsvOptions = ReturnType<typeof optionsOf>;

function columnsOf(texts: readonly string[] = []): Record<string, string> {
  const pairs = texts.flatMap((text) => text.split(/,(?=[^,=]+=)/));
  const strange = pairs.find((pair) => pair.split('=').length !== 2);
  if (strange !== undefined)
    throw new UsageError(`--columns cannot be “${strange}”. It says which column is which: Temat=title`);
  return Object.fromEntries(pairs.map((pair) => pair.split('=').map((word) => word.trim())));
}

/** @throws ImportRefused for a file or a header that cannot be read. */
export async function openCsv(options: CsvOptions, rejectedPath: string | null = null): Promise<OpenImport> {
  const tickets = await fileOnDisk(resolve(options.path));
  const comments = options.comments === null ? null : await fileOnDisk(options.comments);
  const request = {
    tickets,
    comments,
    findFile: await filesInFolder(options.filesFolder),
    form: { encoding: options.encoding, separator: options.separator },
    choice: {
      meant: options.columns,
      ignoresUnknown: options.ignoresUnknown,
      takesFields: options.makesFields ?? false,
    },
    words: new SourceWords(new Map(Object.entries(options.meanings))),
    clock: new ZoneClock(options.zone),
    dates: options.dates ?? null,
    people: byNames(await readPeople(options.peoplePath ?? null)),
    source: options.source,
  };
  const source = await openCsvTickets(request, await sha256Of([tickets, ...(comments ? [comments] : [])]));
  return { name: options.path, people: options.people, source, ...rejectedFiles(source, rejectedPath) };
}

export const CSV = { flags: FLAGS, options: optionsOf, open: openCsv };

const byNames = (people: ReadonlyMap<string, IncomingPerson>): ReadonlyMap<string, IncomingPerson> =>
  new Map(
    [...people].flatMap(([login, person]) => [login, person.name?.toLowerCase() ?? login].map((key) => [key, person])),
  );

/** Has the rows that are rejected written into files, while they are read for the first time. */
function rejectedFiles(source: CsvTickets, path: string | null): Pick<OpenImport, 'trial' | 'said'> {
  const files = new Map<string, RejectedRows>();
  if (path !== null) {
    files.set('tickets', new RejectedRows(path, source.tickets));
    const beside = path.replace(/(\.\w+)?$/, '-comments$1');
    if (source.comments !== null) files.set('comments', new RejectedRows(beside, source.comments));
  }
  const words = new Set<string>();
  const rows = () =>
    source.rows((of, row, why) => {
      files.get(of)?.add(row, why);
      for (const { code, column, value } of why.problems)
        if (code === 'unknown_word') words.add(`${column === 'urgency_reporter' ? 'priority' : column}.${value}`);
    });
  const end = async () => {
    for (const file of files.values()) await file.end();
  };
  const said = () => {
    const meanings = [...words].map((word) => `--map ${JSON.stringify(`${word}=…`)}`);
    const ready = words.size === 0 ? [] : [`Say what these words mean: ${meanings.join(' ')}`];
    return [...files.values()].flatMap(({ count, path }) => (count === 0 ? [] : rejectedAt(path, count))).concat(ready);
  };
  return { trial: { source: { name: source.name, sha256: source.sha256, rows }, end }, said };
}
