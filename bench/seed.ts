import { v7 } from 'uuid';
import { type Connection, DAY, type Database, instant } from '#platform';
import { STATUSES } from '../contract/words.ts';
import { fillSearch } from './fill-search.ts';
import { Prose } from './prose.ts';
import { attachmentOf, eventsOf, historyOf, person, type Row } from './seed-rows.ts';

const BATCH_SIZE = 2000;
const PEOPLE = 200;
const DEVELOPERS = 5;
/** Every 200th ticket is of one reporter, whose own list the bench reads; in a small database more are, 60 at least. */
const OWN = 200;
const OWN_AT_LEAST = 60;

/** E-mail addresses of people and ids of tickets, for the scenarios. */
export interface Contents {
  readonly reporter: string;
  readonly developer: string;
  /** The reporter's newest ticket. It has three comments. */
  readonly ticket: string;
  /** Verified tickets, newest first: scenarios comment on them and close them. */
  readonly verified: readonly string[];
}

/** How many tickets are not closed. A team has at most 2,000 open, however many it has closed. */
export const openAmong = (tickets: number): number => Math.min(2000, tickets / 2);

/** The parts of a database that filling it needs. */
export type Seedable = Pick<Database, 'dialect' | 'write'>;

/**
 * Fills a fresh database with tickets. Each has a report of 60 words, three comments, two rows of history, two events, its
 * words in the search and, when it is closed, its answer; every fourth has an attachment.
 */
export async function seed(database: Seedable, tickets: number, now: number): Promise<void> {
  const seeder = new Seeder(tickets, now);
  await database.write((connection) => seeder.begin(connection));
  for (let first = 1; first <= tickets; first += BATCH_SIZE) {
    await database.write((connection) => seeder.add(connection, first, Math.min(tickets, first + BATCH_SIZE - 1)));
  }
  await database.write((connection) => seeder.end(connection));
  await database.write(analyze);
  await database.write(fillSearch);
  await database.write(analyze);
}

/** Finds in a seeded database what the scenarios ask for. */
export function contentsOf(database: Database): Promise<Contents> {
  return database.read(async (connection) => {
    const ids = (sql: string) => connection.rows<{ id: string }>({ sql, parameters: [] });
    const [own] = await ids(`select id from tickets where reporter_id = '${person(PEOPLE - 1)}' order by number desc`);
    const verified = await ids("select id from tickets where status = 'verified' order by number desc");
    return {
      reporter: emailOf(PEOPLE - 1),
      developer: emailOf(0),
      ticket: own?.id ?? '',
      verified: verified.map(({ id }) => id),
    };
  });
}

const emailOf = (index: number): string => `person${index}@example.com`;

class Seeder {
  readonly #tickets: number;
  readonly #now: number;
  readonly #prose = new Prose();
  readonly #counts = new Map<string, number>();

  constructor(tickets: number, now: number) {
    this.#tickets = tickets;
    this.#now = now;
  }

  async begin(connection: Connection): Promise<void> {
    const users = Array.from({ length: PEOPLE }, (_, index) => ({
      id: person(index),
      email: emailOf(index),
      name: `${this.#prose.words(2)}`,
      role: index < DEVELOPERS ? 'developer' : 'user',
      language: 'en',
      email_notify_ticket_status: true,
      email_notify_developer_comment: true,
      created_at: this.#at(0),
    }));
    await insert(connection, 'users', users);
    // The bench measures requests; a mail to each developer for each new ticket would cost more than those.
    const quiet = { name: 'notify_developers_of_new_tickets', value: '"off"', updated_at: this.#at(0) };
    const shared = { name: 'share_closure_summaries', value: 'true', updated_at: this.#at(0) };
    await insert(connection, 'settings', [quiet, shared]);
  }

  async add(connection: Connection, first: number, last: number): Promise<void> {
    await connection.dialect.withoutTimeouts(connection);
    // Looking for the rows that each row names would take as long as writing it.
    if (connection.dialect.name === 'postgres')
      await connection.run({ sql: "set local session_replication_role = 'replica'", parameters: [] });
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const tickets = numbers.map((number) => this.#ticket(number));
    await insert(connection, 'tickets', tickets);
    await insert(
      connection,
      'comments',
      tickets.flatMap((ticket) => this.#comments(ticket)),
    );
    const summaries = `update tickets set summary_comment_id = (
      select id from comments where ticket_id = tickets.id and is_closure_summary limit 1)
      where status = 'closed' and number between ${first} and ${last}`;
    await connection.run({ sql: summaries, parameters: [] });
    await insert(connection, 'ticket_history', tickets.flatMap(historyOf));
    await insert(connection, 'attachments', tickets.filter(({ number }) => number % 4 === 0).map(attachmentOf));
    await insert(connection, 'event_outbox', tickets.flatMap(eventsOf));
  }

  async end(connection: Connection): Promise<void> {
    for (const [status, count] of this.#counts) await countTo(connection, `status:${status}`, count);
    await countTo(connection, 'ticket_number', this.#tickets);
  }

  #at(number: number): string {
    return instant(this.#now - 300 * DAY + Math.floor((number / this.#tickets) * 299 * DAY));
  }

  #ticket(number: number) {
    const at = this.#at(number);
    const isOpen = number > this.#tickets - openAmong(this.#tickets);
    const status = isOpen ? (STATUSES[number % 5] ?? 'verified') : 'closed';
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
    const own = number % Math.min(OWN, Math.floor(this.#tickets / OWN_AT_LEAST)) === 0;
    return {
      id: v7(),
      number,
      title: this.#prose.title(),
      description: this.#prose.words(60),
      category: this.#prose.one(['bug', 'other', 'question', 'feature']),
      urgency_reporter: 'normal',
      priority: 'normal',
      priority_rank: 2,
      status,
      reporter_id: person(own ? PEOPLE - 1 : DEVELOPERS + (number % (PEOPLE - DEVELOPERS - 1))),
      assignee_id: status === 'submitted' ? null : person(number % DEVELOPERS),
      order_index: 0,
      created_at: at,
      updated_at: at,
      closed_at: status === 'closed' ? at : null,
      version: 1,
      public_updated_at: at,
      event_seq: 2,
    };
  }

  #comments(ticket: Row) {
    return [0, 1, 2].map((index) => ({
      id: v7(),
      ticket_id: ticket.id,
      user_id: index === 0 ? ticket.reporter_id : (ticket.assignee_id ?? person(0)),
      content: this.#prose.words(15),
      type: 'comment',
      is_internal: false,
      is_closure_summary: index === 2 && ticket.status === 'closed',
      is_developer: index > 0,
      created_at: ticket.created_at,
    }));
  }
}

async function analyze(connection: Connection): Promise<void> {
  await connection.dialect.withoutTimeouts(connection);
  await connection.dialect.analyze(connection);
}

const countTo = (connection: Connection, name: string, value: number) =>
  connection.run({ sql: `update counters set value = ${value} where name = '${name}'`, parameters: [] });

/** Inserts rows of one shape in one statement. */
async function insert(connection: Connection, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const from =
    connection.dialect.name === 'sqlite'
      ? `select ${columns.map((name) => `value ->> '${name}'`)} from json_each(?)`
      : `select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`;
  const sql = `insert into ${table} (${columns}) ${from}`;
  await connection.run({ sql, parameters: [JSON.stringify(rows)] });
}
