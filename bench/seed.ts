import { DatabaseSync } from 'node:sqlite'
import { v7 } from 'uuid'
import { STATUSES } from '../contract/tickets.ts'
import { DAY, instant } from '../server/clock.ts'
import { SqliteConnection } from '../server/database/sqlite.ts'
import { SearchStore } from '../server/search/search-store.ts'

const COMMENTS_EACH = 3
const DESCRIPTION = 'Every second page jams since Monday, whatever the paper. '.repeat(6)

export interface Seeded {
  readonly reporter: string
  readonly developer: string
  /** A ticket in the middle of the pile. */
  readonly ticket: string
}

/**
 * Writes tickets with comments, history and events straight into a database that the service has made.
 * The last `open` of them are on the board; what is older is closed.
 */
export async function seed(path: string, tickets: number, now: number, open = 300): Promise<Seeded> {
  const db = new DatabaseSync(path)
  db.exec('pragma synchronous = off; begin')
  const people = Array.from({ length: 40 }, (_, index) => ({
    id: v7(),
    email: `person${index}@example.com`,
    role: index < 5 ? 'developer' : 'user',
  }))
  const user = db.prepare(
    `insert into users (id, email, name, role, language, email_notify_ticket_status, email_notify_developer_comment, created_at)
    values (?, ?, ?, ?, 'en', 1, 1, ?)`,
  )
  for (const { id, email, role } of people) user.run(id, email, email, role, instant(now))
  const ids = insertTickets(
    db,
    { tickets, open },
    people.map(({ id }) => id),
    now,
  )
  // What is measured is requests: a mail to each developer for each new ticket would drown them.
  const setting = db.prepare("insert into settings values ('notify_developers_of_new_tickets', '\"off\"', ?, null)")
  setting.run(instant(now))
  await new SearchStore(new SqliteConnection(db)).fill()
  db.exec('commit; analyze')
  db.close()
  return {
    reporter: people[5]?.email ?? '',
    developer: people[0]?.email ?? '',
    ticket: ids[Math.floor(tickets / 2) - (Math.floor(tickets / 2) % 40) + 4] ?? '',
  }
}

interface Pile {
  readonly tickets: number
  readonly open: number
}

function insertTickets(db: DatabaseSync, { tickets, open }: Pile, people: readonly string[], now: number): string[] {
  const ticket = db.prepare(
    `insert into tickets values (?, ?, ?, ?, null, null, null, null, 'bug', 'normal', 'normal', 2, ?, null, ?, ?, null, null, 0, null, ?, ?, ?, 1, 2, null)`,
  )
  const comment = db.prepare(
    "insert into comments values (?, ?, ?, 'Replaced the roller kit, please try again.', 'comment', 0, 0, 0, null, ?)",
  )
  const history = db.prepare("insert into ticket_history values (?, ?, 'status', 'submitted', ?, ?, ?)")
  const event =
    db.prepare(`insert into event_outbox (id, event_id, event_name, aggregate_type, aggregate_id, seq, correlation_id, source, payload, status, attempts, occurred_at, created_at, updated_at, routed_at)
    values (?, ?, 'ticket.created', 'ticket', ?, 1, 'seed', 'seed', '{}', 'sent', 1, ?, ?, ?, ?)`)
  const counts = new Map<string, number>()
  const ids: string[] = []
  for (let number = 1; number <= tickets; number++) {
    const id = v7()
    const at = instant(now - 300 * DAY + Math.floor((number / tickets) * 299 * DAY))
    const status = number > tickets - open ? (STATUSES[number % 5] ?? 'verified') : 'closed'
    const reporter = people[number % people.length] ?? ''
    const developer = people[number % 5] ?? ''
    ticket.run(
      id,
      number,
      `Printer ${number} jams on every second page`,
      DESCRIPTION,
      status,
      reporter,
      developer,
      at,
      at,
      status === 'closed' ? at : null,
    )
    for (let count = 0; count < COMMENTS_EACH; count++) comment.run(v7(), id, count % 2 ? developer : reporter, at)
    history.run(v7(), id, status, developer, at)
    event.run(v7(), v7(), id, at, at, at, at)
    counts.set(status, (counts.get(status) ?? 0) + 1)
    ids.push(id)
  }
  const counter = db.prepare('update counters set value = ? where name = ?')
  for (const [status, count] of counts) counter.run(count, `status:${status}`)
  counter.run(tickets, 'ticket_number')
  return ids
}
