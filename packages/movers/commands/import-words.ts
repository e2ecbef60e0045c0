import { resolve } from 'node:path';
import { DATE_ORDERS, PEOPLE_CHOICES, TABLE_ENCODINGS, TABLE_SEPARATORS } from '#contract/table-words.ts';
import { readTyped, type TerminalCommand, type Typed, UsageError } from '#platform';
import { type CsvOptions, importFromCsv } from '../imports/csv/csv-command.ts';
import { type GithubOptions, importFromGithub } from '../imports/github/github-command.ts';
import { readGithubMeaning } from '../imports/github/github-tickets.ts';
import { importFromKwit } from '../imports/kwit/load-export.ts';
import { importFromOpenArca, type OpenArcaRequest, verifyOpenArca } from '../imports/openarca/openarca-command.ts';
import { readMeaning } from '../imports/source-words.ts';
import { MAIL_USAGE, readMailImport } from './mail-words.ts';
import {
  JIRA_USAGE,
  REDMINE_USAGE,
  readJiraImport,
  readRedmineImport,
  readTrelloImport,
  readZammadImport,
  TRELLO_USAGE,
  ZAMMAD_USAGE,
} from './mover-words.ts';
import { choiceOf, isZone, meaningsOf } from './option-values.ts';
import { resumeImport } from './resume-import.ts';

export const CSV_USAGE = `  import csv <file.csv>            Brings the tickets of a table, as the list gives it or another product. It says what it
                                   would do, and asks; without a terminal it does it.
      --dry-run, --yes             Writes nothing; does not ask.
      --columns "Temat=title,X="   Says which column is which; X is left out.
      --ignore-unknown             Leaves out columns that Kwit does not know.
      --encoding windows-1250      Of a file that is not UTF-8: also iso-8859-2, windows-1252, iso-8859-1, utf-16le.
      --separator ";"              Where the header does not tell: a comma, a semicolon or tab.
      --zone Europe/Warsaw         Of times that tell none; else they are UTC.
      --dates dmy|mdy|ymd          How days are written, months by name too: 20.11.2026, 11/20/2026, 2026/11/20.
      --people <people.csv>        Says who the names of reporters and assignees are: login, email, name.
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
  people: { type: 'string', multiple: true },
  dates: { type: 'string' },
  map: { type: 'string', multiple: true },
  comments: { type: 'string' },
  files: { type: 'string' },
  rejected: { type: 'string' },
  source: { type: 'string' },
  report: { type: 'string' },
} as const;

/** Reads the words after `kwit import csv`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readCsvImport(args: readonly string[], verifies = false): TerminalCommand | null {
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
    verifies,
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
    ...peopleOf(values.people ?? []),
    dates: values.dates === undefined ? null : choiceOf('dates', DATE_ORDERS, values.dates),
    columns: columnsOf(values.columns ?? []),
    ignoresUnknown: values['ignore-unknown'] ?? false,
    meanings: Object.fromEntries(meaningsOf(values.map ?? [], readMeaning, 'status.Done=closed')),
    source: values.source ?? '',
  };
}

/** A table of people is a file; another word is a choice. @throws UsageError */
function peopleOf(given: readonly string[]): Pick<CsvOptions, 'people' | 'peoplePath'> {
  const path = given.find((one) => /[./\\]/.test(one));
  const choice = given.find((one) => one !== path) ?? 'placeholder';
  return {
    people: choiceOf('people', PEOPLE_CHOICES, choice),
    peoplePath: path === undefined ? null : resolve(path),
  };
}

function columnsOf(given: readonly string[]): Record<string, string> {
  const pairs = given.flatMap((text) => text.split(/,(?=[^,=]+=)/));
  const strange = pairs.find((pair) => pair.split('=').length !== 2);
  if (strange !== undefined)
    throw new UsageError(`--columns cannot be “${strange}”. It says which column is which: Temat=title`);
  return Object.fromEntries(pairs.map((pair) => pair.split('=').map((word) => word.trim())));
}

export const GITHUB_USAGE = `  import github <issues.json …|archive.tar.gz>
                                   Brings issues: what "gh issue list --json" writes, pages of the REST interface with those
                                   of /issues/comments beside them, or a migration archive, which has files, too.
      --people <people.csv>        Says who is who: login, email, name. Others come as "login (GitHub)".
      --map label.bug=category.bug Says what a label means, a category or a priority. It may be given more than once.
      --map state.open=verified    The status of open issues; else they are submitted.
      --labels-as-projects         Makes the first label that means nothing else the project.
      --answer last-comment        Makes the last comment of a closed issue its answer.
      --rejected <file>            Where rows go that are no issues, to be corrected and imported; not of an archive.
      --dry-run, --yes, --report <file>
                                   As for a table.`;

const IMPORT_GITHUB_WORDS_OPTIONS = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  people: { type: 'string' },
  map: { type: 'string', multiple: true },
  'labels-as-projects': { type: 'boolean' },
  answer: { type: 'string' },
  report: { type: 'string' },
  rejected: { type: 'string' },
} as const;

/** Reads the words after `kwit import github`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readGithubImport(args: readonly string[], verifies = false): TerminalCommand | null {
  const read = readTyped(args, IMPORT_GITHUB_WORDS_OPTIONS);
  if (read === null || read.positionals.length === 0) return null;
  const { values, positionals } = read;
  const meanings = meaningsOf(values.map ?? [], readGithubMeaning, 'label.bug=category.bug');
  if (values.answer !== undefined) choiceOf('answer', ['last-comment'], values.answer);
  const options: GithubOptions = {
    product: 'github',
    paths: positionals.map((path) => resolve(path)),
    peoplePath: values.people === undefined ? null : resolve(values.people),
    meanings: Object.fromEntries(meanings),
    labelsAsProjects: values['labels-as-projects'] ?? false,
    lastCommentAnswers: values.answer !== undefined,
  };
  const { report: reportPath = null, rejected: rejectedPath = null } = values;
  const manner = { isTrial: values['dry-run'] ?? false, asks: !values.yes, reportPath, rejectedPath, verifies };
  return (parts) => importFromGithub(parts, options, manner);
}

export const IMPORT_USAGE = `  import kwit <file.tar>           Brings everything of an export into an empty Kwit: all of it, or nothing.
  import openarca <folder|backup.tar.gz|data.sqlite>
                                   Brings everything of an OpenArca: all of it, or nothing. Stop Kwit first.
      --dry-run                    Reads everything and writes nothing.
      --report <file>              Writes the report as JSON.
      --map status.resolved=waiting
                                   Says what a word means that Kwit does not have: of a status, a category, a priority or
                                   a task_status. It may be given more than once.
      --renumber                   Gives its tickets other numbers when Kwit has tickets with theirs.
      --settings, --mail-settings  Takes over edition and flags; the mail provider with its secrets.
      --allow-missing-files        Ends with 0 although uploaded files are missing.
      --repair-links               Imports a database with broken links between its rows.
  import verify openarca <folder|backup.tar.gz|data.sqlite>
                                   Compares every value with what came to Kwit; ends with 1 when one differs.
${CSV_USAGE}
${GITHUB_USAGE}
${JIRA_USAGE}
${REDMINE_USAGE}
${TRELLO_USAGE}
${ZAMMAD_USAGE}
${MAIL_USAGE}
  import verify csv|github|jira|mail|redmine|trello|zammad …
                                   The same for what came from there: said as the import was, with the same options.
  import resume                    Goes on with the imports that were killed, each with what it was asked for.`;

const IMPORT_WORDS_OPTIONS = {
  'dry-run': { type: 'boolean' },
  report: { type: 'string' },
  map: { type: 'string', multiple: true },
  renumber: { type: 'boolean' },
  settings: { type: 'boolean' },
  'mail-settings': { type: 'boolean' },
  'allow-missing-files': { type: 'boolean' },
  'repair-links': { type: 'boolean' },
} as const;

/** Products whose tickets come over one engine, and are compared by it. */
const PRODUCTS: ReadonlyMap<string, (args: readonly string[], verifies: boolean) => TerminalCommand | null> = new Map([
  ['csv', readCsvImport],
  ['github', readGithubImport],
  ['jira', readJiraImport],
  ['mail', readMailImport],
  ['redmine', readRedmineImport],
  ['trello', readTrelloImport],
  ['zammad', readZammadImport],
]);

/** Reads the words after `kwit import`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readImport(args: readonly string[]): TerminalCommand | null {
  const verifies = args[0] === 'verify';
  const [product = '', ...words] = verifies ? args.slice(1) : args;
  const readProduct = PRODUCTS.get(product);
  if (readProduct !== undefined) return readProduct(words, verifies);
  if (args[0] === 'resume') return args.length === 1 ? resumeImport : null;
  const read = readTyped(args, IMPORT_WORDS_OPTIONS);
  if (read === null) return null;
  const [what, ...rest] = read.positionals;
  const [path = ''] = rest;
  if (what === 'kwit')
    return rest.length === 1 && Object.keys(read.values).length === 0 ? (parts) => importFromKwit(parts, path) : null;
  if (what === 'verify' && rest[0] === 'openarca') {
    const request = rest.length === 2 ? requestOf(rest[1] ?? '', read.values) : null;
    return request && ((parts) => verifyOpenArca(parts, request));
  }
  const request = what === 'openarca' && rest.length === 1 ? requestOf(path, read.values) : null;
  return request && (async (parts) => ((await importFromOpenArca(parts, request)) ? 0 : 3));
}

type OpenArcaValues = Typed<typeof IMPORT_WORDS_OPTIONS>['values'];

function requestOf(path: string, values: OpenArcaValues): OpenArcaRequest | null {
  const meanings = meaningsOf(values.map ?? [], readMeaning, 'status.resolved=waiting');
  if (path === '') return null;
  return {
    path,
    isTrial: values['dry-run'] ?? false,
    reportPath: values.report ?? null,
    meanings: new Map(meanings),
    renumbers: values.renumber ?? false,
    settings: { all: values.settings ?? false, mail: values['mail-settings'] ?? false },
    allowsMissingFiles: values['allow-missing-files'] ?? false,
    repairsLinks: values['repair-links'] ?? false,
  };
}
