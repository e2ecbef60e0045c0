import { sql } from 'kysely';
import { factColumns } from '#access';
import { type Actor, compiled, compiledForms, tableStore, type Work } from '#platform';
import { flag, type RowOf } from '#records';

export type StoredAttachment = RowOf<'attachments'>;

const onTicket = compiledForms(String, (db, p: { ticket: string }, internals: boolean) => {
  const query = db.selectFrom('attachments').selectAll().where('ticket_id', '=', p.ticket).orderBy('id');
  return internals ? query : query.where('is_internal', '=', flag(false));
});

const ofComment = compiled((db, p: { comment: string }) =>
  db.selectFrom('attachments').selectAll().where('comment_id', '=', p.comment).orderBy('id'),
);

const byFilename = compiled((db, p: { filename: string }, dialect) =>
  db
    .selectFrom('attachments')
    .innerJoin('tickets', 'tickets.id', 'attachments.ticket_id')
    .selectAll('attachments')
    .select(factColumns(dialect))
    .where('attachments.filename', '=', p.filename),
);

const bytesOf = compiled((db, p: { mailbox: string }, dialect) =>
  db
    .selectFrom('attachments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), sql.lit(0)).as('bytes'))
    .where('uploaded_by', 'in', (eb) =>
      eb.selectFrom('users').select('id').where(dialect.mailbox('email'), '=', p.mailbox),
    ),
);

const bytes = compiled((db) =>
  db.selectFrom('attachments').select((eb) => eb.fn.coalesce(eb.fn.sum<number>('size'), sql.lit(0)).as('bytes')),
);

const removeOf = compiled((db, p: { comment: string }) =>
  db.deleteFrom('attachments').where('comment_id', '=', p.comment).returning('filename'),
);

export class AttachmentStore extends tableStore('attachments', 'id', 'act_id') {
  /** The files that came with a comment, oldest first. */
  readonly ofComment = this.all(ofComment);
  readonly byFilename = this.first(byFilename);

  /** The files of a ticket and of its comments, oldest first. @param internals whether to read those of internal comments. */
  onTicket(ticket: string, internals: boolean): Promise<StoredAttachment[]> {
    return this.connection.all(onTicket(internals), { ticket });
  }

  /** Removes the files that came with a comment. @returns their stored names. */
  async removeOf(comment: string): Promise<string[]> {
    return (await this.connection.all(removeOf, { comment })).map(({ filename }) => filename);
  }

  /** How many bytes all attachments have together. */
  async bytes(): Promise<number> {
    return Number((await this.connection.only(bytes)).bytes);
  }

  /** How many bytes the attachments of everybody at one mailbox have together. */
  async bytesOf(mailbox: string): Promise<number> {
    return Number((await this.connection.only(bytesOf, { mailbox })).bytes);
  }
}

/** How many bytes all attachments have together. */
export const attachmentBytes = (work: Work<Actor>) => work.of(AttachmentStore).bytes();

/** The files of a ticket and of its comments, oldest first. @param internals whether to read those of internal comments. */
export const attachmentsOn = (work: Work<Actor>, ticket: string, internals: boolean): Promise<StoredAttachment[]> =>
  work.of(AttachmentStore).onTicket(ticket, internals);
