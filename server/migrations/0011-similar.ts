import { SolvedStore } from '../answers/solved-store.ts';
import type { Connection } from '../database/connection.ts';
import type { Dialect } from '../database/dialect.ts';

const SQLITE = [
  `create virtual table search_answers using fts5 (
    reporter, report, summary, detail = column, content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '@'")`,
];

const POSTGRES = ['create table search_answers (rowid bigint primary key, stems tsvector not null)'];

/** Adds the index of answers by their stems. */
export const similar = {
  name: '0011-similar',
  statements: (_: unknown, { name }: Dialect) => (name === 'sqlite' ? SQLITE : POSTGRES),
  async fill(connection: Connection): Promise<void> {
    await new SolvedStore(connection).fill();
  },
};
