import type { Connection } from '../database/connection.ts';
import type { Dialect } from '../database/dialect.ts';
import { fillAnswerStems } from '../database/postgres/postgres-answers.ts';

const POSTGRES = [
  'drop index if exists search_answers_by_stem',
  `create table answer_stems (
    stem text not null, block integer not null, answers bytea not null, primary key (stem, block))`,
];

/** On PostgreSQL, adds the table of stems: a row for each stem and block of 256 tickets. */
export const answersByStem = {
  name: '0019-answers-by-stem',
  statements: (_: unknown, { name }: Dialect) => (name === 'sqlite' ? [] : POSTGRES),
  async fill(connection: Connection): Promise<void> {
    if (connection.dialect.name !== 'sqlite') await fillAnswerStems(connection);
  },
};
