import { fillSearch, fillSolved, reportWordFilling } from '#memory';
import { type Actor, fold, type Work } from '#platform';
import type { RecordedTable } from '#records';
import { PRIORITY_RANK } from '#tickets';
import { DerivedRowStore, ImportedRowStore } from '../imported-row-store.ts';
import type { ReadRow, RowValue, RowValues } from './read-rows.ts';

const GATHERED = 500;

/**
 * Loads the rows of a table of an export or a backup into an empty one.
 *
 * @param whole adds the columns that the database needs and the file does not have.
 */
export async function loadRows(
  work: Work<Actor>,
  { name }: RecordedTable,
  rows: AsyncIterable<ReadRow>,
  whole: (row: RowValues) => RowValues = (row) => row,
): Promise<void> {
  const store = work.of(ImportedRowStore);
  const parents = new LateParents();
  let gathered: RowValues[] = [];
  for await (const { row } of rows) {
    const values = whole(row);
    gathered.push(name === 'comments' ? parents.hold(values) : values);
    if (gathered.length < GATHERED) continue;
    await store.add(name, gathered);
    gathered = [];
  }
  await store.add(name, gathered);
  for (const [id, parent] of parents.held) await store.setParent(id, parent);
}

/** Works out what neither an export nor a backup has, once all rows are loaded: statistics, and the indexes of words. */
export async function completeRows(work: Work<Actor>): Promise<void> {
  await work.of(DerivedRowStore).derived(work.now);
  await fillSearch(work, undefined, reportWordFilling(work));
  await fillSolved(work);
}

/** Comments that answer one which comes later: an imported thread may have such an order. */
class LateParents {
  readonly held: [id: string, parent: string][] = [];
  readonly #loaded = new Set<RowValue>();

  /** The row, without its parent as long as that is not there. */
  hold(row: RowValues): RowValues {
    const { id = null, parent_id = null } = row;
    this.#loaded.add(id);
    if (parent_id === null || this.#loaded.has(parent_id)) return row;
    this.held.push([String(id), String(parent_id)]);
    return { ...row, parent_id: null };
  }
}

/** Answers repeat these of their tickets. */
export type TicketsLoaded = Map<RowValue, { readonly number: RowValue; readonly reporter_id: RowValue }>;

const RANKS = new Map<RowValue, number>(Object.entries(PRIORITY_RANK));

type Values = (row: RowValues, tickets: TicketsLoaded) => RowValues;

const foldedName: Values = ({ name = null }) => ({ folded_name: fold(String(name)) });

/** @returns the name of a source of OpenArca as it is since 0043. */
const shortSource: Values = ({ source }) => ({
  source: String(source).replace(/^(openarca:[0-9a-f]{16})[0-9a-f]+$/, '$1'),
});

/**
 * The values of the columns that are in no export (`leftOut` in the inventory): worked out from others, or as they are
 * where nothing is being delivered. A webhook stays off until somebody gives it a new secret.
 */
const LEFT_OUT: Readonly<Record<string, Values>> = {
  users: foldedName,
  teams: foldedName,
  labels: foldedName,
  field_values: ({ item = null }) => ({ folded: fold(String(item)) }),
  tickets: ({ priority = null }) => ({ priority_rank: RANKS.get(priority) ?? 0 }),
  answers: ({ ticket_id = null }, tickets) => ({
    number: tickets.get(ticket_id)?.number ?? null,
    reporter_id: tickets.get(ticket_id)?.reporter_id ?? null,
    helped: 0,
    not_helped: 0,
  }),
  notices: () => ({ mail_held_until: null }),
  webhooks: () => ({ is_active: false, secret: '', previous_secret: null, previous_until: null }),
  // The names of sources were longer once.
  imports: shortSource,
  import_runs: shortSource,
  event_outbox: ({ occurred_at = null }) => ({
    status: 'sent',
    attempts: 0,
    next_attempt_at: null,
    last_error: null,
    lease: null,
    leased_until: null,
    updated_at: occurred_at,
    processed_at: occurred_at,
    routed_at: occurred_at,
  }),
};

export const wholeRow = ({ name }: RecordedTable, row: RowValues, tickets: TicketsLoaded): RowValues => ({
  ...row,
  ...LEFT_OUT[name]?.(row, tickets),
});
