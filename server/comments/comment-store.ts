import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { CommentTable } from '../database/tables/tickets.ts'

const insert = compiled((db, p: { [K in keyof CommentTable]: CommentTable[K] }) =>
  db.insertInto('comments').values({
    id: p.id,
    ticket_id: p.ticket_id,
    user_id: p.user_id,
    content: p.content,
    type: p.type,
    is_internal: p.is_internal as never,
    is_closure_summary: p.is_closure_summary as never,
    is_developer: p.is_developer as never,
    parent_id: p.parent_id,
    created_at: p.created_at,
  }),
)

const unmark = compiled((db, p: { ticket: string; yes: boolean; no: boolean }) =>
  db
    .updateTable('comments')
    .set({ is_closure_summary: p.no })
    .where('ticket_id', '=', p.ticket)
    .where('is_closure_summary', '=', p.yes as never),
)

const summary = compiled((db, p: { ticket: string; yes: boolean }) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('ticket_id', '=', p.ticket)
    .where('is_closure_summary', '=', p.yes as never),
)

const find = compiled((db, p: { id: string }) =>
  db
    .selectFrom('comments')
    .select(['id', 'ticket_id', 'user_id', 'is_internal', 'is_closure_summary', 'created_at'])
    .where('id', '=', p.id),
)

const repliesTo = compiled((db, p: { id: string }) =>
  db.selectFrom('comments').select('is_internal').where('parent_id', '=', p.id),
)

const detach = compiled((db, p: { id: string }) =>
  db.updateTable('comments').set({ parent_id: null }).where('parent_id', '=', p.id),
)

const remove = compiled((db, p: { id: string }) => db.deleteFrom('comments').where('id', '=', p.id))

const findPublic = compiled((db, p: { id: string; no: boolean }) =>
  db
    .selectFrom('comments')
    .select(['content', 'type'])
    .where('id', '=', p.id)
    .where('is_internal', '=', p.no as never),
)

const onTicket = (internals: boolean) =>
  compiled((db, p: { ticket: string; no: boolean }) => {
    const query = db
      .selectFrom('comments')
      .innerJoin('users', 'users.id', 'comments.user_id')
      .selectAll('comments')
      .select(['users.name as user_name', 'users.email as user_email'])
      .where('comments.ticket_id', '=', p.ticket)
      .orderBy('comments.id')
    return internals ? query : query.where('comments.is_internal', '=', p.no as never)
  })

const forDevelopers = onTicket(true)
const forOthers = onTicket(false)

export interface NewComment {
  readonly id: string
  readonly ticket_id: string
  readonly user_id: string
  readonly content: string
  readonly type: CommentTable['type']
  readonly is_internal: boolean
  readonly is_closure_summary: boolean
  readonly is_developer: boolean
  readonly parent_id: string | null
  readonly created_at: string
}

export class CommentStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async add(comment: NewComment): Promise<void> {
    await this.#connection.change(insert, comment as never)
  }

  /** Removes a comment; what replied to it stays, as a reply to nothing. */
  async remove(id: string): Promise<void> {
    await this.#connection.change(detach, { id })
    await this.#connection.change(remove, { id })
  }

  find(id: string) {
    return this.#connection.first(find, { id })
  }

  /** Of each reply to a comment, whether it is internal. */
  repliesTo(id: string) {
    return this.#connection.all(repliesTo, { id })
  }

  /** What it says, for any reader of its ticket: undefined when only developers may read it. */
  findPublic(id: string) {
    return this.#connection.first(findPublic, { id, no: false })
  }

  /** The id of the comment that is marked as the ticket's closure summary. */
  async closureSummaryOf(ticket: string): Promise<string | undefined> {
    return (await this.#connection.first(summary, { ticket, yes: true }))?.id
  }

  async unmarkClosureSummary(ticket: string): Promise<void> {
    await this.#connection.change(unmark, { ticket, yes: true, no: false })
  }

  /** A ticket's comments with their authors, oldest first; internal ones only for who may read them. */
  onTicket(ticket: string, internals: boolean) {
    const query = internals ? forDevelopers : forOthers
    return this.#connection.all(query, { ticket, no: false })
  }
}

export type FoundComment = NonNullable<Awaited<ReturnType<CommentStore['find']>>>
export type StoredComment = Awaited<ReturnType<CommentStore['onTicket']>>[number]
