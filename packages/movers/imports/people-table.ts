import { matchColumns, refuseHeader } from './csv/column-names.ts';
import { csvRows, RowRejected, readHeader } from './csv/csv-table.ts';
import { LONGEST_ID, LONGEST_NAME } from './csv/read-ticket.ts';
import { RowCells } from './csv/row-cells.ts';
import { fileOnDisk } from './csv/table-files.ts';
import { ImportRefused } from './import-report.ts';
import type { IncomingPerson } from './incoming/incoming-ticket.ts';

const PEOPLE_COLUMNS = { login: 'github', email: 'e-mail, mail', name: 'imię i nazwisko' } as const;
const FORM = { encoding: 'utf-8', isSettled: true, separator: null } as const;
type PeopleColumn = keyof typeof PEOPLE_COLUMNS;

/** The people of a table of `login, email, name`, by their logins in lower case. @param path null for no table. @throws ImportRefused naming the line. */
export async function readPeople(path: string | null): Promise<Map<string, IncomingPerson>> {
  const people = new Map<string, IncomingPerson>();
  if (path === null) return people;
  const file = await fileOnDisk(path);
  const match = (header: readonly string[]) =>
    matchColumns<PeopleColumn>(PEOPLE_COLUMNS, ['login', 'email'], header, { meant: {}, ignoresUnknown: false });
  const table = await readHeader(file, FORM, (cell) => match([cell]).columns[0] !== null);
  const { columns, problems } = match(table.header);
  refuseHeader(file.name, problems);
  for await (const { line, cells } of csvRows(file, FORM, table)) {
    const { login, ...person } = readPerson(columns, cells, `${file.name}, line ${line}`);
    people.set(login, person);
  }
  return people;
}

/** @throws ImportRefused naming the place of the row. */
function readPerson(columns: readonly (PeopleColumn | null)[], cells: readonly string[], place: string) {
  try {
    const row = new RowCells(
      columns,
      columns.map((_, index) => cells[index] ?? ''),
    );
    const [login, email] = [row.line('login', LONGEST_ID)?.toLowerCase(), row.email('email')];
    const name = row.line('name', LONGEST_NAME);
    row.refuse();
    if (login !== undefined && email !== null) return { login, email, name };
  } catch (error) {
    if (error instanceof RowRejected) throw new ImportRefused(`${place}: ${error.message}.`);
    throw error;
  }
  throw new ImportRefused(`${place}: login and email must be there, and email an address.`);
}
