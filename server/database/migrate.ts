import { instant } from '../clock.ts'
import type { Connection, Database } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { first } from './migrations/0001-first.ts'
import { templatesAndViews } from './migrations/0002-templates-and-views.ts'
import { telemetry } from './migrations/0003-telemetry.ts'
import { delivery } from './migrations/0004-delivery.ts'
import { search } from './migrations/0005-search.ts'
import { pictures } from './migrations/0006-pictures.ts'
import { stream } from './migrations/0007-stream.ts'
import { webhooks } from './migrations/0008-webhooks.ts'
import { notifications } from './migrations/0009-notifications.ts'
import { sessionAgent } from './migrations/0010-session-agent.ts'
import { similar } from './migrations/0011-similar.ts'
import { helped } from './migrations/0012-helped.ts'
import { newestFirst } from './migrations/0013-newest-first.ts'
import { listsInOrder } from './migrations/0014-lists-in-order.ts'
import { digestedByTicket } from './migrations/0015-digested-by-ticket.ts'
import { unclaimed } from './migrations/0016-unclaimed.ts'
import { replies } from './migrations/0017-replies.ts'
import { beginnings } from './migrations/0018-beginnings.ts'
import { answersByStem } from './migrations/0019-answers-by-stem.ts'
import { suspects } from './migrations/0020-suspects.ts'
import { StartRefused } from './start-refused.ts'

interface Migration {
  readonly name: string
  statements(types: Dialect['types'], dialect: Dialect): readonly string[]
  /** What statements cannot say. It runs by today's code, and so after every statement of every migration. */
  fill?(connection: Connection): Promise<void>
}

/** Every change of the schema, oldest first. One that has been released is never edited. */
const MIGRATIONS: readonly Migration[] = [
  first,
  templatesAndViews,
  telemetry,
  delivery,
  search,
  pictures,
  stream,
  webhooks,
  notifications,
  sessionAgent,
  similar,
  helped,
  newestFirst,
  listsInOrder,
  digestedByTicket,
  unclaimed,
  replies,
  beginnings,
  answersByStem,
  suspects,
]

const run = (connection: Connection, text: string) => connection.change({ sql: text, parameters: [] })

async function applied(connection: Connection): Promise<string[]> {
  const rows = await connection.rows(connection.dialect.builder.selectFrom('migrations').select('name').compile())
  return rows.map((row) => row.name)
}

/**
 * Brings the schema up to this version, under a lock, in one transaction.
 *
 * @throws StartRefused when a newer Kwit has already changed the schema beyond what this one knows.
 */
export async function migrate(database: Database, now: number): Promise<void> {
  await database.write(async (connection) => {
    const { types } = connection.dialect
    await connection.dialect.takeTime(connection)
    await connection.dialect.lock(connection, 'migrations')
    await run(
      connection,
      `create table if not exists migrations (name ${types.text} primary key, applied_at ${types.time} not null) ${types.tableEnd}`,
    )
    const done = await applied(connection)
    const known = MIGRATIONS.map((migration) => migration.name)
    const newer = done.filter((name) => !known.includes(name))
    if (newer.length > 0) {
      throw new StartRefused(
        `The database was made by a newer Kwit (it has ${newer.join(', ')}). Start that version, or restore a backup made with this one.`,
      )
    }
    const wanted = MIGRATIONS.filter(({ name }) => !done.includes(name))
    for (const migration of wanted) {
      for (const statement of migration.statements(types, connection.dialect)) await run(connection, statement)
      const { builder } = connection.dialect
      await connection.change(
        builder
          .insertInto('migrations')
          .values({ name: migration.name, applied_at: instant(now) })
          .compile(),
      )
    }
    for (const migration of wanted) await migration.fill?.(connection)
  })
}
