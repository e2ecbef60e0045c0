import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { DATE_ORDERS, PEOPLE_CHOICES, TABLE_ENCODINGS, TABLE_SEPARATORS } from '#contract/table-words.ts';
import { STATUSES, type Status } from '#contract/words.ts';
import { readTyped, type TerminalCommand, type Typed, UsageError } from '#platform';
import { readGithubMeaning } from '../imports/github/github-tickets.ts';
import { importByCommand, type ProductOptions, resumeImport } from '../imports/import-command.ts';
import { ImportRefused } from '../imports/import-report.ts';
import { JIRA_COLUMNS, type JiraColumn } from '../imports/jira/jira-columns.ts';
import { importFromKwit } from '../imports/kwit/load-export.ts';
import { importFromOpenArca, verifyOpenArca } from '../imports/openarca/openarca-command.ts';
import { MARKUPS } from '../imports/redmine/redmine-command.ts';
import { readDay, readMeaning } from '../imports/source-words.ts';
import { choiceOf, isLastComment, meaningsOf, pathOf, zoneOf } from './option-values.ts';

const FLAG = { type: 'boolean' } as const;
const VALUE = { type: 'string' } as const;
const VALUES = { type: 'string', multiple: true } as const;

const MANNER = { 'dry-run': FLAG, yes: FLAG, report: VALUE } as const;
type Manner = Typed<typeof MANNER & { readonly rejected: typeof VALUE }>['values'];

/** Reads the words after `kwit import <product>`. @returns null when they say nothing that Kwit can do. @throws UsageError */
type ReadImport = (args: readonly string[], verifies: boolean) => TerminalCommand | null;

/** @param asked what the words ask for, by the paths and the options; a refusal is one of the import itself. @param most paths. */
function importOf<const O extends ParseArgsOptionsConfig>(
  options: O,
  asked: (path: string, values: Typed<O>['values'], paths: readonly string[]) => ProductOptions | ImportRefused,
  most = 1,
): ReadImport {
  return (args, verifies) => {
    const read = readTyped<ParseArgsOptionsConfig>(args, { ...options, ...MANNER });
    const [path = ''] = read?.positionals ?? [];
    if (read === null || path === '' || read.positionals.length > most) return null;
    const wanted = asked(path, read.values as Typed<O>['values'], read.positionals);
    if (wanted instanceof ImportRefused) return () => Promise.reject(wanted);
    const { 'dry-run': isTrial = false, yes, report = null, rejected = null } = read.values as Manner;
    const manner = { isTrial, asks: !yes, reportPath: report, rejectedPath: rejected, verifies };
    return (parts) => importByCommand(parts, wanted, manner);
  };
}

const ofCsv = importOf(
  {
    ...{ columns: VALUES, people: VALUES, map: VALUES, 'ignore-unknown': FLAG, encoding: VALUE, separator: VALUE },
    ...{ zone: VALUE, dates: VALUE, comments: VALUE, files: VALUE, rejected: VALUE, source: VALUE },
  },
  (path, { people = [], encoding = 'utf-8', separator, zone = 'UTC', dates, columns = [], map = [], ...values }) => {
    const spelled = separator === 'tab' || separator === '\\t' ? '\t' : separator;
    // A table of people is a file; another word is a choice.
    const table = people.find((one) => /[./\\]/.test(one));
    return {
      ...{ product: 'csv', path: resolve(path), zone: zoneOf(zone), source: values.source ?? '' },
      ...{ comments: pathOf(values.comments), filesFolder: pathOf(values.files) },
      encoding: choiceOf('encoding', TABLE_ENCODINGS, encoding.toLowerCase()),
      separator: spelled === undefined ? null : choiceOf('separator', TABLE_SEPARATORS, spelled),
      people: choiceOf('people', PEOPLE_CHOICES, people.find((one) => one !== table) ?? 'placeholder'),
      peoplePath: pathOf(table),
      dates: dates === undefined ? null : choiceOf('dates', DATE_ORDERS, dates),
      columns: columnsOf(columns),
      ignoresUnknown: values['ignore-unknown'] ?? false,
      meanings: Object.fromEntries(meaningsOf(map, readMeaning, 'status.Done=closed')),
    };
  },
);

function columnsOf(given: readonly string[]): Record<string, string> {
  const pairs = given.flatMap((text) => text.split(/,(?=[^,=]+=)/));
  const strange = pairs.find((pair) => pair.split('=').length !== 2);
  if (strange !== undefined)
    throw new UsageError(`--columns cannot be “${strange}”. It says which column is which: Temat=title`);
  return Object.fromEntries(pairs.map((pair) => pair.split('=').map((word) => word.trim())));
}

const ofGithub = importOf(
  { people: VALUE, map: VALUES, 'labels-as-projects': FLAG, answer: VALUE, rejected: VALUE },
  (_, { people, map = [], answer, 'labels-as-projects': labelsAsProjects = false }, paths) => ({
    ...{ product: 'github', paths: paths.map((path) => resolve(path)), peoplePath: pathOf(people), labelsAsProjects },
    meanings: Object.fromEntries(meaningsOf(map, readGithubMeaning, 'label.bug=category.bug')),
    lastCommentAnswers: isLastComment(answer),
  }),
  Infinity,
);

const FROM_A_FILE = { zone: VALUE, people: VALUE, files: VALUE, map: VALUES, comments: VALUE, answer: VALUE } as const;

/** What is said of comments and answers of a file. @param usual who reads its comments, unless somebody says otherwise. */
const choicesOf = (
  { people, files, comments, answer }: Typed<typeof FROM_A_FILE>['values'],
  usual: 'public' | 'internal',
) => ({
  ...{ peoplePath: pathOf(people), filesFolder: pathOf(files), lastCommentAnswers: isLastComment(answer) },
  commentsArePublic: choiceOf('comments', ['public', 'internal'], comments ?? usual) === 'public',
});

const ofJira = importOf({ ...FROM_A_FILE, source: VALUE, columns: VALUES }, (path, { zone, ...values }) => {
  const { map = [], columns = [], source = '' } = values;
  if (zone === undefined)
    return new ImportRefused(
      'The times of Jira tell no zone. Say it: --zone Europe/Warsaw, the zone of who exported it.',
    );
  return {
    ...{ product: 'jira', path: resolve(path), source, zone: zoneOf(zone), ...choicesOf(values, 'internal') },
    columns: Object.fromEntries(columns.map(readJiraColumn)),
    meanings: Object.fromEntries(meaningsOf(map, readMeaning, 'status.Live=closed')),
  };
});

function readJiraColumn(text: string): readonly [string, JiraColumn] {
  const [, name = '', meant = ''] = /^(.+)=(\w+)$/.exec(text) ?? [];
  const column = JIRA_COLUMNS.find((one) => one === meant);
  if (column !== undefined) return [name.trim(), column];
  throw new UsageError(
    `--columns cannot be “${text}”. It says which column is which: "Titel=summary"; ${JIRA_COLUMNS.join(', ')}.`,
  );
}

const ofTrello = importOf({ ...FROM_A_FILE, 'closed-lists': VALUE }, (path, { zone = 'UTC', ...values }) => {
  const { map = [], 'closed-lists': closed = '' } = values;
  const lists = closed.split(',').flatMap((name): [string, Status][] => (name.trim() ? [[name.trim(), 'closed']] : []));
  return {
    ...{ product: 'trello', path: resolve(path), zone: zoneOf(zone), ...choicesOf(values, 'public') },
    lists: Object.fromEntries([...lists, ...meaningsOf(map, readList, 'list.Doing=in_progress')]),
  };
});

/** Reads `list.Doing=in_progress`. @returns null for anything else. */
function readList(text: string): readonly [string, Status] | null {
  const [, name, meant] = /^list\.(.+)=([a-z_]+)$/.exec(text) ?? [];
  const status = STATUSES.find((one) => one === meant);
  return name === undefined || status === undefined ? null : [name, status];
}

const FROM_A_SERVICE = { 'key-file': VALUE, save: VALUE, source: VALUE, people: VALUE, answer: VALUE } as const;

/** @param path a folder, which is made a whole path; or the address of a service. */
const serviceOf = (
  path: string,
  { 'key-file': key, save, people, source = '', answer }: Typed<typeof FROM_A_SERVICE>['values'],
) => ({
  ...{ path: /^https?:/i.test(path) ? path : resolve(path), keyPath: pathOf(key), savePath: pathOf(save) },
  ...{ peoplePath: pathOf(people), source, lastCommentAnswers: isLastComment(answer) },
});

const ofRedmine = importOf(
  { ...FROM_A_SERVICE, map: VALUES, markup: VALUE, 'without-admin': FLAG, renumber: FLAG },
  (path, { markup, map = [], renumber = false, 'without-admin': allowsNoAdmin = false, ...values }) => {
    if (markup === undefined)
      throw new UsageError(
        'Redmine does not tell how its texts are written. Say it: --markup textile, or --markup markdown.',
      );
    return {
      ...{ product: 'redmine', ...serviceOf(path, values), allowsNoAdmin, renumbers: renumber },
      markup: choiceOf('markup', MARKUPS, markup),
      meanings: Object.fromEntries(meaningsOf(map, readMeaning, 'status.Live=waiting')),
    };
  },
);

const ofZammad = importOf(FROM_A_SERVICE, (path, values) => ({ product: 'zammad', ...serviceOf(path, values) }));

const ofMail = importOf(
  { since: VALUE, status: VALUE, people: VALUE },
  (path, { since, status = 'submitted', people = 'placeholder' }) => {
    if (since === undefined)
      throw new UsageError('Say the first day of the mails that are to come: --since 2026-01-01.');
    if (readDay(since) !== since) throw new UsageError(`--since cannot be “${since}”. It is a day like 2026-01-01.`);
    return {
      ...{ product: 'mail', path: resolve(path), since },
      status: choiceOf('status', ['submitted', 'closed'], status),
      people: choiceOf('people', PEOPLE_CHOICES, people),
    };
  },
);

const OPENARCA = {
  ...{ 'dry-run': FLAG, report: VALUE, map: VALUES, renumber: FLAG, settings: FLAG, 'mail-settings': FLAG },
  ...{ 'allow-missing-files': FLAG, 'repair-links': FLAG },
} as const;

type OpenArcaValues = Typed<typeof OPENARCA>['values'];

const openArcaOf = (path: string, { report, map = [], settings = false, ...values }: OpenArcaValues) => ({
  ...{ path, isTrial: values['dry-run'] ?? false, reportPath: report ?? null, renumbers: values.renumber ?? false },
  meanings: new Map(meaningsOf(map, readMeaning, 'status.resolved=waiting')),
  settings: { all: settings, mail: values['mail-settings'] ?? false },
  allowsMissingFiles: values['allow-missing-files'] ?? false,
  repairsLinks: values['repair-links'] ?? false,
});

/** Products whose tickets come over one engine, and are compared by it. */
const PRODUCTS: ReadonlyMap<string, ReadImport> = new Map(
  Object.entries({
    ...{ csv: ofCsv, github: ofGithub, jira: ofJira, mail: ofMail },
    ...{ redmine: ofRedmine, trello: ofTrello, zammad: ofZammad },
  }),
);

/** Reads the words after `kwit import`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readImport(args: readonly string[]): TerminalCommand | null {
  const verifies = args[0] === 'verify';
  const [product = '', ...words] = verifies ? args.slice(1) : args;
  const readProduct = PRODUCTS.get(product);
  if (readProduct !== undefined) return readProduct(words, verifies);
  if (args[0] === 'resume') return args.length === 1 ? resumeImport : null;
  const read = readTyped(args, OPENARCA);
  const [what, path = '', ...rest] = (verifies ? read?.positionals.slice(1) : read?.positionals) ?? [];
  if (read === null || rest.length > 0) return null;
  if (what === 'kwit')
    return verifies || path === '' || Object.keys(read.values).length > 0
      ? null
      : (parts) => importFromKwit(parts, path);
  if (what !== 'openarca' || path === '') return null;
  const request = openArcaOf(path, read.values);
  if (verifies) return (parts) => verifyOpenArca(parts, request);
  return async (parts) => ((await importFromOpenArca(parts, request)) ? 0 : 3);
}
