import { fold } from '#platform';
import type { KeptTable } from '#records';
import { PRIORITY_RANK } from '#tickets';
import type { ImportedValues, RowValue } from './read-row.ts';

/** What answers keep of their tickets, by ticket. */
export type TicketsLoaded = Map<RowValue, { readonly number: RowValue; readonly reporter_id: RowValue }>;

const RANKS = new Map<RowValue, number>(Object.entries(PRIORITY_RANK));

type Values = (row: ImportedValues, tickets: TicketsLoaded) => ImportedValues;

/** @returns the name of a source of OpenArca as it is since 0043. */
const shortSource: Values = ({ source }) => ({
  source: String(source).replace(/^(openarca:[0-9a-f]{16})[0-9a-f]+$/, '$1'),
});

/**
 * The values of the columns that are in no export (`leftOut` in the inventory): worked out from others, or as they are
 * where nothing is being delivered. A webhook stays off until somebody gives it a new secret.
 */
const LEFT_OUT: Readonly<Record<string, Values>> = {
  users: ({ name }) => ({ folded_name: fold(String(name)) }),
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
    updated_at: occurred_at,
    processed_at: occurred_at,
    routed_at: occurred_at,
    lease: null,
    leased_until: null,
  }),
};

/** The row with every column that the database needs. */
export const wholeRow = ({ name }: KeptTable, row: ImportedValues, tickets: TicketsLoaded): ImportedValues => ({
  ...row,
  ...LEFT_OUT[name]?.(row, tickets),
});
