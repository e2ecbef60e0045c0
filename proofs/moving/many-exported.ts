/** Exports of many tickets by other products, with everything that hangs on these. Links lead from each to the next, so from batch to batch. */
import { join } from 'node:path';
import { manyOfOsticket } from './many-of-osticket.ts';
import {
  addressOf,
  at,
  hasFile,
  isClosed,
  label,
  numbersTo,
  PEOPLE,
  PEOPLE_TABLE,
  put,
  TEXT,
  two,
} from './many-rows.ts';

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

function manyOfCsv(folder: string, count: number): string[] {
  const header =
    'external_id,title,description,status,project,reporter_email,assignee_email,created_at,labels,attachments,closure_summary';
  const rows = numbersTo(count).map((n) => [
    ...[String(n), `Issue ${n}`, `${TEXT}\n#${n}`, isClosed(n) ? 'closed' : 'in_progress', 'Shop'],
    ...[addressOf(PEOPLE[n % 3] ?? ''), addressOf(PEOPLE[(n + 1) % 3] ?? ''), at(n, 0), `${label(n)}|all`],
    ...[hasFile(n) ? `${n}.txt` : '', isClosed(n) ? `Tak jak ${n}` : ''],
  ]);
  const lineOf = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  for (const n of numbersTo(count).filter(hasFile)) put(folder, `files/${n}.txt`, `file ${n}`);
  const path = put(folder, 'table.csv', [header, ...rows.map(lineOf)].join('\n'));
  const said = numbersTo(count).map((n) => [String(n), addressOf('Ada'), at(n, 1), String(n % 2), `${TEXT} ${n}`]);
  const comments = ['external_id,author_email,created_at,is_internal,content', ...said.map(lineOf)].join('\n');
  return ['csv', path, '--comments', put(folder, 'comments.csv', comments), '--files', join(folder, 'files')];
}

function manyOfGithub(folder: string, count: number): string[] {
  const person = (n: number) => ({ login: `u${n % 3}`, name: PEOPLE[n % 3] });
  const issues = numbersTo(count).map((n) => {
    const url = `https://github.com/acme/shop/issues/${n}`;
    const comment = (step: number) => ({
      ...{ id: `c${n}-${step}`, author: person(n + step), authorAssociation: 'MEMBER', body: `${TEXT} #${n} ${step}` },
      ...{ createdAt: at(n, step), url: `${url}#issuecomment-${n}${step}` },
    });
    return {
      ...{ number: n, title: `Issue ${n}`, body: TEXT, author: person(n), assignees: [person(n + 1)] },
      ...{ labels: [{ name: label(n) }, { name: 'bug' }], milestone: null, url, comments: [comment(1), comment(2)] },
      ...{ state: isClosed(n) ? 'CLOSED' : 'OPEN', stateReason: isClosed(n) ? 'COMPLETED' : '' },
      ...{ createdAt: at(n, 0), updatedAt: at(n, 3), closedAt: isClosed(n) ? at(n, 3) : null },
    };
  });
  const path = put(folder, 'issues.json', issues);
  const people = put(folder, 'people.csv', PEOPLE_TABLE);
  return ['github', path, '--people', people, '--map', 'label.bug=category.bug', '--answer', 'last-comment'];
}

/** By products: each writes so many tickets into a folder. @returns what stands after `kwit import` to bring them. */
export const MANY_EXPORTED: Readonly<Record<string, (folder: string, count: number) => string[]>> = {
  csv: manyOfCsv,
  github: manyOfGithub,
  jira: manyOfJira,
  osticket: manyOfOsticket,
  redmine: manyOfRedmine,
  trello: manyOfTrello,
  zammad: manyOfZammad,
  zendesk: manyOfZendesk,
};
