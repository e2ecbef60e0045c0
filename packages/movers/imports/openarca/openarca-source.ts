import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ForeignDatabase } from '#platform';
import type { TableName } from '#records';
import type { SourceWords } from '../source-words.ts';
import { LOGO, type SourceTableRow, type TableFile, type TableSource } from '../tables/table-source.ts';
import { attachments, originalName, references, relations, tasks, telemetry } from './openarca-parts.ts';
import {
  type Convert,
  comments,
  history,
  type OpenArcaReading,
  projects,
  templates,
  tickets,
  users,
} from './openarca-rows.ts';
import { openArcaSettings, type SettingsChoice } from './openarca-settings.ts';
import { checkSource } from './reading/check-source.ts';
import type { OpenArcaFolder } from './reading/open-source.ts';
import { readFacts, readSourceSetting, type SourceFacts } from './reading/source-facts.ts';
import { SourceRow } from './reading/source-row.ts';

/** The tables of OpenArca that come, each after those that its rows name: what their rows become, and how. */
const TABLES: readonly (readonly [from: string, to: TableName, convert: Convert])[] = [
  ['users', 'users', users],
  ['projects', 'projects', projects],
  ['ticket_templates', 'ticket_templates', templates],
  ['tickets', 'tickets', tickets],
  ['comments', 'comments', comments],
  ['attachments', 'attachments', attachments],
  ['ticket_history', 'ticket_history', history],
  ['dev_tasks', 'dev_tasks', tasks],
  ['ticket_relations', 'ticket_relations', relations],
  ['ticket_external_references', 'external_references', references],
  ['telemetry_events', 'telemetry', telemetry],
];

const PICTURES = [
  ['users', 'avatar_filename'],
  ['projects', 'icon_filename'],
] as const;

const MADE_ANEW = 'events are made anew from tickets and their history';
/** Tables of which nothing comes along, and why. */
const NOT_TAKEN: Readonly<Record<string, string>> = {
  otp_codes: 'codes are never taken: everybody signs in once more',
  domain_events: MADE_ANEW,
  event_outbox: MADE_ANEW,
};

const TAKEN = new Set(['settings', ...TABLES.map(([from]) => from)]);

/** So many digits of a hash tell sources apart. The name of a source stands in each row that came from it. */
const SOURCE_DIGITS = 16;

/** Everything of an OpenArca (docs/rules/moving.md#import-from-openarca). */
export class OpenArcaSource implements TableSource {
  readonly name: string;
  readonly warnings: readonly string[];
  readonly #database: ForeignDatabase;
  readonly #uploads: string | null;
  readonly #words: SourceWords;
  readonly #choice: SettingsChoice;
  #facts: SourceFacts | undefined;

  constructor({ database, uploads, warning }: OpenArcaFolder, words: SourceWords, choice: SettingsChoice) {
    const [oldest] = database.rows('tickets', ['created_at'], ['id']);
    this.name = `openarca:${hash('sha256', String(oldest?.id ?? 'no ticket')).slice(0, SOURCE_DIGITS)}`;
    this.warnings = warning === null ? [] : [warning];
    this.#database = database;
    this.#uploads = uploads;
    this.#words = words;
    this.#choice = choice;
  }

  check(repairs: boolean): void {
    checkSource(this.#database, this.#words, repairs);
  }

  get lastNumber(): number {
    return this.#reading().facts.lastNumber;
  }

  *numbers() {
    const { numbers, renumbered } = this.#reading().facts;
    for (const [id, number] of numbers) yield { id, number, isNew: renumbered.has(id) };
  }

  *rows(): Generator<SourceTableRow> {
    for (const [from, to, convert] of TABLES)
      for (const said of this.#database.rows(from, ['created_at'])) {
        const { id, number } = new SourceRow(from, said);
        yield {
          to,
          from,
          id,
          number,
          said,
          read: (repair) => convert(new SourceRow(from, said, repair), this.#reading()),
        };
      }
  }

  *files(): Generator<TableFile> {
    for (const values of this.#database.rows('attachments')) {
      const row = new SourceRow('attachments', values);
      const [path, claim] = [this.#pathOf(row.maybe('filename')), row.maybe('mime_type') ?? ''];
      yield { from: row.table, id: row.id, path, claim, originalName: originalName(row) };
    }
    const picture = { claim: null, originalName: '' };
    for (const [from, column] of PICTURES)
      for (const { id, [column]: name } of this.#database.rows(from, [], ['id', column]))
        if (name) yield { from, id: String(id), path: this.#pathOf(String(name)), ...picture };
    const logo = readSourceSetting(this.#database, 'app_logo_filename');
    if (logo) yield { ...LOGO, path: this.#pathOf(logo), ...picture };
  }

  async unnamedFiles(): Promise<number> {
    const there = this.#uploads === null ? [] : await readdir(this.#uploads);
    const named = new Set(this.files().map(({ path }) => path));
    return there.filter((name) => !named.has(this.#pathOf(name))).length;
  }

  settings() {
    return openArcaSettings(this.#database, this.#choice);
  }

  *leftOut() {
    for (const from of this.#database.tables.keys()) {
      if (TAKEN.has(from)) continue;
      const reason = NOT_TAKEN[from];
      const leftOut = reason ?? 'Kwit does not know this table';
      yield { from, leftOut, isLost: reason === undefined, count: this.#database.count(from) };
    }
  }

  /** Null for no file, and for a name that leads out of the folder. */
  #pathOf(name: string | null): string | null {
    const isName = name !== null && name !== '' && !/[/\\\0]/.test(name) && !/^\.+$/.test(name);
    return this.#uploads === null || !isName ? null : join(this.#uploads, name);
  }

  #reading(): OpenArcaReading {
    this.#facts ??= readFacts(this.#database);
    return { words: this.#words, facts: this.#facts };
  }
}
