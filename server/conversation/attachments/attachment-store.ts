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

const bytesOf = compiled(
  (_, p: { mailbox: string }, dialect) => sql<{ bytes: number }>`with people as (
      select id from users where ${dialect.mailbox('email')} = ${p.mailbox})
    select coalesce((select sum(size) from attachments where uploaded_by in (select id from people)), 0)
      + coalesce((select sum(bytes) from removed_rows where person_id in (select id from people)), 0) as bytes`,
);

const bytes = compiled(
  () => sql<{ bytes: number }>`select coalesce((select sum(size) from attachments), 0)
    + coalesce((select sum(bytes) from removed_rows where filename is not null), 0) as bytes`,
);

export class AttachmentStore extends tableStore('attachments', 'id', 'act_id') {
  /** The files that came with a comment, oldest first. */
  readonly ofComment = this.all(ofComment);
  readonly byFilename = this.first(byFilename);

  /** The files of a ticket and of its comments, oldest first. @param internals whether to read those of internal comments. */
  onTicket(ticket: string, internals: boolean): Promise<StoredAttachment[]> {
    return this.connection.all(onTicket(internals), { ticket });
  }

  /** How many bytes all attachments have together, with those that can be brought back. */
  async bytes(): Promise<number> {
    return Number((await this.connection.only(bytes)).bytes);
  }

  /** As `bytes`, of everybody at one mailbox. */
  async bytesOf(mailbox: string): Promise<number> {
    return Number((await this.connection.only(bytesOf, { mailbox })).bytes);
  }
}

/** How many bytes all attachments have together, with those that can be brought back. */
export const attachmentBytes = (work: Work<Actor>) => work.of(AttachmentStore).bytes();

/** The files of a ticket and of its comments, oldest first. @param internals whether to read those of internal comments. */
export const attachmentsOn = (work: Work<Actor>, ticket: string, internals: boolean): Promise<StoredAttachment[]> =>
  work.of(AttachmentStore).onTicket(ticket, internals);
