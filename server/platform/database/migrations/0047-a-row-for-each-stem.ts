import type { Dialect } from '../dialect.ts';

/** The newest rows are read most, and from the index alone once a vacuum has seen them: one follows on so many, however many there are. */
const VACUUM =
  'autovacuum_vacuum_insert_threshold = 100000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_scale_factor = 0.02';

const POSTGRES = [
  'drop table answer_stems',
  `create table answer_stems (
    stem text collate "C" not null, number integer not null, is_shared boolean not null) with (${VACUUM})`,
  // Until now, a stem that is shared stood there twice, once with a mark.
  `insert into answer_stems (stem, number, is_shared)
    select stem, rowid, is_shared from search_answers cross join lateral (
      select ltrim(word, '~') as stem, bool_or(word like '~%') as is_shared
      from unnest(tsvector_to_array(stems)) as word group by 1) as stems_of_answer`,
  'alter table answer_stems add primary key (stem, number) include (is_shared)',
  'create index answer_stems_by_number on answer_stems (number)',
  'drop table search_answers',
];

/** On PostgreSQL, the index of answers is one table with a row for each stem of each answer. */
export const aRowForEachStem = {
  name: '0047-a-row-for-each-stem',
  statements: (_: unknown, { name }: Dialect) => (name === 'sqlite' ? [] : POSTGRES),
};
