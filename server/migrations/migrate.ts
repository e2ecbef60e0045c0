import { instant } from '../clock.ts';
import type { Connection, Database } from '../database/connection.ts';
import type { Dialect } from '../database/dialect.ts';
import { StartRefused } from '../start-refused.ts';
import { first } from './0001-first.ts';
import { templatesAndViews } from './0002-templates-and-views.ts';
import { telemetry } from './0003-telemetry.ts';
import { delivery } from './0004-delivery.ts';
import { search } from './0005-search.ts';
import { pictures } from './0006-pictures.ts';
import { stream } from './0007-stream.ts';
import { webhooks } from './0008-webhooks.ts';
import { notifications } from './0009-notifications.ts';
import { sessionAgent } from './0010-session-agent.ts';
import { similar } from './0011-similar.ts';
import { helped } from './0012-helped.ts';
import { newestFirst } from './0013-newest-first.ts';
import { listsInOrder } from './0014-lists-in-order.ts';
import { digestedByTicket } from './0015-digested-by-ticket.ts';
import { unclaimed } from './0016-unclaimed.ts';
import { replies } from './0017-replies.ts';
import { beginnings } from './0018-beginnings.ts';
import { answersByStem } from './0019-answers-by-stem.ts';
import { suspects } from './0020-suspects.ts';
import { statusSince } from './0021-status-since.ts';
import { codesByClient } from './0022-codes-by-client.ts';
import { peopleWhoAreGone } from './0023-people-who-are-gone.ts';
import { audit } from './0024-audit.ts';
import { commentEdits } from './0025-comment-edits.ts';
import { lastUse } from './0026-last-use.ts';
import { answers } from './0027-answers.ts';
import { questionsAsked } from './0027-questions-asked.ts';
import { searchOfAnswers } from './0027-search-of-answers.ts';
import { filesOfComments } from './0028-files-of-comments.ts';
import { whatReportersSee } from './0029-what-reporters-see.ts';
import { tokens } from './0030-tokens.ts';
import { awaitingReply } from './0031-awaiting-reply.ts';
import { via } from './0032-via.ts';
import { notices } from './0033-notices.ts';
import { storageOfPeople } from './0034-storage-of-people.ts';
import { changedComments } from './0035-changed-comments.ts';
import { digestsOfBursts } from './0036-digests-of-bursts.ts';
import { heldMails } from './0037-held-mails.ts';
import { imports } from './0038-imports.ts';
import { pausedWebhooks } from './0039-paused-webhooks.ts';
import { backups } from './0040-backups.ts';
import { tableImports } from './0041-table-imports.ts';
import { countsOfRows } from './0042-counts-of-rows.ts';
import { shortSources } from './0043-short-sources.ts';
import { stemsInTheirIndex } from './0044-stems-in-their-index.ts';
import { newestAnswersFirst } from './0045-newest-answers-first.ts';

interface Migration {
  readonly name: string;
  statements(types: Dialect['types'], dialect: Dialect): readonly string[];
  /** Fills what statements cannot. It uses today's code, so it runs after every statement of every migration. */
  fill?(connection: Connection): Promise<void>;
}

/** Every change of the schema, oldest first. A released migration is never edited. */
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
  statusSince,
  codesByClient,
  peopleWhoAreGone,
  audit,
  commentEdits,
  lastUse,
  answers,
  searchOfAnswers,
  questionsAsked,
  filesOfComments,
  whatReportersSee,
  tokens,
  awaitingReply,
  via,
  notices,
  storageOfPeople,
  changedComments,
  digestsOfBursts,
  heldMails,
  imports,
  pausedWebhooks,
  backups,
  tableImports,
  countsOfRows,
  shortSources,
  stemsInTheirIndex,
  newestAnswersFirst,
];

/** The name of every change of the schema that this version knows, oldest first. */
export const KNOWN_MIGRATIONS: readonly string[] = MIGRATIONS.map(({ name }) => name);

const run = (connection: Connection, text: string) => connection.run({ sql: text, parameters: [] });

async function applied(connection: Connection): Promise<string[]> {
  const rows = await connection.rows(connection.dialect.builder.selectFrom('migrations').select('name').compile());
  return rows.map((row) => row.name);
}

/**
 * Brings the schema up to this version, under a lock, in one transaction.
 *
 * @returns the migrations that ran.
 * @throws StartRefused when a newer Kwit has already changed the schema beyond what this one knows.
 */
export const migrate = (database: Database, now: number): Promise<readonly string[]> =>
  database.write((connection) => migrateWithin(connection, now));

/** The same as a part of a transaction. */
export async function migrateWithin(connection: Connection, now: number): Promise<readonly string[]> {
  const done = await begin(connection);
  const newer = done.filter((name) => !KNOWN_MIGRATIONS.includes(name));
  if (newer.length > 0) {
    throw new StartRefused(
      `The database was made by a newer Kwit (it has ${newer.join(', ')}). Start that version, or restore a backup made with this one.`,
    );
  }
  const wanted = MIGRATIONS.filter(({ name }) => !done.includes(name));
  await change(connection, wanted, now);
  for (const migration of wanted) await migration.fill?.(connection);
  return wanted.map(({ name }) => name);
}

/**
 * Makes the tables that an older version had, in an empty database, for rows of then. `migrateWithin` then brings both up to date.
 *
 * @param names the changes of the schema that it knew.
 */
export async function createAsThen(connection: Connection, names: readonly string[], now: number): Promise<void> {
  await begin(connection);
  const known = MIGRATIONS.filter(({ name }) => names.includes(name));
  await change(connection, known, now);
}

/** @returns the migrations that the database has, which nobody else changes until the end of the transaction. */
async function begin(connection: Connection): Promise<readonly string[]> {
  const { types } = connection.dialect;
  await connection.dialect.withoutTimeouts(connection);
  await connection.dialect.lock(connection, 'migrations');
  await run(
    connection,
    `create table if not exists migrations (name ${types.text} primary key, applied_at ${types.time} not null) ${types.tableEnd}`,
  );
  return applied(connection);
}

async function change(connection: Connection, wanted: readonly Migration[], now: number): Promise<void> {
  const { builder, types } = connection.dialect;
  for (const { name, statements } of wanted) {
    for (const statement of statements(types, connection.dialect)) await run(connection, statement);
    await connection.run(
      builder
        .insertInto('migrations')
        .values({ name, applied_at: instant(now) })
        .compile(),
    );
  }
}
