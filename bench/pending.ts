import type { Connection } from '#platform';

/** How many entries wait: what a busy service records while its worker is off for weeks. */
export const PENDING = 100_000;
const TICKETS = 20_000;

const id = (kind: number, n: number) => `019a2f60-0000-7000-800${kind}-${n.toString(16).padStart(12, '0')}`;

/** Fills the outbox: five pending events for each of 20,000 tickets. */
export async function fillOutbox(connection: Connection, now: string): Promise<void> {
  for (let n = 0; n < PENDING; n++) {
    const [entry, event, ticket] = [id(1, n), id(2, n), id(3, n % TICKETS)];
    await connection.run(
      connection.dialect.builder
        .insertInto('event_outbox')
        .values({
          id: entry,
          event_id: event,
          event_name: 'ticket.updated',
          aggregate_type: 'ticket',
          aggregate_id: ticket,
          seq: Math.floor(n / TICKETS) + 1,
          correlation_id: 'bench',
          source: 'bench',
          payload: '{}',
          status: 'pending',
          attempts: 0,
          next_attempt_at: now,
          occurred_at: now,
          created_at: now,
          updated_at: now,
        })
        .compile(),
    );
  }
}
