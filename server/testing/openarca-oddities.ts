import { OA, type OpenArcaFolder, oaId } from './openarca-folder.ts';

const GONE = oaId('a', 99);
const AT = '2026-04-01 10:00:00';

/** Adds 24 oddities that years leave behind in a folder, each in a row or file of its own. */
export function addOddities(folder: OpenArcaFolder): void {
  addPeople(folder);
  addTickets(folder);
  addBesideTickets(folder);
}

function addPeople(folder: OpenArcaFolder): void {
  folder.add('users', { id: oaId('a', 11), email: 'ADA.Kowalska@Example.com ', name: 'Ada twice', created_at: AT });
  folder.add('users', { id: oaId('a', 12), email: 'no address', language: 'de', role: 'admin', created_at: AT });
  folder.add('users', {
    id: oaId('a', 13),
    email: 'zoe@example.com',
    avatar_filename: 'e2.txt',
    created_at: 'yesterday',
  });
  folder.add('projects', {
    id: oaId('b', 2),
    name: 'Bez koloru',
    color: null,
    icon_filename: 'gone.png',
    created_at: AT,
  });
}

function addTickets(folder: OpenArcaFolder): void {
  const ticket = { reporter_id: OA.celina, description: 'x', created_at: AT, updated_at: AT };
  folder.add(
    'tickets',
    {
      ...ticket,
      id: OA.ticket(50),
      number: 50,
      title: 'a\0b',
      status: 'resolved',
      category: 'chore',
      planned_date: '2026-02-31',
    },
    {
      ...ticket,
      id: OA.ticket(51),
      number: 51,
      title: '',
      reporter_id: GONE,
      assignee_id: GONE,
      project_id: oaId('b', 99),
    },
    { ...ticket, id: OA.ticket(52), number: -4, title: 'Below zero', estimated_hours: 'two', closed_at: AT },
    {
      ...ticket,
      id: OA.ticket(53),
      number: 53,
      title: 'Closed without a time',
      status: 'closed',
      source_support_thread_id: 'x',
    },
  );
  folder.run("update settings set value = '7' where key = 'ticket_counter'");
}

function addBesideTickets(folder: OpenArcaFolder): void {
  const comment = { ticket_id: OA.ticket(50), user_id: OA.celina, created_at: AT };
  folder.add(
    'comments',
    { ...comment, id: OA.comment(50), content: 'Nobody wrote it', user_id: null },
    { ...comment, id: OA.comment(51), content: 'Answers elsewhere', parent_id: OA.comment(1), type: 'shout' },
    { ...comment, id: OA.comment(52), content: 'On no ticket', ticket_id: OA.ticket(99) },
    { ...comment, id: OA.comment(53), content: 'Internal answer', is_internal: 1, is_closure_summary: 1 },
  );
  const file = { ticket_id: OA.ticket(50), mime_type: 'text/plain', size: 9, created_at: AT };
  folder.add(
    'attachments',
    { ...file, id: OA.file(50), filename: 'lost.txt', original_name: 'lost.txt' },
    { ...file, id: OA.file(51), filename: '../data/data.sqlite', original_name: 'steals.txt' },
    { ...file, id: OA.file(52), filename: 'e2.txt', original_name: '', uploaded_by: null },
  );
  folder.add('ticket_history', {
    id: oaId('7', 50),
    ticket_id: OA.ticket(50),
    field: 'status',
    old_value: 'submitted',
    new_value: 'resolved',
    user_id: GONE,
    created_at: AT,
  });
  folder.add(
    'ticket_relations',
    { id: oaId('4', 50), ticket_id_a: OA.ticket(50), ticket_id_b: OA.ticket(50), created_at: AT },
    { id: oaId('4', 51), ticket_id_a: OA.ticket(1), ticket_id_b: OA.ticket(3), created_at: AT },
  );
  folder.add(
    'ticket_external_references',
    { id: oaId('5', 50), ticket_id: OA.ticket(50), ref_type: 'x', url: 'javascript:alert(1)', created_at: AT },
    { id: oaId('5', 51), ticket_id: OA.ticket(50), ref_type: 'wiki', url: 'https://wiki.example/', created_at: AT },
  );
  folder.add('dev_tasks', {
    ...{ id: oaId('8', 50), title: 'Nobody owns it', ticket_id: OA.ticket(99), priority: 'urgent' },
    ...{ created_at: AT, updated_at: AT },
  });
  folder.run("create table support_threads (id text primary key); insert into support_threads values ('x'), ('y')");
}

/** The meanings of its words that Kwit lacks. */
export const ODD_MEANINGS = ['status.resolved=waiting', 'category.chore=other', 'priority.urgent=critical'] as const;
