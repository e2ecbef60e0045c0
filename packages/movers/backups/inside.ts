import type { Actor, Work } from '#platform';
import { checkRows } from '../integrity/check-rows.ts';
import { CheckStore } from '../integrity/check-store.ts';
import type { Checked } from '../integrity/checked.ts';
import { type NamedFiles, namedFilesOf } from '../integrity/named-files.ts';
import { erasuresOf, type PastErasure } from '../privacy/erasure-list.ts';

/** What stands in a database that is backed up. */
export interface Inside {
  readonly migrations: readonly string[];
  readonly tickets: number;
  /** The position of the newest event. */
  readonly events: number;
  readonly named: NamedFiles;
  readonly erasures: readonly PastErasure[];
  readonly checks: readonly Checked[];
}

/** Reads it, and checks the rows against one another. */
export const insideOf = async (work: Work<Actor>): Promise<Inside> => ({
  ...(await factsOf(work)),
  checks: await checkRows(work),
});

/** Reads it, and checks nothing. */
export const factsOf = async (work: Work<Actor>): Promise<Omit<Inside, 'checks'>> => ({
  migrations: await work.of(CheckStore).migrations(),
  tickets: await work.of(CheckStore).rowsOf('tickets'),
  events: await work.of(CheckStore).lastPosition(),
  named: await namedFilesOf(work),
  erasures: await erasuresOf(work),
});
