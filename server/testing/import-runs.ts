import type { CommandParts } from '#platform';
import type { CsvOptions } from '../../packages/movers/imports/csv/csv-command.ts';
import type { GithubOptions } from '../../packages/movers/imports/github/github-command.ts';
import {
  type CommandManner,
  importByCommand,
  importPartsOf,
  type ProductOptions,
  resumeImport,
} from '../../packages/movers/imports/import-command.ts';
import type { JiraOptions } from '../../packages/movers/imports/jira/jira-command.ts';
import type { PastMailOptions } from '../../packages/movers/imports/mail/mail-command.ts';
import type { OpenArcaOptions } from '../../packages/movers/imports/openarca/openarca-command.ts';
import type { OsticketOptions } from '../../packages/movers/imports/osticket/osticket-command.ts';
import type { RedmineOptions } from '../../packages/movers/imports/redmine/redmine-command.ts';
import { readMeaning } from '../../packages/movers/imports/source-words.ts';
import type { TrelloOptions } from '../../packages/movers/imports/trello/trello-command.ts';
import type { ZammadOptions } from '../../packages/movers/imports/zammad/zammad-command.ts';
import type { ZendeskOptions } from '../../packages/movers/imports/zendesk/zendesk-command.ts';
import type { App } from './start-app.ts';

const OPENARCA: Omit<OpenArcaOptions, 'path'> = {
  product: 'openarca',
  meanings: {},
  renumbers: false,
  settings: { all: false, mail: false },
  allowsMissingFiles: false,
  repairsLinks: false,
};

const CSV: Omit<CsvOptions, 'path'> = {
  product: 'csv',
  comments: null,
  filesFolder: null,
  encoding: 'utf-8',
  separator: null,
  zone: 'UTC',
  people: 'placeholder',
  peoplePath: null,
  dates: null,
  columns: {},
  ignoresUnknown: false,
  meanings: {},
  restrictedTo: [],
  source: '',
};
const MANNER = { isTrial: false, asks: false, reportPath: null, rejectedPath: null, verifies: false };

const GITHUB: Omit<GithubOptions, 'paths'> = {
  product: 'github',
  peoplePath: null,
  restrictedTo: [],
  meanings: {},
  labelsAsProjects: false,
  lastCommentAnswers: false,
};

const REDMINE: Omit<RedmineOptions, 'path'> = {
  product: 'redmine',
  keyPath: null,
  savePath: null,
  allowsIncomplete: false,
  peoplePath: null,
  restrictedTo: [],
  markup: 'textile',
  meanings: {},
  lastCommentAnswers: false,
  allowsNoAdmin: false,
  renumbers: false,
  source: '',
};

const ZAMMAD: Omit<ZammadOptions, 'path'> = {
  product: 'zammad',
  keyPath: null,
  savePath: null,
  allowsIncomplete: false,
  peoplePath: null,
  restrictedTo: [],
  lastCommentAnswers: false,
  source: '',
};

const TRELLO: Omit<TrelloOptions, 'path'> = {
  product: 'trello',
  peoplePath: null,
  restrictedTo: [],
  filesFolder: null,
  zone: 'Europe/Warsaw',
  lists: {},
  commentsArePublic: true,
  lastCommentAnswers: false,
};

const OSTICKET: Omit<OsticketOptions, 'path'> = {
  product: 'osticket',
  zone: 'Europe/Warsaw',
  peoplePath: null,
  restrictedTo: [],
  filesFolder: null,
  lastCommentAnswers: false,
  source: '',
};

const ZENDESK: Omit<ZendeskOptions, 'path'> = {
  product: 'zendesk',
  keyPath: null,
  savePath: null,
  allowsIncomplete: false,
  peoplePath: null,
  restrictedTo: [],
  lastCommentAnswers: false,
  zone: 'Europe/Warsaw',
  source: '',
};

const JIRA: Omit<JiraOptions, 'path'> = {
  product: 'jira',
  dates: null,
  peoplePath: null,
  restrictedTo: [],
  filesFolder: null,
  zone: 'Europe/Warsaw',
  columns: {},
  meanings: {},
  commentsArePublic: false,
  lastCommentAnswers: false,
  source: '',
};

const PAST_MAIL: Omit<PastMailOptions, 'path'> = {
  product: 'mail',
  since: '2026-01-01',
  status: 'submitted',
  people: 'placeholder',
};

/** The meanings of words, as `--map` takes them. */
export const meaning = (...texts: readonly string[]): OpenArcaOptions['meanings'] =>
  Object.fromEntries(texts.map(readMeaning).filter((entry) => entry !== null));

/** The parts of a command, inside a service. */
export const commandParts = (app: App, more: Partial<CommandParts> = {}): CommandParts => ({
  runner: app.runner,
  source: { given: app.config.settings, sealingKey: app.secrets.sealingKey },
  files: app.files,
  version: 'test',
  config: app.config,
  say: () => {},
  ...more,
});

/** The commands of imports, run inside a service. What they say is in `said`. */
export function importsOf(app: App, more: Partial<CommandParts> = {}) {
  const said: string[] = [];
  const parts = commandParts(app, { say: (text) => said.push(text), ...more });
  /** @returns the exit code. */
  const brings =
    <O extends ProductOptions>(usual: Omit<O, 'path'>) =>
    (path: string, options: Partial<O> = {}, manner: Partial<CommandManner> = {}) =>
      importByCommand(parts, { ...usual, ...options, path } as O & { path: string }, { ...MANNER, ...manner });
  return {
    said,
    bringsOpenArca: brings<OpenArcaOptions>(OPENARCA),
    csvOptions: (path: string, options: Partial<CsvOptions> = {}): CsvOptions => ({ ...CSV, ...options, path }),
    /** The parts of an import of tickets. */
    parts: (name: string) => importPartsOf(parts, name),
    bringsTable: brings<CsvOptions>(CSV),
    /** @returns the exit code. */
    bringsIssues: (
      paths: readonly string[],
      options: Partial<GithubOptions> = {},
      manner: Partial<CommandManner> = {},
    ) => importByCommand(parts, { ...GITHUB, ...options, paths }, { ...MANNER, ...manner }),
    bringsJira: brings<JiraOptions>(JIRA),
    bringsRedmine: brings<RedmineOptions>(REDMINE),
    bringsZammad: brings<ZammadOptions>(ZAMMAD),
    bringsTrello: brings<TrelloOptions>(TRELLO),
    bringsZendesk: brings<ZendeskOptions>(ZENDESK),
    bringsOsticket: brings<OsticketOptions>(OSTICKET),
    bringsMails: brings<PastMailOptions>(PAST_MAIL),
    /** Goes on with what was killed. */
    resumes: () => resumeImport(parts),
  };
}

/** Tables whose rows an import may touch, and one that it must not. */
const WATCHED = [
  'users',
  'projects',
  'ticket_templates',
  'tickets',
  'comments',
  'attachments',
  'ticket_history',
  'dev_tasks',
  'ticket_relations',
  'external_references',
  'telemetry',
  'telemetry_people',
  'first_tickets',
  'answers',
  'report_words',
  'event_outbox',
  'event_deliveries',
  'notices',
  'settings',
  'counters',
  'imports',
  'import_runs',
  'audit',
] as const;

/** Every row of these tables as text, in an order of its own. */
export async function rowsOf(app: App, but: readonly string[] = []): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of WATCHED.filter((name) => !but.includes(name))) {
    const read = { sql: `select * from ${table}`, parameters: [] };
    const rows = await app.database.read((connection) => connection.rows<object>(read));
    tables[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}

/** The names of the files that the store keeps. */
export async function filesOf(app: App): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of app.files.names()) names.push(name);
  return names.sort();
}
