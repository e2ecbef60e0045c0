import type { DateOrder } from '#contract/table-words.ts';
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
import { UTC } from '../csv/row-cells.ts';
import { DateOrders, undecidedDays } from '../csv/written-dates.ts';
import { ImportRefused } from '../import-report.ts';
import { joinedAccounts, NO_ADDRESS, type SourcePeople } from '../incoming/accounts.ts';
import type { IncomingPerson } from '../incoming/incoming-ticket.ts';
import { JiraRow, readFile, readSaid } from './jira-cells.ts';
import { isJiraColumn, type JiraColumn, type JiraHeader, readJiraHeader } from './jira-columns.ts';
import { type Meanings, priorityOf, statusOfIssue } from './jira-words.ts';

/** The people of an export: names come from the columns beside ids, addresses from a table. @param table by ids or names, in lower case. */
export function jiraPeople(
  { names, sameNames, strangers }: JiraFacts,
  table: ReadonlyMap<string, IncomingPerson>,
): SourcePeople {
  const person = (id: string | null): IncomingPerson | null => {
    if (id === null || id === '') return null;
    const name = names.get(id) ?? id;
    const listedPerson =
      table.get(id.toLowerCase()) ?? (sameNames.has(name) ? undefined : table.get(name.toLowerCase()));
    if (listedPerson !== undefined) return { ...listedPerson, name: listedPerson.name ?? name, account: id };
    const address = [name, id].map(addressOf).find(isAddress);
    return { email: address ?? null, name, account: id };
  };
  const isWithout = ([id]: readonly [id: string, string]) => person(id)?.email === null;
  const remark = (place: string, reason: string, value: string) => ({ of: 'users', place, reason, value });
  const remarks = [
    ...[...names].filter(isWithout).map(([id, name]) => remark(name, NO_ADDRESS, id)),
    ...[...strangers].filter(isWithout).map(([id, ticket]) => remark(id, NO_NAME, ticket)),
    ...[...sameNames].map(([name, ids]) => remark(name, SAME_NAME, ids.join(', '))),
    ...joinedAccounts([...names].map(([id, name]) => [person(id)?.email ?? '', name] as const)),
  ];
  return { person, nameOf: (id) => person(id)?.name ?? null, remarks };
}

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

export interface JiraExport {
  readonly file: FileBytes;
  readonly table: CsvTable;
  readonly header: JiraHeader;
}

/** @throws ImportRefused for a table that is no export of Jira, or that a spreadsheet wrote anew. */
export async function openJiraExport(
  file: FileBytes,
  columns: ReadonlyMap<string, JiraColumn>,
  dates: DateOrder | null,
): Promise<JiraExport> {
  const table = await readHeader(file, FORM, isJiraColumn);
  if (table.header.some((cell) => /;{2,}\s*$/.test(cell))) throw ruined(file, 2);
  const header = readJiraHeader(table.header, columns, new DateOrders(dates));
  const missing = (['key', 'summary', 'status', 'created'] as const).filter((column) => !header.places.has(column));
  if (missing.length > 0)
    throw new ImportRefused(
      `${file.name} has no column ${missing.join(', ')}. Name it: ${missing.map((column) => `--columns "Theirs=${column}"`).join(' ')}`,
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

/** Facts of a whole export, which its issues need one by one. */
export class JiraFacts {
  readonly names = new Map<string, string>();
  /** Ids by names of two people or more. */
  readonly sameNames = new Map<string, readonly string[]>();
  readonly assignees = new Set<string>();
  /** People who wrote a comment or sent a file and stand in no column, and on which issue. */
  readonly strangers = new Map<string, string>();
  readonly keys = new Set<string>();
  readonly links = new Map<string, JiraLink[]>();
  /** Names of files that stand at two places or more. */
  readonly sameFiles = new Set<string>();
  readonly unknownStatuses = new Set<string>();
  /** With how many issues have them. */
  readonly unknownPriorities = new Map<string, number>();
  comments = 0;
  isServiceDesk = false;
  /** The address of the site; null where no file tells it. */
  site: string | null = null;
  readonly #keysById = new Map<string, string>();
  readonly #files = new Set<string>();
  readonly #parents: [key: string, above: string][] = [];

  add(row: JiraRow, header: JiraHeader, line: number, meanings: Meanings): void {
    const key = row.text('key').trim();
    for (const column of DATE_COLUMNS)
      for (const cell of row.all(column)) header.dates.note(/^[^;]*/.exec(cell)?.[0] ?? '', { line, column });
    this.keys.add(key);
    this.#keysById.set(row.text('id').trim(), key);
    for (const column of ['assignee', 'reporter', 'creator', 'watchers'] as const)
      for (const { id, name } of row.people(column)) this.names.set(id, name);
    for (const { id } of row.people('assignee')) this.assignees.add(id);
    if (statusOfIssue(row.text('status'), row.text('category'), meanings) === null)
      this.unknownStatuses.add(row.text('status'));
    const priority = row.text('priority');
    if (priority !== '' && priorityOf(priority, meanings) === null)
      this.unknownPriorities.set(priority, (this.unknownPriorities.get(priority) ?? 0) + 1);
    this.isServiceDesk ||= /service_desk/i.test(row.text('projectType'));
    this.#addSaid(key, row, header);
    for (const { place, word, isOut } of header.links)
      for (const other of row.at(place).split(/[,\s]+/)) if (other !== '') this.#link(key, { other, word, isOut });
    const parent = row.text('parent').trim() || row.text('parentKey').trim();
    for (const above of new Set([row.text('parentKey').trim(), parent]))
      if (above !== '') this.#parents.push([key, above]);
  }

  #addSaid(key: string, row: JiraRow, header: JiraHeader): void {
    for (const cell of row.all('comment')) {
      this.comments += 1;
      this.strangers.set(readSaid(cell, header, UTC).author, key);
    }
    for (const cell of row.all('attachment')) {
      const { name, author, url } = readFile(cell, header, UTC);
      if (this.#files.has(name)) this.sameFiles.add(name);
      this.#files.add(name);
      this.strangers.set(author, key);
      this.site ??= /^(https?:\/\/.+?)\/(?:rest|secure)\//.exec(url)?.[1] ?? null;
    }
  }

  /** A link stands at both of its ends, and is one. Two issues may have several. */
  #link(key: string, link: JiraLink): void {
    const all = this.links.getOrInsertComputed(key, () => []);
    if (all.some(({ other, word, isOut }) => other === link.other && word === link.word && isOut === link.isOut))
      return;
    all.push(link);
    if (link.other !== key) this.#link(link.other, { ...link, other: key, isOut: !link.isOut });
  }

  /** Works out what follows from all rows together. */
  finish(): this {
    for (const [key, above] of this.#parents) {
      const other = this.#keysById.get(above) ?? above;
      if (other !== key) this.#link(key, { other, word: 'Parent', isOut: true });
    }
    for (const [name, people] of Map.groupBy(this.names, ([, name]) => name))
      if (people.length > 1)
        this.sameNames.set(
          name,
          people.map(([id]) => id),
        );
    for (const id of ['', ...this.names.keys()]) this.strangers.delete(id);
    this.#keysById.clear();
    this.#files.clear();
    return this;
  }
}

const DATE_COLUMNS: readonly JiraColumn[] = [
  ...(['created', 'updated', 'resolved', 'due', 'categoryChanged', 'comment', 'attachment'] as const),
];

/**
 * Reads a whole export for what its issues say about one another.
 *
 * @throws TableRefused for one without issues.
 */
export async function readJiraFacts(read: JiraExport, meanings: Meanings): Promise<JiraFacts> {
  const facts = new JiraFacts();
  for await (const { line, row } of issueRowsOf(read)) {
    facts.add(row, read.header, line, meanings);
  }
  if (facts.keys.size === 0)
    throw new TableRefused(`There is no issue in ${read.file.name}.`, [
      tableProblem({ code: 'empty', line: 2, column: 'external_id' }),
    ]);
  const { undecided } = read.header.dates;
  if (undecided !== null)
    throw new TableRefused(undecidedDays(`${read.file.name}, line ${undecided.line}`, undecided.text), [
      tableProblem({ code: 'not_a_time', line: undecided.line, column: undecided.column, value: undecided.text }),
    ]);
  return facts.finish();
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
export const mayBeCut = ({ keys }: JiraFacts): boolean => keys.size > 0 && keys.size % MOST_OF_A_FILE === 0;
