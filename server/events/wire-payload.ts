import type { RowOf } from '#records';

export type WirePayload = Readonly<Record<string, unknown>>;

/** The columns of an entry that an event is read from. `payload` is JSON: the payload and, under `internal`, the internals. */
export type EventRow = Pick<
  RowOf<'event_outbox'>,
  'id' | 'event_id' | 'aggregate_type' | 'aggregate_id' | 'seq' | 'actor_user_id' | 'occurred_at' | 'payload'
> &
  Partial<Pick<RowOf<'event_outbox'>, 'taken_back_at'>> & { readonly event_name: string };

/** The payload of an entry as it goes onto the wire. */
export const readWirePayload = (row: Pick<EventRow, 'payload'>): WirePayload => splitPayload(row.payload).wirePayload;

/** The things besides its ticket that a payload may name, and whether its reader sees them. */
export interface SeenBesides {
  readonly ticket: (id: string) => boolean;
  readonly project: (id: string) => boolean;
  /** The fields of those that it names (`changedFields`) of which they may not know. */
  readonly unseenFields: ReadonlySet<string>;
}

/** The fields that a change in a payload names, as `fields.<key>`. */
export const changedFields = ({ changed }: WirePayload): string[] =>
  Array.isArray(changed) ? changed.filter((name) => String(name).startsWith('fields.')) : [];

/** A payload without what its reader does not see: another ticket, and of a project that its ticket has left itself and its fields. */
export function seenPayload(payload: WirePayload, sees: SeenBesides): WirePayload {
  const { into_id, project_id, changed } = payload;
  return {
    ...payload,
    ...(Array.isArray(changed) ? { changed: changed.filter((name) => !sees.unseenFields.has(name)) } : {}),
    ...(typeof into_id === 'string' && !sees.ticket(into_id) ? { into_id: null, into_number: null } : {}),
    ...(typeof project_id === 'string' && !sees.project(project_id) ? { project_id: null } : {}),
  };
}

/** A payload, and what it keeps inside the service, as it was written. */
export function splitPayload(json: string): { readonly wirePayload: WirePayload; readonly internal?: unknown } {
  const stored: unknown = JSON.parse(json);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return { wirePayload: {} };
  const { internal, ...wirePayload } = stored as Record<string, unknown>;
  return { wirePayload, internal };
}
