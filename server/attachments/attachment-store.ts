import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { AttachmentTable } from '../database/tables/tickets.ts'

const insert = compiled((db, p: AttachmentTable) =>
  db.insertInto('attachments').values({
    id: p.id,
    ticket_id: p.ticket_id,
    filename: p.filename,
    original_name: p.original_name,
    mime_type: p.mime_type,
    size: p.size,
    sha256: p.sha256,
    uploaded_by: p.uploaded_by,
    created_at: p.created_at,
  }),
)

const onTicket = compiled((db, p: { ticket: string }) =>
  db.selectFrom('attachments').selectAll().where('ticket_id', '=', p.ticket).orderBy('id'),
)

const byFilename = compiled((db, p: { filename: string }) =>
  db
    .selectFrom('attachments')
    .innerJoin('tickets', 'tickets.id', 'attachments.ticket_id')
    .selectAll('attachments')
    .select('tickets.reporter_id')
    .where('attachments.filename', '=', p.filename),
)

export class AttachmentStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async add(attachment: AttachmentTable): Promise<void> {
    await this.#connection.change(insert, attachment)
  }

  /** Oldest first. */
  onTicket(ticket: string): Promise<AttachmentTable[]> {
    return this.#connection.all(onTicket, { ticket })
  }

  byFilename(filename: string) {
    return this.#connection.first(byFilename, { filename })
  }
}
