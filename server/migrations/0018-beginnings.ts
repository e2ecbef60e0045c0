import type { Connection } from '../database/connection.ts';
import type { Dialect } from '../database/dialect.ts';
import { SearchStore } from '../search/search-store.ts';

const SQLITE = [
  'drop table search_tickets',
  `create virtual table search_tickets using fts5 (
    reporter, title, description, comments, internal,
    content = '', contentless_delete = 1, prefix = '2 3', tokenize = "ascii tokenchars '#@'")`,
  "insert into search_tickets (search_tickets, rank) values ('automerge', 8)",
  "create virtual table search_vocabulary using fts5vocab (search_tickets, 'instance')",
];

/** On SQLite, adds an index for prefixes of two and three letters, and the vocabulary in which longer ones are looked up. */
export const beginnings = {
  name: '0018-beginnings',
  statements: (_: unknown, { name }: Dialect) => (name === 'sqlite' ? SQLITE : []),
  async fill(connection: Connection): Promise<void> {
    if (connection.dialect.name === 'sqlite') await new SearchStore(connection).fill();
  },
};
