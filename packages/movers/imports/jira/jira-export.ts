import { addressOf, isAddress } from '#platform';
import {
  type CsvRow,
  type CsvTable,
  csvRows,
  type FileBytes,
  readHeader,
  TableRefused,
  tableProblem,
} from '../csv/csv-table.ts';
import { ImportRefused } from '../import-report.ts';
import type { IncomingPerson, SourceRemark } from '../incoming/incoming-ticket.ts';
import { JiraRow, readFile, readSaid } from './jira-cells.ts';
import { isJiraColumn, type JiraColumn, type JiraHeader, readJiraHeader } from './jira-columns.ts';
import { type Meanings, statusOfIssue } from './jira-words.ts';

/** The people of an export: names come from the columns beside ids, addresses from a table. */
export class JiraPeople {
  readonly #facts: JiraFacts;
  readonly #table: ReadonlyMap<string, IncomingPerson>;

  /** @param table by ids or names, in lower case. */
  constructor(facts: JiraFacts, table: ReadonlyMap<string, IncomingPerson>) {
    this.#facts = facts;
    this.#table = table;
  }

  /** @returns null where nobody is named. */
  person(id: string): IncomingPerson | null {
    if (id === '') return null;
    const name = this.#facts.names.get(id) ?? id;
    const isAlone = !this.#facts.sameNames.has(name);
    const told = this.#table.get(id.toLowerCase()) ?? (isAlone ? this.#table.get(name.toLowerCase()) : undefined);
    if (told !== undefined) return { ...told, name: told.name ?? name, account: id };
    const address = [name, id].map(addressOf).find(isAddress);
    return { email: address ?? null, name, account: id };
  }

  nameOf(id: string): string | null {
    return this.person(id)?.name ?? null;
  }

  get remarks(): SourceRemark[] {
    const { names, sameNames, strangers } = this.#facts;
    const without = [...names].filter(([id]) => this.person(id)?.email === null);
    return [
      ...without.map(([id, name]) => ({ of: 'users', place: name, reason: NO_ADDRESS, value: id })),
      ...[...strangers]
        .filter(([id]) => this.person(id)?.email === null)
        .map(([id, ticket]) => ({ of: 'users', place: id, reason: NO_NAME, value: ticket })),
      ...[...sameNames].map(([name, ids]) => ({ of: 'users', place: name, reason: SAME_NAME, value: ids.join(', ') })),
    ];
  }
}

const NO_ADDRESS = 'no address is known of them: they come without one; --people people.csv says who they are';
const NO_NAME = 'they wrote a comment or sent a file, and no column tells their name: it is their id';
const SAME_NAME = 'two people have this name: they stay two, told apart by their ids';

const FORM = { encoding: 'utf-8', separator: null } as const;
/** As many issues as Jira writes into one file. */
const MOST_OF_A_FILE = 1000;

export interface JiraLink {
  readonly other: string;
  /** The word of the link; `Parent` for an issue above it. */
  readonly word: string;
  readonly isOut: boolean;
}

/** What has to be known of a whole export before one of its issues can be read. */
export interface JiraFacts {
  readonly issues: number;
  readonly names: ReadonlyMap<string, string>;
  /** Ids by names of two people or more. */
  readonly sameNames: ReadonlyMap<string, readonly string[]>;
  readonly assignees: ReadonlySet<string>;
  /** Who wrote a comment or sent a file and stands in no column. */
  readonly strangers: ReadonlyMap<string, string>;
  readonly keysById: ReadonlyMap<string, string>;
  readonly keys: ReadonlySet<string>;
  readonly links: ReadonlyMap<string, readonly JiraLink[]>;
  /** Names of files that stand at two places or more. */
  readonly sameFiles: ReadonlySet<string>;
  readonly comments: number;
  readonly unknownStatuses: ReadonlySet<string>;
  readonly isServiceDesk: boolean;
  /** The address of the site; null where no file tells it. */
  readonly site: string | null;
}

export interface JiraExport {
  readonly file: FileBytes;
  readonly table: CsvTable;
  readonly header: JiraHeader;
}

/** @throws ImportRefused for a table that is no export of Jira, or that a spreadsheet wrote anew. */
export async function openJiraExport(file: FileBytes, columns: ReadonlyMap<string, JiraColumn>): Promise<JiraExport> {
  const table = await readHeader(file, FORM, isJiraColumn);
  if (table.header.some((cell) => /;{2,}\s*$/.test(cell))) throw ruined(file, 2);
  const header = readJiraHeader(table.header, columns);
  const missing = (['key', 'summary', 'status', 'created'] as const).filter((one) => !header.places.has(one));
  if (missing.length > 0)
    throw new ImportRefused(
      `${file.name} has no column ${missing.join(', ')}. Name it: ${missing.map((one) => `--columns "Theirs=${one}"`).join(' ')}`,
    );
  return { file, table, header };
}

const ruined = (file: FileBytes, line: number): TableRefused =>
  new TableRefused(
    `${file.name}, line ${line}: a spreadsheet such as Excel wrote this file anew, whole rows stand in one cell and lines end in ;;;;. Export it from Jira again and import it without opening it.`,
    [tableProblem({ code: 'spreadsheet', line })],
  );

/** The issues of an export. @throws ImportRefused for a row of another width. */
export async function* issueRowsOf({
  file,
  table,
  header,
}: JiraExport): AsyncGenerator<CsvRow & { readonly row: JiraRow }> {
  for await (const { line, cells } of csvRows(file, FORM, table)) {
    if (cells.length !== table.header.length) {
      if (cells.length < 3 || cells.some((cell) => /;{3,}$/.test(cell))) throw ruined(file, line);
      throw new TableRefused(
        `${file.name}, line ${line} has ${cells.length} cells, and the header ${table.header.length}. Export it from Jira again.`,
        [tableProblem({ code: 'wrong_cell_count', line, value: String(cells.length), bound: table.header.length })],
      );
    }
    yield { line, cells, row: new JiraRow(header, cells) };
  }
}

class FactsSoFar {
  readonly names = new Map<string, string>();
  readonly assignees = new Set<string>();
  readonly authors = new Map<string, string>();
  readonly keysById = new Map<string, string>();
  readonly keys = new Set<string>();
  readonly links = new Map<string, JiraLink[]>();
  readonly files = new Map<string, number>();
  readonly unknownStatuses = new Set<string>();
  readonly parents: [string, string][] = [];
  comments = 0;
  isServiceDesk = false;
  site: string | null = null;

  add(row: JiraRow, header: JiraHeader, meanings: Meanings): void {
    const key = row.text('key').trim();
    this.keys.add(key);
    this.keysById.set(row.text('id').trim(), key);
    for (const column of ['assignee', 'reporter', 'creator', 'watchers'] as const)
      for (const { id, name } of row.people(column)) this.names.set(id, name);
    for (const { id } of row.people('assignee')) this.assignees.add(id);
    if (statusOfIssue(row.text('status'), row.text('category'), meanings) === null)
      this.unknownStatuses.add(row.text('status'));
    this.isServiceDesk ||= /service_desk/i.test(row.text('projectType'));
    this.#addSaid(key, row, header);
    for (const { place, word, isOut } of header.links)
      for (const other of row.at(place).split(/[,\s]+/)) if (other !== '') this.link(key, { other, word, isOut });
    const parent = row.text('parent').trim() || row.text('parentKey').trim();
    for (const above of new Set([row.text('parentKey').trim(), parent]))
      if (above !== '') this.parents.push([key, above]);
  }

  #addSaid(key: string, row: JiraRow, header: JiraHeader): void {
    for (const cell of row.all('comment')) {
      this.comments += 1;
      this.authors.set(readSaid(cell, header, 'UTC').author, key);
    }
    for (const cell of row.all('attachment')) {
      const { name, author, url } = readFile(cell, header, 'UTC');
      this.files.set(name, (this.files.get(name) ?? 0) + 1);
      this.authors.set(author, key);
      this.site ??= /^(https?:\/\/.+?)\/(?:rest|secure)\//.exec(url)?.[1] ?? null;
    }
  }

  /** A link stands at both of its ends, and is one. Two issues may have several. */
  link(key: string, link: JiraLink): void {
    const all = this.links.get(key) ?? [];
    this.links.set(key, all);
    if (all.some(({ other, word, isOut }) => other === link.other && word === link.word && isOut === link.isOut))
      return;
    all.push(link);
    if (link.other !== key) this.link(link.other, { ...link, other: key, isOut: !link.isOut });
  }

  get facts(): JiraFacts {
    for (const [key, above] of this.parents) {
      const other = this.keysById.get(above) ?? above;
      if (other !== key) this.link(key, { other, word: 'Parent', isOut: true });
    }
    const byName = Map.groupBy(this.names, ([, name]) => name);
    return {
      ...{ issues: this.keys.size, names: this.names, assignees: this.assignees, comments: this.comments },
      unknownStatuses: this.unknownStatuses,
      ...{ keysById: this.keysById, keys: this.keys, isServiceDesk: this.isServiceDesk, site: this.site },
      links: this.links,
      sameNames: new Map(
        [...byName].filter(([, all]) => all.length > 1).map(([name, all]) => [name, all.map(([id]) => id)]),
      ),
      sameFiles: new Set([...this.files].flatMap(([name, count]) => (count > 1 ? [name] : []))),
      strangers: new Map([...this.authors].filter(([id]) => id !== '' && !this.names.has(id))),
    };
  }
}

const PROGRESS_AFTER = 100;

/**
 * Reads a whole export for what its issues say about one another.
 *
 * @param onProgress is called after every hundred issues.
 * @throws TableRefused for one without issues.
 */
export async function readJiraFacts(
  read: JiraExport,
  meanings: Meanings,
  onProgress: () => void = () => {},
): Promise<JiraFacts> {
  const gathered = new FactsSoFar();
  for await (const { row } of issueRowsOf(read)) {
    gathered.add(row, read.header, meanings);
    if (gathered.keys.size % PROGRESS_AFTER === 0) onProgress();
  }
  if (gathered.keys.size === 0)
    throw new TableRefused(`There is no issue in ${read.file.name}.`, [
      tableProblem({ code: 'empty', line: 2, column: 'external_id' }),
    ]);
  return gathered.facts;
}

/** @throws ImportRefused naming every status that nobody knows. */
export function refuseUnknownStatuses({ file }: JiraExport, { unknownStatuses }: JiraFacts): void {
  if (unknownStatuses.size === 0) return;
  const maps = [...unknownStatuses].map((word) => `--map "status.${word}=in_progress"`);
  throw new ImportRefused(
    `${file.name} does not tell what these statuses mean. Say it of each: submitted, verified, in_progress, waiting, blocked or closed.\n  ${maps.join(' ')}`,
  );
}

/** Whether Jira may have stopped before the last issue. */
export const mayBeCut = ({ issues }: JiraFacts): boolean => issues > 0 && issues % MOST_OF_A_FILE === 0;
