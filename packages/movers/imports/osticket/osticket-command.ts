import { resolve } from 'node:path';
import type { Priority } from '#contract/words.ts';
import type { ScratchRow, Typed } from '#platform';
import { ZoneClock } from '../csv/row-cells.ts';
import { filesInFolder } from '../csv/table-files.ts';
import { ImportRefused } from '../import-report.ts';
import { peopleOfAccounts, type SourceAccount } from '../incoming/accounts.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { MysqlTables } from '../mysql/mysql-tables.ts';
import { readPeople } from '../people-table.ts';
import { OF_PEOPLE, pathOf, peopleChoiceOf, VALUE, zoneOf } from '../product.ts';
import { posterOf } from './osticket-messages.ts';
import { osticketTickets } from './osticket-tickets.ts';

const NEEDED =
  'ticket ticket_status thread thread_entry user user_email staff attachment file file_chunk form_field form_entry form_entry_values';
/** Every osTicket with tickets has rows in these. Without them no ticket would tell whether it is closed, and what was said. */
const NEVER_EMPTY = ['ticket_status', 'thread', 'user', 'form_field'];
const PERHAPS =
  'department help_topic team ticket_priority ticket__cdata list_items thread_collaborator thread_entry_merge task task__cdata';
const TABLES = { root: 'thread_entry', needed: NEEDED.split(' '), perhaps: PERHAPS.split(' '), placed: ['filedata'] };
const FLAGS = { ...OF_PEOPLE, zone: VALUE, files: VALUE, source: VALUE } as const;

function optionsOf(path: string, { zone, files, source = '', ...values }: Typed<typeof FLAGS>['values']) {
  if (zone === undefined)
    throw new ImportRefused('The times of osTicket tell no zone. Say that of its database: --zone Europe/Warsaw.');
  const choice = { zone: zoneOf(zone), ...peopleChoiceOf(values), filesFolder: pathOf(files), source };
  return { product: 'osticket' as const, path: resolve(path), ...choice };
}
export type OsticketOptions = ReturnType<typeof optionsOf>;

async function open({ path, peoplePath, source, ...options }: OsticketOptions): Promise<OpenImport> {
  const table = await readPeople(peoplePath);
  await filesInFolder(options.filesFolder);
  const tables = await MysqlTables.open(path, TABLES).catch((error: Error) => {
    if (!/lacks .*thread/.test(error.message)) throw error;
    throw new ImportRefused(
      `${error.message} It is of an osTicket before 1.10, which had no threads, or of something else.`,
    );
  });
  if (tables.hasRows('ticket')) {
    const empty = NEVER_EMPTY.filter((name) => !tables.hasRows(name));
    if (empty.length > 0)
      throw new ImportRefused(`${path} is no whole dump: ${empty.join(', ')} has no rows, and there are tickets.`);
  }
  const accounts = accountsOf(tables);
  const clock = new ZoneClock(options.zone);
  const reading = {
    ...options,
    clock,
    tables,
    facts: factsOf(tables),
    people: peopleOfAccounts(accounts, table),
    accounts,
  };
  const close = () => tables[Symbol.asyncDispose]();
  return { name: path, people: 'create', source: osticketTickets(reading, source), close };
}

export const OSTICKET = { flags: FLAGS, options: optionsOf, open };

/** People by their ids. Who is an agent and a user by one address is the agent; a message may name somebody else. */
function accountsOf(tables: MysqlTables): ReadonlyMap<string, SourceAccount> {
  const accounts = new Map<string, SourceAccount>();
  const agents = new Map<string, SourceAccount>();
  for (const { staff_id, firstname, lastname, username = null, email = null, isactive } of tables.rows('staff')) {
    const name = [firstname, lastname].filter((part) => part).join(' ') || (username ?? email ?? '');
    const agent = { name, login: username, email, isGone: isactive === '0' };
    accounts.set(`staff ${staff_id}`, agent);
    if (email) agents.set(email.trim().toLowerCase(), agent);
  }
  const addresses = tables.by('user_email', 'id');
  for (const { id, name, default_email_id } of tables.rows('user')) {
    const email = addresses.get(default_email_id ?? '')?.address ?? null;
    const user = { name: name || (email ?? ''), login: null, email };
    accounts.set(`user ${id}`, agents.get((email ?? '').trim().toLowerCase()) ?? user);
  }
  for (const entry of tables.rows('thread_entry')) {
    const id = posterOf(entry, accounts);
    if (id !== null && !accounts.has(id)) accounts.set(id, { name: entry.poster ?? '', login: null, email: null });
  }
  return accounts;
}

const PRIORITIES: readonly (Priority | undefined)[] = [undefined, 'critical', 'high', 'normal', 'low'];

/** Facts of a whole osTicket, which its tickets need one by one. */
function factsOf(tables: MysqlTables) {
  const priorityOf = ({ priority_urgency }: ScratchRow) => PRIORITIES[Number(priority_urgency)] ?? 'normal';
  const priorities = tables.rows('ticket_priority').toArray();
  return {
    statuses: tables.by('ticket_status', 'id'),
    departments: tables.by('department', 'id'),
    teams: tables.by('team', 'team_id'),
    topics: tables.by('help_topic', 'topic_id'),
    priorities: new Map(
      priorities.flatMap((row) => [row.priority_id, row.priority_desc].map((key) => [key ?? '', priorityOf(row)])),
    ),
    fields: tables.by('form_field', 'id'),
    items: tables.by('list_items', 'id'),
    merged: tables.by('thread_entry_merge', 'thread_entry_id'),
  };
}
export type OsticketFacts = ReturnType<typeof factsOf>;
