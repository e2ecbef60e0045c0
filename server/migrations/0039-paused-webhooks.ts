import type { ColumnTypes } from '../database/dialect.ts';

/** Since when a webhook has failed, and when Kwit paused it for that. */
export const pausedWebhooks = {
  name: '0039-paused-webhooks',
  statements: (t: ColumnTypes) => [
    `alter table webhooks add column failing_since ${t.time}`,
    `alter table webhooks add column paused_at ${t.time}`,
  ],
};
