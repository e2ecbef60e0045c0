import { SolvedStore } from '../answers/solved-store.ts';
import type { Connection } from '../database/connection.ts';
import type { ColumnTypes, Dialect } from '../database/dialect.ts';
import { SearchStore } from '../search/search-store.ts';

const SQLITE = [
  `create virtual table search_said using fts5 (
    reporter, title, description, comments, internal,
    content = '', contentless_delete = 1, tokenize = "ascii tokenchars '#@'")`,
];

const POSTGRES = [
  `create table search_said (
    rowid bigint primary key, title tsvector not null, report tsvector not null, comments tsvector not null,
    internal tsvector not null)`,
  'create index search_said_by_word on search_said using gin (title, report)',
];

/** An index of what answers say; when an answer last helped; and words that signs join, in every index of words. */
export const searchOfAnswers = {
  name: '0027-search-of-answers',
  statements: (t: ColumnTypes, { name }: Dialect) => [
    `alter table answers add column last_used_at ${t.time}`,
    'create index answers_by_reporter on answers (reporter_id)',
    ...(name === 'sqlite' ? SQLITE : POSTGRES),
  ],
  async fill(connection: Connection): Promise<void> {
    await new SearchStore(connection).fill();
    await new SolvedStore(connection).fill();
  },
};
