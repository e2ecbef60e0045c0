/** What other products export of many tickets, with everything that hangs on these. Links lead from each to the next, so from batch to batch. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PEOPLE = ['Ada Nowak', 'Olek Żak', 'Iza Kłos'];
const addressOf = (name: string) => `${name.slice(0, 3).toLowerCase()}@example.com`;
const PEOPLE_TABLE = ['login,email,name', ...PEOPLE.map((name, n) => `u${n},${addressOf(name)},${name}`)].join('\n');

const TEXT = 'Zażółć "gęślą" jaźń, *bo* trzeba.';
const two = (n: number) => String(n).padStart(2, '0');
/** A time of the n-th ticket: later for a later step of it. */
const at = (n: number, step: number) => `2025-${two(1 + (n % 12))}-${two(1 + (n % 28))}T${two(8 + step)}:00:00Z`;
const isClosed = (n: number) => n % 3 === 0;
/** Every fiftieth ticket has a file. */
const hasFile = (n: number) => n % 50 === 0;
const label = (n: number) => `sieć ${n % 7}`;

/** Writes a file of a folder. */
function put(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const jiraTime = (n: number, step: number) => `${two(1 + (n % 28))}/${MONTHS[n % 12]}/25 ${8 + step}:00 AM`;
const JIRA_HEADER =
  'Summary,Issue key,Issue id,Issue Type,Status,Status Category,Project name,Priority,Assignee,Assignee Id,Reporter,Reporter Id,Created,Resolved,Labels,Labels,Description,Outward issue link (Blocks),Attachment,Comment,Comment';

function jiraIssue(n: number, count: number): string[] {
  const said = (who: number, step: number) => `${jiraTime(n, step)};u${who};${TEXT} ${n}; ${step}`;
  const address = `https://x.atlassian.net/rest/api/3/attachment/content/${n}`;
  return [
    ...[`Issue ${n}`, `APP-${n}`, String(30_000 + n), 'Bug'],
    ...(isClosed(n) ? ['Done', 'Done'] : ['In Progress', 'In Progress']),
    ...['Shop', 'High', PEOPLE[n % 3] ?? '', `u${n % 3}`, PEOPLE[(n + 1) % 3] ?? '', `u${(n + 1) % 3}`],
    ...[jiraTime(n, 0), isClosed(n) ? jiraTime(n, 3) : '', label(n).replace(' ', '-'), 'all', TEXT],
    ...[n < count ? `APP-${n + 1}` : '', hasFile(n) ? `${jiraTime(n, 1)};u1;a;b.txt;${address}` : ''],
    ...[said(0, 1), said(n % 3, 2)],
  ];
}

function manyOfJira(folder: string, count: number): string[] {
  const rows = numbersTo(count).map((n) => jiraIssue(n, count));
  const lines = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  for (const n of numbersTo(count).filter(hasFile)) put(folder, `files/${n}_a;b.txt`, `file ${n}`);
  const path = put(folder, 'issues.csv', [JIRA_HEADER, ...lines].join('\n'));
  const people = put(folder, 'people.csv', PEOPLE_TABLE);
  const choices = ['--zone', 'Europe/Warsaw', '--comments', 'public', '--answer', 'last-comment'];
  return ['jira', path, ...choices, '--people', people, '--files', join(folder, 'files')];
}

const redminePerson = (n: number) => ({ id: 1 + (n % 3), name: PEOPLE[n % 3] });

function redmineIssue(n: number, count: number) {
  const note = (step: number, more: object) => ({
    ...{ id: n * 10 + step, user: redminePerson(n + step), notes: `${TEXT} ${n}`, created_on: at(n, step) },
    ...{ private_notes: step === 1, details: [], ...more },
  });
  const moved = { property: 'attr', name: 'status_id', old_value: '1', new_value: isClosed(n) ? '3' : '2' };
  const file = { id: n, filename: 'a.txt', author: redminePerson(n), created_on: at(n, 1) };
  const content_url = `https://redmine.example.com/attachments/download/${n}/a.txt`;
  return {
    ...{ id: n, subject: `Issue ${n}`, description: TEXT, is_private: false, estimated_hours: 2.5 },
    ...{ project: { id: 1, name: 'Biuro' }, tracker: { id: 1, name: 'Błąd' }, priority: { id: 1 + (n % 3) } },
    ...{ status: { id: isClosed(n) ? 3 : 2 }, author: redminePerson(n), assigned_to: redminePerson(n + 1) },
    ...{ created_on: at(n, 0), updated_on: at(n, 3), closed_on: isClosed(n) ? at(n, 3) : null, due_date: '2025-12-24' },
    journals: [note(1, {}), note(2, {}), note(3, { notes: '', details: [moved] })],
    attachments: hasFile(n) ? [{ ...file, content_url }] : [],
    relations: n < count ? [{ id: n, issue_id: n, issue_to_id: n + 1, relation_type: 'blocks', delay: null }] : [],
  };
}

function manyOfRedmine(folder: string, count: number): string[] {
  const people = PEOPLE.map((name, n) => {
    const [firstname, lastname] = name.split(' ');
    return { id: n + 1, login: `u${n}`, firstname, lastname, mail: addressOf(name), status: 1, admin: n === 0 };
  });
  const names = ['Nowy', 'W toku', 'Zamknięty'];
  const statuses = names.map((name, n) => ({ id: n + 1, name, is_closed: n === 2 }));
  const priorities = ['Niski', 'Normalny', 'Wysoki'].map((name, n) => ({ id: n + 1, name, is_default: n === 1 }));
  put(folder, 'users/current.json', { user: people[0] });
  put(folder, 'users.json', { users: people });
  put(folder, 'issue_statuses.json', { issue_statuses: statuses });
  put(folder, 'enumerations/issue_priorities.json', { issue_priorities: priorities });
  put(folder, 'projects.json', { projects: [{ id: 1, name: 'Biuro', status: 1 }] });
  put(folder, 'issues-0000.json', { issues: numbersTo(count).map((id) => ({ id })) });
  for (const n of numbersTo(count)) put(folder, `issues/${n}.json`, { issue: redmineIssue(n, count) });
  for (const n of numbersTo(count).filter(hasFile)) put(folder, `attachments/${n}/a.txt`, `file ${n}`);
  return ['redmine', folder, '--markup', 'textile', '--answer', 'last-comment'];
}

function zammadArticles(n: number): object[] {
  const article = (step: number, more: object) => ({
    ...{ id: n * 10 + step, content_type: 'text/html', body: `<div>Zażółć <b>${n}</b>, krok ${step}</div>` },
    ...{ internal: step === 1, sender: step === 0 ? 'Customer' : 'Agent', subject: `Ticket ${n}` },
    ...{ created_by_id: 3 + ((n + step) % 3), created_at: at(n, step), attachments: [], ...more },
  });
  const attachments = hasFile(n) ? [{ id: n, filename: 'a.txt' }] : [];
  return [article(0, { attachments }), article(1, {}), article(2, { created_by_id: 3 + (n % 3) })];
}

function manyOfZammad(folder: string, count: number): string[] {
  const people = PEOPLE.map((name, n) => {
    const [firstname, lastname] = name.split(' ');
    return { id: n + 3, login: addressOf(name), email: addressOf(name), firstname, lastname, active: true };
  });
  const tickets = numbersTo(count).map((n) => ({
    ...{ id: n, number: String(22_000 + n), title: `Ticket ${n}`, group_id: 1, priority_id: 1 + (n % 3) },
    ...{ state_id: isClosed(n) ? 4 : 2, owner_id: 3 + (n % 3), customer_id: 3 + ((n + 1) % 3) },
    ...{ created_at: at(n, 0), updated_at: at(n, 3), close_at: isClosed(n) ? at(n, 3) : null },
  }));
  const names = ['new', 'open', 'pending reminder', 'closed'];
  const states = names.map((name, n) => ({ id: n + 1, state_type_id: name === 'closed' ? 5 : n + 1, name }));
  const priorities = ['1 low', '2 normal', '3 high'].map((name, n) => ({ id: n + 1, name, default_create: n === 1 }));
  put(folder, 'users/me.json', { ...people[0], group_ids: { 1: ['full'] } });
  put(folder, 'users/page-1.json', people);
  put(folder, 'ticket_states.json', states);
  put(folder, 'ticket_priorities.json', priorities);
  put(folder, 'groups.json', [{ id: 1, name: 'Helpdesk', active: true }]);
  put(folder, 'tickets/page-1.json', tickets);
  for (const n of numbersTo(count)) {
    put(folder, `ticket_articles/by_ticket/${n}.json`, zammadArticles(n));
    put(folder, `tags/${n}.json`, { tags: [label(n)] });
    if (n < count) put(folder, `links/${n}.json`, { links: [{ link_object: 'Ticket', link_object_value: n + 1 }] });
    if (hasFile(n)) put(folder, `ticket_attachment/${n}/${n * 10}/${n}`, `file ${n}`);
  }
  return ['zammad', folder, '--answer', 'last-comment'];
}

const LISTS = ['To do', 'Doing', 'Done'].map((name, n) => ({ id: `list${n}`, name, closed: false }));
const trelloCard = (n: number) => {
  const seconds = Date.parse(at(n, 0)) / 1000;
  return { id: `${seconds.toString(16)}${String(n).padStart(16, '0')}`, shortLink: `c${String(n).padStart(7, '0')}` };
};

function manyOfTrello(folder: string, count: number): string[] {
  const cards = numbersTo(count).map((n) => ({
    ...{ ...trelloCard(n), name: `Card ${n}`, desc: TEXT, closed: false, idList: isClosed(n) ? 'list2' : 'list1' },
    ...{ idMembers: [`m${n % 3}`], labels: [{ name: label(n), color: 'green' }], badges: { comments: 2 } },
    ...{ dateLastActivity: at(n, 3), due: at(n, 5) },
    attachments: [
      { id: `l${n}`, isUpload: false, name: 'Next', url: `https://trello.com/c/${trelloCard(n + 1).shortLink}` },
      ...(hasFile(n) ? [{ id: `f${n}`, isUpload: true, fileName: 'a.txt', idMember: 'm0', date: at(n, 1) }] : []),
    ],
  }));
  const actions = numbersTo(count).flatMap((n) => {
    const action = (type: string, who: number, step: number, data: object) => ({
      ...{ id: `a${n}-${step}`, type, date: at(n, step), idMemberCreator: `m${who % 3}` },
      data: { card: { id: trelloCard(n).id }, ...data },
    });
    return [
      action('createCard', n + 1, 0, { list: { id: 'list0' } }),
      action('commentCard', n + 1, 1, { text: `${TEXT} ${n}` }),
      action('commentCard', n, 2, { text: `Gotowe ${n}` }),
      action('updateCard', n, 3, { listBefore: { id: 'list0' }, listAfter: { id: isClosed(n) ? 'list2' : 'list1' } }),
    ];
  });
  const members = PEOPLE.map((fullName, n) => ({ id: `m${n}`, username: `u${n}`, fullName }));
  const path = put(folder, 'board.json', {
    name: 'Board',
    shortLink: 'bBbB0000',
    cards,
    lists: LISTS,
    members,
    actions,
  });
  for (const n of numbersTo(count).filter(hasFile)) put(folder, `files/f${n}_a.txt`, `file ${n}`);
  const people = put(folder, 'people.csv', PEOPLE_TABLE);
  const choices = ['--zone', 'Europe/Warsaw', '--closed-lists', 'Done', '--answer', 'last-comment'];
  return [
    'trello',
    path,
    ...choices,
    '--map',
    'list.Doing=in_progress',
    '--people',
    people,
    '--files',
    join(folder, 'files'),
  ];
}

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

function manyOfOsticket(folder: string, count: number): string[] {
  const tables = Object.entries(OSTICKET_TABLES).map(([table, [columns, rowsOf]]) =>
    dumpOf(table, columns, numbersTo(count).flatMap(rowsOf)),
  );
  const path = put(folder, 'helpdesk.sql', `${OSTICKET_PEOPLE}${tables.join('')}-- Dump completed\n`);
  return ['osticket', path, '--zone', 'Europe/Warsaw', '--answer', 'last-comment'];
}

function zendeskTicket(n: number): object {
  const said = (step: number, isPublic: boolean) => {
    const attachments = hasFile(n) && step === 0 ? [{ id: n, file_name: 'b.txt' }] : [];
    const html_body = `<p>${TEXT} ${n}; ${step}</p>`;
    return { id: n * 3 + step, author_id: 1 + step, html_body, public: isPublic, created_at: at(n, step), attachments };
  };
  return {
    ...{ id: n, subject: `Issue ${n}`, status: isClosed(n) ? 'closed' : 'open', requester_id: 1, assignee_id: 3 },
    ...{ created_at: at(n, 0), updated_at: at(n, 3), tags: [label(n)], group_id: 1, problem_id: n > 1 ? n - 1 : null },
    ...{
      metric_set: { solved_at: isClosed(n) ? at(n, 3) : null },
      comments: [said(0, true), said(1, false), said(2, true)],
    },
  };
}

function manyOfZendesk(folder: string, count: number): string[] {
  const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
  put(folder, 'tickets.json', linesOf(numbersTo(count).map(zendeskTicket)));
  const user = (name: string, n: number) => ({
    id: n + 1,
    name,
    email: addressOf(name),
    role: n === 2 ? 'agent' : 'end-user',
  });
  put(folder, 'users.json', linesOf(PEOPLE.map(user)));
  put(folder, 'groups.json', { groups: [{ id: 1, name: 'Shop' }] });
  for (const n of numbersTo(count).filter(hasFile)) put(folder, `attachments/${n}/b.txt`, `file ${n}`);
  return ['zendesk', folder, '--answer', 'last-comment'];
}

/** By products: each writes so many tickets into a folder. @returns what stands after `kwit import` to bring them. */
export const MANY_EXPORTED: Readonly<Record<string, (folder: string, count: number) => string[]>> = {
  jira: manyOfJira,
  osticket: manyOfOsticket,
  redmine: manyOfRedmine,
  trello: manyOfTrello,
  zammad: manyOfZammad,
  zendesk: manyOfZendesk,
};
