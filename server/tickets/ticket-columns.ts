import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { peopleColumn } from '#access';
import { PUBLIC_FIELDS, ROW_FIELDS } from '#contract/ticket-fields.ts';
import { waitColumns } from '#conversation';
import type { Dialect } from '#platform';
import { flag, type Schema } from '#records';
import { liveColumn } from '#shipping';
import { fieldColumns } from './field-columns.ts';
import { labelsColumn } from './label-columns.ts';
import { leadColumns } from './lead-columns.ts';
import { rootColumn } from './root-columns.ts';

const columnOf = <N extends string>(name: N) => `tickets.${name}` as const;
const UNWRITTEN_COLUMNS = [
  'tickets.id',
  'tickets.number',
  'tickets.reporter_id',
  'tickets.created_at',
  'tickets.closed_at',
  'tickets.was_closed',
  'tickets.awaiting_reply_since',
  'tickets.restricted',
  'tickets.merged_into_id',
] as const;
/** Every column of a ticket that each of its readers may see. */
const COLUMNS = [...PUBLIC_FIELDS.map(columnOf), ...UNWRITTEN_COLUMNS];
const ROW_COLUMNS = [...ROW_FIELDS.map(columnOf), ...UNWRITTEN_COLUMNS];

/** Version and last update move with everything for developers; for others with what those may read. */
const MOVING = ['tickets.updated_at', 'tickets.version'] as const;
const MOVING_FOR_OTHERS = ['tickets.public_updated_at as updated_at', 'tickets.public_version as version'] as const;

/** Every column of a ticket as developers read it. */
export const DEVELOPER_COLUMNS = [...COLUMNS, ...MOVING, 'tickets.internal_note'] as const;

/** When a ticket was last updated, as far as the reader may know. @param internals whether they read everything. */
export const updateColumn = (internals: boolean) => (internals ? 'tickets.updated_at' : 'tickets.public_updated_at');

const movingFor = (internals: boolean) => (internals ? MOVING : MOVING_FOR_OTHERS);

/** More tickets than any team has. It keeps the databases from looking for these tickets in another order. */
const ALL = 1_000_000_000;

/** Few tickets, which have an index: SQLite, which knows no numbers of rows, would rather read all. */
const fewTickets = (condition: string) =>
  sql`(select * from tickets where ${sql.raw(condition)} limit ${sql.lit(ALL)})`.as('tickets');

export const JOINED_TICKETS = fewTickets('merged_into_id is not null');
export const RESTRICTED_TICKETS = fewTickets('restricted');

/** Tickets, joined with reporter, assignee and project for their names. */
const withNames = (db: Kysely<Schema>, dialect: Dialect) =>
  db
    .selectFrom('tickets')
    .innerJoin('users as reporter', 'reporter.id', 'tickets.reporter_id')
    .leftJoin('users as assignee', 'assignee.id', 'tickets.assignee_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .leftJoin('waits as wait', (join) =>
      join.onRef('wait.ticket_id', '=', 'tickets.id').on('wait.ended_at', 'is', null),
    )
    .select([
      'projects.name as project_name',
      'projects.mail_subject as project_mail_subject',
      'projects.color as project_color',
      'projects.icon_filename as project_icon_filename',
      'reporter.name as reporter_name',
      'reporter.email as reporter_email',
      'assignee.name as assignee_name',
      'assignee.email as assignee_email',
    ])
    .select(waitColumns(dialect))
    .select(rootColumn(dialect).as('root'));

/** The setting by which a reporter's `can.reopen` is decided. The databases read it once a query. */
const reopenDays = ({ selectFrom }: ExpressionBuilder<Schema, 'tickets'>) =>
  selectFrom('settings').select('value').where('name', '=', 'reopen_days').as('reopen_days');

/** Whole tickets with those names. @param internals adds the column that only developers read, and leaves out what reporters alone need. */
export function namedTickets(db: Kysely<Schema>, internals: boolean, dialect: Dialect) {
  return withNames(db, dialect)
    .select(COLUMNS)
    .select(peopleColumn(dialect))
    .select(fieldColumns(internals, dialect))
    .select(liveColumn(dialect))
    .select(movingFor(internals))
    .$if(internals, (query) => query.select('tickets.internal_note').select(labelsColumn))
    .select(reopenDays);
}

/** Tickets as rows: without long texts, with the counts of their comments and files. @param internals counts internal comments and their files, too. */
export const ticketRows = (db: Kysely<Schema>, internals: boolean, dialect: Dialect) =>
  withNames(db, dialect)
    .select(ROW_COLUMNS)
    .select(peopleColumn(dialect))
    .select(fieldColumns(internals, dialect))
    .select(liveColumn(dialect))
    .select(movingFor(internals))
    .$if(internals, (query) => query.select(leadColumns(dialect)))
    .select((eb) => {
      const comments = eb
        .selectFrom('comments')
        .select(sql<number>`count(*)`.as('comments'))
        .whereRef('comments.ticket_id', '=', 'tickets.id');
      const attachments = eb
        .selectFrom('attachments')
        .select(sql<number>`count(*)`.as('attachments'))
        .whereRef('attachments.ticket_id', '=', 'tickets.id');
      if (internals) return [comments.as('comment_count'), attachments.as('attachment_count'), labelsColumn()];
      return [
        reopenDays(eb),
        comments.where('comments.is_internal', '=', flag(false)).as('comment_count'),
        attachments.where('attachments.is_internal', '=', flag(false)).as('attachment_count'),
      ];
    })
    .$narrowType<{ comment_count: number; attachment_count: number }>();
