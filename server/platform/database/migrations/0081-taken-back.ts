import type { ColumnTypes } from '../dialect.ts';

/** Which events an act made, and which of them were taken back. */
export const takenBack = {
  name: '0081-taken-back',
  runsBeside: true as const,
  statements: (t: ColumnTypes) => [
    `alter table acts add column correlation_id ${t.text}`,
    `alter table event_outbox add column taken_back_at ${t.time}`,
  ],
};
