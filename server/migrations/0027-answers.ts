import { AnswerStore } from '../answers/answer-store.ts';
import { SolvedStore } from '../answers/solved-store.ts';
import type { Connection } from '../database/connection.ts';
import type { ColumnTypes, Dialect } from '../database/dialect.ts';
import { ReportWordStore } from '../search/report-word-store.ts';

const SQLITE = [
  'drop table search_answers',
  `create virtual table search_answers using fts5 (
    reporter, stems, shared, detail = column, content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '@'")`,
];

const POSTGRES = [
  'truncate search_answers, answer_stems',
  'alter table answer_stems set (autovacuum_vacuum_scale_factor = 0.02)',
];

/** PostgreSQL compares words byte by byte, as SQLite does: a range of them is all that begin alike. */
const word = ({ name }: Dialect): string => (name === 'sqlite' ? 'text' : 'text collate "C"');

/**
 * What answers are about and whether they are shared, whom they helped, and which words of reports may be used for
 * readers who may not open the ticket. Builds the index of answers anew.
 */
export const answers = {
  name: '0027-answers',
  statements: (t: ColumnTypes, dialect: Dialect) => [
    `create table answers (
      comment_id ${t.id} primary key references comments (id) on delete cascade,
      ticket_id ${t.id} not null unique references tickets (id) on delete cascade,
      number ${t.integer} not null unique, reporter_id ${t.id} not null references users (id),
      question ${t.text}, is_shared ${t.flag} not null, is_confirmed ${t.flag} not null,
      is_closed ${t.flag} not null, was_reopened ${t.flag} not null, held ${t.flag} not null,
      helped ${t.integer} not null, not_helped ${t.integer} not null, answered_at ${t.time} not null) ${t.tableEnd}`,
    'create index answers_by_help on answers (is_closed, held, helped, answered_at, comment_id)',
    `create table answer_votes (
      comment_id ${t.id} not null references answers (comment_id) on delete cascade,
      user_id ${t.id} not null references users (id), helped ${t.flag} not null,
      ticket_id ${t.id} references tickets (id) on delete set null, voted_at ${t.time} not null,
      primary key (comment_id, user_id)) ${t.tableEnd}`,
    `create table report_words (
      word ${word(dialect)} not null, reporter_id ${t.text} not null, primary key (word, reporter_id)) ${t.tableEnd}`,
    `create table rare_words (
      word ${word(dialect)} not null, number ${t.integer} not null, primary key (word, number)) ${t.tableEnd}`,
    'create index rare_words_by_number on rare_words (number)',
    ...(dialect.name === 'sqlite' ? SQLITE : POSTGRES),
  ],
  async fill(connection: Connection): Promise<void> {
    await new AnswerStore(connection).fill();
    await new ReportWordStore(connection).fill();
    await new SolvedStore(connection).fill();
  },
};
