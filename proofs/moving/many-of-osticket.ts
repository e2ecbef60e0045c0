import { addressOf, at, hasFile, isClosed, numbersTo, PEOPLE, put, TEXT } from './many-rows.ts';

const sqlOf = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\\\]/g, '\\\\$&')}'` : String(value);

/** A table of a dump, with thousands of rows in a statement. */
function dumpOf(table: string, columns: string, rows: readonly (readonly unknown[])[]): string {
  const listed = columns.split(' ').map((name) => `  \`${name}\` text`);
  const values = rows.map((row) => `(${row.map(sqlOf).join(',')})`).join(',');
  const insert = rows.length === 0 ? '' : `INSERT INTO \`ost_${table}\` VALUES ${values};\n`;
  return `CREATE TABLE \`ost_${table}\` (\n${listed.join(',\n')}\n);\n${insert}`;
}

const sqlTime = (n: number, step: number) => at(n, step).replace('T', ' ').replace('Z', '');

const OSTICKET_PEOPLE = [
  dumpOf('ticket_status', 'id name state', [
    [1, 'Open', 'open'],
    [2, 'Done', 'closed'],
  ]),
  dumpOf('department', 'id name', [[1, 'Shop']]),
  dumpOf('staff', 'staff_id firstname lastname email isactive', [[3, 'Iza', 'Kłos', 'iza@example.com', 1]]),
  dumpOf(
    'user',
    'id default_email_id name',
    [1, 2].map((n) => [n, n, PEOPLE[n - 1]]),
  ),
  dumpOf(
    'user_email',
    'id address',
    [1, 2].map((n) => [n, addressOf(PEOPLE[n - 1] ?? '')]),
  ),
  dumpOf('form_field', 'id name label', [[1, 'subject', 'Subject']]),
].join('');

const osticketEntries = (n: number) => [
  [n * 3, n, 0, 1 + (n % 2), 'M', 0, `<p>${TEXT} ${n}</p>`, 'html', sqlTime(n, 0)],
  [n * 3 + 1, n, 3, 0, 'N', 0, `${TEXT} ${n}`, 'text', sqlTime(n, 1)],
  [n * 3 + 2, n, 3, 0, 'R', 0, `<b>${n}</b>`, 'html', sqlTime(n, 2)],
];

/** Tables of so many tickets: their columns, and the rows of each. */
const OSTICKET_TABLES: Readonly<Record<string, readonly [string, (n: number) => readonly (readonly unknown[])[]]>> = {
  ticket: [
    'ticket_id number user_id status_id dept_id staff_id closed created updated',
    (n) => {
      const closed = isClosed(n) ? sqlTime(n, 3) : null;
      return [[n, `1000${n}`, 1 + (n % 2), isClosed(n) ? 2 : 1, 1, 3, closed, sqlTime(n, 0), sqlTime(n, 3)]];
    },
  ],
  thread: ['id object_id object_type', (n) => [[n, n, 'T']]],
  thread_entry: ['id thread_id staff_id user_id type flags body format created', osticketEntries],
  form_entry: ['id object_id object_type', (n) => [[n, n, 'T']]],
  form_entry_values: ['entry_id field_id value value_id', (n) => [[n, 1, `Issue ${n}`, null]]],
  attachment: ['id object_id type file_id name', (n) => (hasFile(n) ? [[n, n * 3, 'H', n, 'b.txt']] : [])],
  file: ['id bk key size name', (n) => (hasFile(n) ? [[n, 'D', `key${n}`, `file ${n}`.length, 'b.txt']] : [])],
  file_chunk: ['file_id chunk_id filedata', (n) => (hasFile(n) ? [[n, 0, `file ${n}`]] : [])],
};

export function manyOfOsticket(folder: string, count: number): string[] {
  const tables = Object.entries(OSTICKET_TABLES).map(([table, [columns, rowsOf]]) =>
    dumpOf(table, columns, numbersTo(count).flatMap(rowsOf)),
  );
  const path = put(folder, 'helpdesk.sql', `${OSTICKET_PEOPLE}${tables.join('')}-- Dump completed\n`);
  return ['osticket', path, '--zone', 'Europe/Warsaw', '--answer', 'last-comment'];
}
