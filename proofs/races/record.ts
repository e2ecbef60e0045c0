import type { App } from '../../server/testing/start-app.ts';

/** An event of a ticket, as recorded. */
export interface Recorded {
  readonly name: string;
  readonly seq: number;
  readonly payload: { readonly old_status?: string; readonly new_status?: string };
}

/** Reads a ticket's events from the database, oldest first. */
export async function recordOf(app: App, ticket: { id: string }): Promise<Recorded[]> {
  const rows = await app.database.read((connection) =>
    connection.rows<Recorded & { payload: unknown }>({
      sql: `select event_name as name, seq, payload from event_outbox where aggregate_id = '${ticket.id}' order by seq`,
      parameters: [],
    }),
  );
  return rows.map(({ payload, ...row }) => ({
    ...row,
    payload: typeof payload === 'string' ? JSON.parse(payload) : payload,
  }));
}

export const countOf = (record: readonly Recorded[], name: string): number =>
  record.filter((event) => event.name === name).length;

/** @returns the statuses of a ticket by its events; null when an event does not start where the last one ended. */
export function pathOf(record: readonly Recorded[]): string[] | null {
  const path = ['submitted'];
  for (const { name, payload } of record) {
    if (name !== 'ticket.status_changed') continue;
    if (payload.old_status !== path.at(-1)) return null;
    path.push(payload.new_status ?? '');
  }
  return path;
}
