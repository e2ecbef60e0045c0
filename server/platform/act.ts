import type { EventName, Payload } from '#contract/events.ts';

/** An event's name with its payload: the name says which payload it is. */
export type EventOf<N extends EventName = EventName> = {
  readonly [K in N]: { readonly name: K; readonly payload: Payload[K] };
}[N];

/** A name with its payload. TypeScript cannot follow a name to its payload. */
export const eventOf = <N extends EventName>(name: N, payload: Payload[N]): EventOf =>
  ({ name, payload }) as unknown as EventOf;

/** What is recorded beside the payload for reactions inside the service. It is never sent and never shown. */
export interface Internals {
  /** The person whom the change assigned the ticket to; null for nobody. Absent when it did not, or an older version recorded it. */
  readonly new_assignee_id?: string | null;
  /** What decided who saw the ticket before a change by which people may lose sight of it. */
  readonly before?: {
    readonly reporter_id: string | null;
    readonly assignee_id: string | null;
    readonly project_id: string | null;
    readonly restricted: 0 | 1;
    readonly people: string | null;
  };
  /** The people whom the comment names, who may all read it. */
  readonly mentioned?: readonly string[];
  /** The trace of the request that recorded it, for webhooks. */
  readonly traceparent?: string;
  /** The reporter of a new ticket is mailed its number. */
  readonly acknowledge?: boolean;
}

/** One of the events of an act: everything that one request did to one ticket. */
export type ActEvent = EventOf & { readonly entryId: string; readonly eventId: string; readonly internals: Internals };

/** An event that this transaction has recorded, with its ticket. */
export type ActEventOfTicket = ActEvent & { readonly ticketId: string };

/** The `source` of recorded events that an import made of what happened elsewhere: they are delivered to nobody. */
export const IMPORT_SOURCE = 'import';
