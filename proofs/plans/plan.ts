import type { Statement } from '../../server/platform/database/connection.ts';
import type { UnrecordedDatabase } from './recording.ts';

/** Tables that grow with use. A statement may scan the others: people, projects, settings …. */
const LARGE: ReadonlySet<string> = new Set([
  'tickets',
  'comments',
  'ticket_history',
  'attachments',
  'ticket_relations',
  'external_references',
  'dev_tasks',
  'event_outbox',
  'event_deliveries',
  'idempotency_keys',
  'telemetry',
  'attempts',
  'sessions',
  'digested_tickets',
  'notices',
  'inboxes',
  'changed_comments',
  'ticket_followers',
  'search_tickets',
  'search_answers',
  'answer_stems',
]);

/** Indexes that have only few rows of a large table: reading one of them whole is no scan of the table. */
const OF_A_FEW =
  /^(tickets_restricted|relations_solved_by|history_reopened|outbox_unclaimed|outbox_unrouted_by_ticket|outbox_leased|deliveries_due|deliveries_leased)$/;

/** A condition that leaves the tickets that are open: a team has few of those, however many it has closed. */
const IN_HAND = /"status" in \('submitted', 'verified', 'in_progress', 'waiting', 'blocked'\)/;

/** @returns the scans of large tables in the plan of a statement, in a few words each. */
export const faultsOf = (database: UnrecordedDatabase, statement: Statement<unknown>): Promise<string[]> =>
  database.dialect.name === 'sqlite' ? sqliteFaults(database, statement) : postgresFaults(database, statement);

/** A walk along an index or a table is no scan when it stops after a page: the statement has a limit, and nothing sorts or counts. */
async function sqliteFaults(database: UnrecordedDatabase, { sql, parameters }: Statement<unknown>): Promise<string[]> {
  const tables = new Map([...sql.matchAll(/"(\w+)" as "(\w+)"/g)].map(([, table, alias]) => [alias, table]));
  const rows = await database.read((connection) =>
    connection.rows<{ detail: string }>({ sql: `explain query plan ${sql}`, parameters }),
  );
  const details = rows.map(({ detail }) => detail);
  const isWhole =
    !/\blimit\b/i.test(sql) ||
    details.some((detail) => /^USE TEMP B-TREE(?! FOR (?:string_agg|json_group_array))/.test(detail));
  return details.filter((detail) => {
    // The tickets of one status may be all that were ever closed.
    if (detail.startsWith('SEARCH tickets USING INDEX tickets_by_status'))
      return !/\blimit\b/i.test(sql) && !IN_HAND.test(sql);
    const [, name, how] = /^SCAN (\S+)(.*)/.exec(detail) ?? [];
    if (name === undefined || how === undefined || !LARGE.has(tables.get(name) ?? name)) return false;
    if (how.includes('VIRTUAL TABLE')) return !/INDEX \d+:.*[M=]/.test(how);
    const index = /USING (?:COVERING )?INDEX (\w+)/.exec(how)?.[1];
    return isWhole && !OF_A_FEW.test(index ?? '');
  });
}

/** The values of a row are read along its ticket by two parts of a plan: whether there are any, and which. */
const PARTS_OF_A_ROW = 2;

/** @returns the parts of SQLite's plan that look through many waits or values of fields for each ticket, or count along all tickets. */
export async function lookedThrough(
  database: UnrecordedDatabase,
  { sql, parameters }: Statement<unknown>,
): Promise<string[]> {
  const rows = await database.read((connection) =>
    connection.rows<{ detail: string }>({ sql: `explain query plan ${sql}`, parameters }),
  );
  const details = rows.map(({ detail }) => detail);
  const ofWholeTicket = details.filter((detail) => /^SEARCH field_values .*\(ticket_id=\?\)/.test(detail));
  const wrong = details.filter(
    (detail, n) =>
      (/^SEARCH (waits|field_values) /.test(detail) &&
        /^CORRELATED/.test(details[n - 1] ?? '') &&
        !/\bticket_id=\?/.test(detail)) ||
      / EXISTS /.test(detail) ||
      (/^SCAN tickets/.test(detail) && !/ limit /.test(sql) && !OF_A_FEW.test(/INDEX (\w+)/.exec(detail)?.[1] ?? '')),
  );
  return [...wrong, ...ofWholeTicket.slice(PARTS_OF_A_ROW)];
}

/** Whether SQLite would sort all rows that it finds before it gives the first. */
export async function isSorted(
  database: UnrecordedDatabase,
  { sql, parameters }: Statement<unknown>,
): Promise<boolean> {
  const plan = { sql: `explain query plan ${sql}`, parameters };
  const rows = await database.read((connection) => connection.rows<{ detail: string }>(plan));
  return rows.some(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY');
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Order By'?: string;
  readonly Plans?: readonly PlanNode[];
}

async function postgresFaults(
  database: UnrecordedDatabase,
  { sql, parameters }: Statement<unknown>,
): Promise<string[]> {
  const rows = await database.write(async (connection) => {
    // PostgreSQL scans small tables even where an index fits; with this it scans only where none does.
    await connection.run({ sql: 'set local enable_seqscan = off', parameters: [] });
    return connection.rows<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>({
      sql: `explain (format json) ${sql}`,
      parameters,
    });
  });
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => faultsOfNode(Plan, false)));
}

/** @param ends whether the node above stops asking after a page. */
function faultsOfNode(node: PlanNode, ends: boolean): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '' } = node;
  const isWalk = /^Index (Only )?Scan$/.test(type) && node['Index Cond'] === undefined;
  const isWhole = type === 'Seq Scan' || (isWalk && !ends && !OF_A_FEW.test(index));
  const fault = isWhole && LARGE.has(table) ? [`${type} on ${table} ${index}`] : [];
  const below = type === 'Limit' || (ends && !/^Sort|Aggregate|Hash|Materialize|WindowAgg|Unique/.test(type));
  return [...fault, ...(node.Plans ?? []).flatMap((child) => faultsOfNode(child, below))];
}
