/** The rows that the seeder adds beside each ticket. */
import { v7 } from 'uuid';

export type Row = Readonly<Record<string, unknown>>;

export const person = (index: number): string => `019a2f60-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

export function historyOf({ id, status, created_at }: Row) {
  const row = { ticket_id: id, field: 'status', user_id: person(0), created_at };
  return [
    { ...row, id: v7(), old_value: 'submitted', new_value: 'verified' },
    { ...row, id: v7(), old_value: 'verified', new_value: status },
  ];
}

export const attachmentOf = ({ id, reporter_id, created_at }: Row) => ({
  id: v7(),
  ticket_id: id,
  filename: v7(),
  original_name: 'screenshot.png',
  mime_type: 'image/png',
  size: 48_213,
  sha256: '0'.repeat(64),
  uploaded_by: reporter_id,
  created_at,
});

export function eventsOf({ id, created_at: at }: Row) {
  return ['ticket.created', 'ticket.status_changed'].map((event_name, index) => ({
    id: v7(),
    event_id: v7(),
    event_name,
    aggregate_type: 'ticket',
    aggregate_id: id,
    seq: index + 1,
    correlation_id: 'seed',
    source: 'seed',
    payload: {},
    status: 'sent',
    attempts: 1,
    occurred_at: at,
    created_at: at,
    updated_at: at,
    routed_at: at,
  }));
}
