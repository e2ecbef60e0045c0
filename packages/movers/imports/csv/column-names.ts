import type { TableProblem } from '#contract/imports.ts';
import { cannotBe } from '../../../cli/nearest.ts';
import { type CsvForm, type CsvTable, type FileBytes, readHeader, TableRefused, tableProblem } from './csv-table.ts';
import { columnsOfProduct, headerName } from './known-products.ts';

/** The columns of a table of tickets, by the names that the list's own table has, and what else they are called: parted by commas. */
export const TICKET_COLUMNS = {
  external_id: `
    id, external id, task id, card id, ticket id, issue id, issue key, work item key, key, klucz,
    klucz zgłoszenia, identyfikator`,
  number: 'numer, no, nr',
  title: 'tytuł, temat, summary, subject, nazwa, name, task name, card name, zadanie',
  description: 'opis, treść, notes, card description, details, notatki',
  category: 'kategoria, typ, type',
  urgency_reporter: 'urgency, pilność, pilność zgłaszającego',
  priority: 'priorytet',
  status: 'stan, state, section/column, list name, etap',
  project: 'projekt, projects, board name, projekty',
  reporter_email: 'reporter email, e-mail zgłaszającego, email zgłaszającego, adres zgłaszającego',
  reporter_name: 'reporter, reporter name, author, zgłaszający, osoba zgłaszająca, autor',
  assignee_email: 'assignee email, e-mail wykonawcy, email wykonawcy',
  assignee_name: `
    assignee, assignees, assignee name, assign, assigned to, owner, przypisany, przypisany do,
    osoba przypisana, wykonawca, osoba`,
  created_at: `
    created, created at, created at (utc), created time, date created, date, utworzono, data,
    data utworzenia, data zgłoszenia`,
  updated_at: `
    updated, updated at, updated at (utc), last modified, last modified time, last edited time, zmieniono,
    zaktualizowano, data zmiany`,
  closed_at: 'closed, closed at, closed at (utc), completed at, resolved, done at, zamknięto, data zamknięcia',
  planned_date: 'planned, due date, due, deadline, planowane na, termin',
  estimated_hours: 'estimate, szacunek, szacowane godziny',
  steps_to_reproduce: 'steps, kroki, kroki odtworzenia',
  expected_result: 'expected, oczekiwany wynik, oczekiwany rezultat',
  actual_result: 'actual, rzeczywisty wynik, faktyczny rezultat',
  environment: 'środowisko',
  internal_note: 'notatka wewnętrzna',
  labels: 'label, tags, etykiety',
  restricted: `
    confidential, confidential issue, is confidential, private, is private, private issue, security level,
    visibility, internal, poufne, poufny, zgłoszenie poufne, prywatne, prywatny, zastrzeżone,
    poziom bezpieczeństwa, poziom zabezpieczeń, widoczność, wewnętrzne, vertraulich, privat,
    sicherheitsstufe, confidencial, privado, privada, nivel de seguridad, confidentiel, privé, privée,
    niveau de sécurité, důvěrné, soukromý, úroveň zabezpečení, конфіденційно, приватне, рівень безпеки`,
  closure_summary: 'answer, odpowiedź, podsumowanie zamknięcia, podsumowanie',
  attachments: 'files, załączniki, pliki',
} as const;
export type TicketColumn = keyof typeof TICKET_COLUMNS;

export const COMMENT_COLUMNS = {
  external_id: 'id, external id, ticket, issue key, zgłoszenie',
  author_email: 'author, author email, autor, e-mail autora',
  created_at: 'created, utworzono',
  is_internal: 'internal, wewnętrzny',
  content: 'comment, text, komentarz, treść',
} as const;
export type CommentColumn = keyof typeof COMMENT_COLUMNS;

/** Columns that may stand in a table several times: what one of them says holds, or all of it. */
const LISTS: readonly string[] = ['labels', 'restricted'] satisfies readonly TicketColumn[];
export const isListColumn = (column: string | null): boolean => column !== null && LISTS.includes(column);

/** Rejected rows have these besides their own columns. They are read over. */
export const REJECTED_COLUMNS = ['_line', '_reason'] as const;

type Names<C extends string> = Readonly<Record<C, string>>;

/** Which column a name is of, in English or in Polish; null for none. */
export function columnNamed<C extends string>(names: Names<C>, name: string): C | null {
  const folded = headerName(name);
  const entries = Object.entries(names) as [C, string][];
  return (
    entries.find(([column, others]) =>
      [column, ...others.trim().split(/,\s+/)].some((other) => headerName(other) === folded),
    )?.[0] ?? null
  );
}

export interface ColumnChoice {
  /** By the name in the header; an empty text for a column that is left out. */
  readonly meant: Readonly<Record<string, string>>;
  readonly ignoresUnknown: boolean;
  /** Whether unknown columns are fields of the team's own. */
  readonly takesFields?: boolean;
}

/** The column of a field in the list's own table. */
const FIELD = /^fields\.([a-z][a-z0-9_]*)$/;

/** A fault of a header, and the sentence for the terminal. */
export interface HeaderProblem {
  readonly problem: TableProblem;
  readonly sentence: string;
}

/** Columns of the list's own table that Kwit works out. */
const WORKED_OUT: readonly string[] = ['answer_due_at'];

/** Says which column of a table is which, and what is wrong with its header. */
export function matchColumns<C extends string>(
  names: Names<C>,
  needed: readonly C[],
  header: readonly string[],
  { meant, ignoresUnknown, takesFields = false }: ColumnChoice,
) {
  const problems: HeaderProblem[] = [];
  const fields = new Map<number, string>();
  const columns = header.map((cell, index) => {
    // Spreadsheets write columns without a name behind the last one.
    if (cell === '' || [...REJECTED_COLUMNS, ...WORKED_OUT].includes(cell)) return null;
    const said = Object.hasOwn(meant, cell) ? meant[cell] : undefined;
    const column = columnNamed(names, said ?? cell);
    const [, key = takesFields && column === null ? cell : ''] =
      said === undefined ? (FIELD.exec(cell) ?? []) : ['', ''];
    if (key !== '') fields.set(index, key);
    else if (column === null && said !== undefined && said !== '') problems.push(noSuchTarget(cell, said, names));
    else if (column === null && said === undefined && !ignoresUnknown) problems.push(unknownColumn(index, cell));
    return column;
  });
  for (const name of Object.keys(meant))
    if (!header.includes(name))
      problems.push({
        problem: headerProblem({ code: 'unknown_column', column: name }),
        sentence: `there is no column ${JSON.stringify(name)}, of which --columns tells; there are ${header.join(', ')}`,
      });
  return { columns, fields, problems: [...problems, ...problemsOf(columns, needed)] };
}

/** Faults of columns whose names are known: one stands there twice, or one that must be there is missing. */
export function problemsOf<C extends string>(columns: readonly (C | null)[], needed: readonly C[]): HeaderProblem[] {
  const twice = columns.flatMap((column, index) => {
    const first = column === null || isListColumn(column) ? index : columns.indexOf(column);
    const sentence = `${column} stands in it twice: columns ${first + 1} and ${index + 1}`;
    const problem = headerProblem({ code: 'column_twice', column, value: String(index + 1), bound: first + 1 });
    return first === index ? [] : [{ problem, sentence }];
  });
  const missing = needed
    .filter((column) => !columns.includes(column))
    .map((column) => ({
      problem: headerProblem({ code: 'column_missing', column }),
      sentence: `it has no column ${column}`,
    }));
  return [...twice, ...missing];
}

const headerProblem = (problem: Parameters<typeof tableProblem>[0]) => tableProblem({ line: 1, ...problem });

const unknownColumn = (index: number, name: string): HeaderProblem => ({
  problem: headerProblem({ code: 'unknown_column', column: name, bound: index + 1 }),
  sentence: `column ${index + 1}, ${JSON.stringify(name)}, is none that Kwit knows`,
});

const noSuchTarget = (cell: string, said: string, names: object): HeaderProblem => ({
  problem: headerProblem({ code: 'unknown_column', column: said }),
  sentence: cannotBe(`--columns ${JSON.stringify(`${cell}=…`)}`, said, Object.keys(names)),
});

/** @throws TableRefused naming everything that is wrong with the header. */
export function refuseHeader(name: string, problems: readonly HeaderProblem[]): void {
  if (problems.length === 0) return;
  const sentences = problems.map(({ sentence }) => sentence);
  const unknown = problems.flatMap(({ problem: { code, column, bound } }) =>
    code === 'unknown_column' && bound !== null ? `${column}=` : [],
  );
  const advice =
    unknown.length === 0
      ? []
      : [
          `Name it: --columns "Theirs=title", or leave it out: --ignore-unknown. To change and paste: --columns ${JSON.stringify(unknown.join(','))}`,
        ];
  throw new TableRefused(
    [`The header of ${name}, line 1, cannot be used:`, ...sentences, ...advice].join('\n  '),
    problems.map(({ problem }) => problem),
  );
}

export interface Matched<C extends string> extends CsvTable {
  /** For each column of the table, which one it is; null for one that is left out. */
  readonly columns: readonly (C | null)[];
  /** Names of the team's own fields, by the places of their columns. */
  readonly fields?: ReadonlyMap<number, string>;
}

export interface MatchedHeader<C extends string> extends Matched<C> {
  /** Each of them refuses the table. */
  readonly problems: readonly HeaderProblem[];
}

export const NO_CHOICE: ColumnChoice = { meant: {}, ignoresUnknown: false };

/** Reads the header of a table, and says by the names in it which column is which. @throws TableRefused when it has none. */
export async function matchByName<C extends string>(
  file: FileBytes,
  form: CsvForm,
  names: Names<C>,
  needed: readonly C[],
  choice: ColumnChoice,
  productColumns: (header: readonly string[]) => Readonly<Record<string, string>> = () => ({}),
): Promise<MatchedHeader<C>> {
  const isKnown = (cell: string) => Object.hasOwn(choice.meant, cell) || columnNamed(names, cell) !== null;
  const table = await readHeader(file, form, isKnown);
  const meant = { ...productColumns(table.header), ...choice.meant };
  return { ...table, ...matchColumns(names, needed, table.header, { ...choice, meant }) };
}

/** Reads the header of a table of tickets, which may be that of a known product. */
export const matchTicketsByName = (
  file: FileBytes,
  form: CsvForm,
  needed: readonly TicketColumn[],
  choice: ColumnChoice,
): Promise<MatchedHeader<TicketColumn>> => matchByName(file, form, TICKET_COLUMNS, needed, choice, productColumns);

/** In Polish, Jira calls a title what others call closing words: where no other column is the title, that one is. */
function productColumns(header: readonly string[]): Readonly<Record<string, string>> {
  const ofProduct = columnsOfProduct(header);
  const hasTitle = header.some((cell) => (ofProduct[cell] ?? columnNamed(TICKET_COLUMNS, cell)) === 'title');
  const summary = hasTitle ? undefined : header.find((cell) => headerName(cell) === 'podsumowanie');
  return summary === undefined ? ofProduct : { ...ofProduct, [summary]: 'title' };
}

/** Reads the header of a table of tickets whose columns somebody has chosen, each by its place. */
export async function matchByPlace(
  file: FileBytes,
  form: CsvForm,
  columns: readonly (TicketColumn | null)[],
): Promise<MatchedHeader<TicketColumn>> {
  const table = await readHeader(file, form, (cell) => columnNamed(TICKET_COLUMNS, cell) !== null);
  const [count, chosen] = [table.header.length, columns.length];
  const other = {
    problem: tableProblem({ code: 'wrong_cell_count', line: 1, value: String(count), bound: chosen }),
    sentence: `it has ${count} columns, and ${chosen} were chosen`,
  };
  const problems = [...(count === chosen ? [] : [other]), ...problemsOf(columns, ['title'])];
  return { ...table, columns, problems };
}
