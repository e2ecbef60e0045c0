import type { Generated } from 'kysely';
import type { Instant } from '#contract/scalars.ts';
import type { TelemetryEvent } from '#contract/statistics.ts';

export interface TelemetryTable {
  position: Generated<number>;
  event_name: TelemetryEvent;
  user_id: string | null;
  ticket_id: string | null;
  at: Instant;
}

/** When each person last caused an event of a name, so that people are counted without reading all events. */
export interface TelemetryPersonTable {
  event_name: TelemetryEvent;
  user_id: string;
  last_at: Instant;
}

/** Each person's first ticket, and when it first had an assignee. */
export interface FirstTicketTable {
  user_id: string;
  ticket_id: string;
  opened_at: Instant;
  assigned_at: Instant | null;
}

/** When a job last began, on any node. */
export interface JobTable {
  name: string;
  began_at: Instant;
}
