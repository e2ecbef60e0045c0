import { SolvedStore } from '../answers/solved-store.ts';
import type { Connection } from '../database/connection.ts';
import type { Dialect } from '../database/dialect.ts';

/** On SQLite, the rows of the index of answers fall with their numbers, so it is made anew. Whether somebody shares all of theirs stands in an index. */
export const newestAnswersFirst = {
  name: '0045-newest-answers-first',
  statements: (_: unknown, { name }: Dialect) => [
    'create index answers_not_shared on answers (reporter_id) where not is_shared',
    ...(name === 'sqlite'
      ? [
          'drop table search_answers',
          `create virtual table search_answers using fts5 (
            reporter, stems, shared, detail = column, content = '', contentless_delete = 1,
            tokenize = "ascii tokenchars '@'")`,
        ]
      : []),
  ],
  async fill(connection: Connection): Promise<void> {
    if (connection.dialect.name === 'sqlite') await new SolvedStore(connection).fillStems();
  },
};
