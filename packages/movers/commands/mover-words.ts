import { resolve } from 'node:path';
import { STATUSES, type Status } from '#contract/words.ts';
import { readTyped, type TerminalCommand, type Typed, UsageError } from '#platform';
import type { CommandManner } from '../imports/csv/csv-command.ts';
import { ImportRefused } from '../imports/import-report.ts';
import { JIRA_COLUMNS, type JiraColumn } from '../imports/jira/jira-columns.ts';
import { importFromJira } from '../imports/jira/jira-command.ts';
import { importFromRedmine, MARKUPS } from '../imports/redmine/redmine-command.ts';
import { readMeaning } from '../imports/source-words.ts';
import { importFromTrello } from '../imports/trello/trello-command.ts';
import { importFromZammad } from '../imports/zammad/zammad-command.ts';
import { choiceOf, isZone, meaningsOf } from './option-values.ts';

export const JIRA_USAGE = `  import jira <file.csv>           Brings what "Export CSV (all fields)" of Jira wrote: Cloud, Data Center, Service Management.
      --zone Europe/Warsaw         The time zone of who exported it: the file does not tell. It must be said.
      --people <people.csv>        Says who is who: login, email, name. A login is an id of Jira, or a user name.
      --files <folder>             Has the downloads of its files, named as they are, or <issue>_<name>.
      --comments public|internal   For whom its comments are; internal unless said, for the file does not tell.
      --map status.Live=closed     Says what a word means: of a status, a priority, or of a type with category.
      --columns "Titel=summary"    Says which column is which, where a header is in a language that Kwit does not read.
      --answer last-comment        Makes the last public word of who worked on a closed issue its answer.
      --source <name>              Tells apart sites whose keys would mix.
      --dry-run, --yes, --report <file>
                                   As for a table.`;

export const TRELLO_USAGE = `  import trello <board.json>       Brings a board of Trello: Menu › Print, export and share › Export as JSON.
      --zone Europe/Warsaw         In which due dates are days; UTC unless said.
      --people <people.csv>        Says who is who: login, email, name. A login is a user name of Trello.
      --files <folder>             Has the downloads of its files: <id>/<name>, or <id>_<name>.
      --closed-lists Done,Live     The lists whose cards are closed; else only archived ones are.
      --map "list.Doing=in_progress"
                                   Says what a list means. It may be given more than once.
      --comments public|internal   For whom its comments are; public unless said, as on the board.
      --answer last-comment        Makes the last public word of who worked on a closed card its answer.
      --dry-run, --yes, --report <file>
                                   As for a table.`;

export const REDMINE_USAGE = `  import redmine <address|folder>  Brings what the REST interface of Redmine answers, fetched now or kept in a folder.
      --key-file <file>            Has the key of an administrator; it is sent in a header, and kept nowhere.
      --save <folder>              Keeps what is fetched, to be imported again from there.
      --markup textile|markdown    How its texts are written: Redmine does not tell. It must be said.
      --people <people.csv>        Says who is who: login, email, name.
      --map "status.Live=waiting"  Says what a word means: of an open status, a priority, or of a tracker with category.
      --answer last-comment        Makes the last public note of who worked on a closed issue its answer.
      --without-admin              Goes on with a key that does not read addresses and private notes.
      --renumber                   Gives its issues other numbers, when Kwit has tickets with theirs.
      --source <name>              Tells apart several Redmines whose numbers would mix.
      --dry-run, --yes, --report <file>
                                   As for a table.`;

export const ZAMMAD_USAGE = `  import zammad <address|folder>   Brings what the REST interface of Zammad answers, fetched now or kept in a folder.
      --key-file <file>            Has a token of an agent of all groups; it is sent in a header, and kept nowhere.
      --save <folder>              Keeps what is fetched, to be imported again from there.
      --people <people.csv>        Says who is who: login, email, name.
      --answer last-comment        Makes the last public word of the owner of a closed ticket its answer.
      --source <name>              Tells apart several Zammads whose ids would mix.
      --dry-run, --yes, --report <file>
                                   As for a table.`;

const MANNER = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  report: { type: 'string' },
  people: { type: 'string' },
  map: { type: 'string', multiple: true },
  answer: { type: 'string' },
} as const;
const FROM_A_FILE = { zone: { type: 'string' }, files: { type: 'string' }, comments: { type: 'string' } } as const;
const FROM_A_SERVICE = {
  'key-file': { type: 'string' },
  save: { type: 'string' },
  source: { type: 'string' },
} as const;
const JIRA_OPTIONS = {
  ...MANNER,
  ...FROM_A_FILE,
  source: { type: 'string' },
  columns: { type: 'string', multiple: true },
} as const;

type JiraValues = Typed<typeof JIRA_OPTIONS>['values'];

const mannerOf = (values: Pick<JiraValues, 'dry-run' | 'yes' | 'report'>, verifies: boolean): CommandManner => ({
  verifies,
  isTrial: values['dry-run'] ?? false,
  asks: !values.yes,
  reportPath: values.report ?? null,
  rejectedPath: null,
});

/** What is said of a source whose times tell no zone, where nobody said one. */
const withoutZone =
  (product: string): TerminalCommand =>
  () =>
    Promise.reject(
      new ImportRefused(
        `The times of ${product} tell no zone. Say it: --zone Europe/Warsaw, the zone of who exported it.`,
      ),
    );

/** @throws UsageError */
function zoneOf(zone: string): string {
  if (isZone(zone)) return zone;
  throw new UsageError(`--zone cannot be “${zone}”. It is a name like Europe/Warsaw, or UTC.`);
}

/** Whether the last comment of a closed ticket is its answer. @throws UsageError */
const isLastComment = (answer: string | undefined): boolean =>
  answer !== undefined && choiceOf('answer', ['last-comment'], answer) === 'last-comment';

const pathOf = (path: string | undefined): string | null => (path === undefined ? null : resolve(path));

/** Reads the words after `kwit import jira`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readJiraImport(args: readonly string[], verifies = false): TerminalCommand | null {
  const read = readTyped(args, JIRA_OPTIONS);
  const [path = '', ...rest] = read?.positionals ?? [];
  if (read === null || path === '' || rest.length > 0) return null;
  const { values } = read;
  if (values.zone === undefined) return withoutZone('Jira');
  const zone = zoneOf(values.zone);
  const options = {
    product: 'jira',
    path: resolve(path),
    peoplePath: pathOf(values.people),
    filesFolder: pathOf(values.files),
    zone,
    columns: jiraColumnsOf(values.columns ?? []),
    meanings: Object.fromEntries(meaningsOf(values.map ?? [], readMeaning, 'status.Live=closed')),
    commentsArePublic: choiceOf('comments', ['public', 'internal'], values.comments ?? 'internal') === 'public',
    lastCommentAnswers: isLastComment(values.answer),
    source: values.source ?? '',
  } as const;
  return (parts) => importFromJira(parts, options, mannerOf(values, verifies));
}

function jiraColumnsOf(given: readonly string[]): Record<string, JiraColumn> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name = '', meant = ''] = /^(.+)=(\w+)$/.exec(text) ?? [];
      const column = JIRA_COLUMNS.find((one) => one === meant);
      if (column !== undefined) return [name.trim(), column];
      throw new UsageError(
        `--columns cannot be “${text}”. It says which column is which: "Titel=summary"; ${JIRA_COLUMNS.join(', ')}.`,
      );
    }),
  );
}

const TRELLO_OPTIONS = { ...MANNER, ...FROM_A_FILE, 'closed-lists': { type: 'string' } } as const;

/** Reads the words after `kwit import trello`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readTrelloImport(args: readonly string[], verifies = false): TerminalCommand | null {
  const read = readTyped(args, TRELLO_OPTIONS);
  const [path = '', ...rest] = read?.positionals ?? [];
  if (read === null || path === '' || rest.length > 0) return null;
  const { values } = read;
  const closed = (values['closed-lists'] ?? '').split(',').map((name) => name.trim());
  const options = {
    product: 'trello',
    path: resolve(path),
    peoplePath: pathOf(values.people),
    filesFolder: pathOf(values.files),
    zone: zoneOf(values.zone ?? 'UTC'),
    lists: Object.fromEntries([
      ...closed.flatMap((name): [string, Status][] => (name === '' ? [] : [[name, 'closed']])),
      ...meaningsOf(values.map ?? [], readList, 'list.Doing=in_progress'),
    ]),
    commentsArePublic: choiceOf('comments', ['public', 'internal'], values.comments ?? 'public') === 'public',
    lastCommentAnswers: isLastComment(values.answer),
  } as const;
  return (parts) => importFromTrello(parts, options, mannerOf(values, verifies));
}

/** Reads `list.Doing=in_progress`. @returns null for anything else. */
function readList(text: string): readonly [string, Status] | null {
  const [, name, meant] = /^list\.(.+)=([a-z_]+)$/.exec(text) ?? [];
  const status = STATUSES.find((one) => one === meant);
  return name === undefined || status === undefined ? null : [name, status];
}

const REDMINE_OPTIONS = {
  ...MANNER,
  ...FROM_A_SERVICE,
  markup: { type: 'string' },
  'without-admin': { type: 'boolean' },
  renumber: { type: 'boolean' },
} as const;

/** A folder as its whole path; the address of a service as it is. */
const placeOf = (path: string): string => (/^https?:/i.test(path) ? path : resolve(path));

/** Reads the words after `kwit import redmine`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readRedmineImport(args: readonly string[], verifies = false): TerminalCommand | null {
  const read = readTyped(args, REDMINE_OPTIONS);
  const [path = '', ...rest] = read?.positionals ?? [];
  if (read === null || path === '' || rest.length > 0) return null;
  const { values } = read;
  if (values.markup === undefined)
    throw new UsageError(
      'Redmine does not tell how its texts are written. Say it: --markup textile, or --markup markdown.',
    );
  const options = {
    product: 'redmine',
    path: placeOf(path),
    keyPath: pathOf(values['key-file']),
    savePath: pathOf(values.save),
    peoplePath: pathOf(values.people),
    markup: choiceOf('markup', MARKUPS, values.markup),
    meanings: Object.fromEntries(meaningsOf(values.map ?? [], readMeaning, 'status.Live=waiting')),
    lastCommentAnswers: isLastComment(values.answer),
    allowsNoAdmin: values['without-admin'] ?? false,
    renumbers: values.renumber ?? false,
    source: values.source ?? '',
  } as const;
  return (parts) => importFromRedmine(parts, options, mannerOf(values, verifies));
}

const { map: _, ...ZAMMAD_OPTIONS } = { ...MANNER, ...FROM_A_SERVICE };

/** Reads the words after `kwit import zammad`. @returns null when they say nothing that Kwit can do. @throws UsageError */
export function readZammadImport(args: readonly string[], verifies = false): TerminalCommand | null {
  const read = readTyped(args, ZAMMAD_OPTIONS);
  const [path = '', ...rest] = read?.positionals ?? [];
  if (read === null || path === '' || rest.length > 0) return null;
  const { values } = read;
  const options = {
    product: 'zammad',
    path: placeOf(path),
    keyPath: pathOf(values['key-file']),
    savePath: pathOf(values.save),
    peoplePath: pathOf(values.people),
    lastCommentAnswers: isLastComment(values.answer),
    source: values.source ?? '',
  } as const;
  return (parts) => importFromZammad(parts, options, mannerOf(values, verifies));
}
