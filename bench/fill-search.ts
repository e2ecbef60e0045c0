import type { Connection } from '#platform';
import { AnswerStore } from '../server/memory/answers/answer-store.ts';
import { SolvedStore } from '../server/memory/answers/solved-store.ts';
import { ReportWordStore } from '../server/memory/search/report-word-store.ts';
import { SearchStore } from '../server/memory/search/search-store.ts';
import { mergeWords } from '../server/platform/database/sqlite/sqlite-search.ts';

const STEP_PAGES = 16_384;

/** Fills the indexes of words, and what leads to answers. */
export async function fillSearch(connection: Connection): Promise<void> {
  const beside = connection.dialect.name === 'sqlite' ? thenMerged : withoutIndexes;
  await beside(connection, async () => {
    await new SearchStore(connection).fill();
    await new AnswerStore(connection).fill();
    await new ReportWordStore(connection).fill();
    await new SolvedStore(connection).fill();
  });
}

type Beside = (connection: Connection, fill: () => Promise<void>) => Promise<void>;

/** As after an import, and an hour: housekeeping merges in smaller steps. */
const thenMerged: Beside = async (connection, fill) => {
  await fill();
  while (await mergeWords(connection, STEP_PAGES));
};

/** PostgreSQL builds an index of words twenty times faster after the words than with them. */
const withoutIndexes: Beside = async (connection, fill) => {
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  const indexes = await connection.rows<{ name: string; definition: string }>({
    sql: "select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and indexdef like '% USING gin %'",
    parameters: [],
  });
  await connection.dialect.withoutTimeouts(connection);
  await run("set local maintenance_work_mem = '1GB'");
  await run("set local work_mem = '256MB'");
  for (const { name } of indexes) await run(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await run(definition);
};
