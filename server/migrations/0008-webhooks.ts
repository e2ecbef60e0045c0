import type { ColumnTypes } from '../database/dialect.ts';

/** Adds webhooks. Their secrets are sealed; `previous_secret` signs as well until `previous_until`. */
export const webhooks = {
  name: '0008-webhooks',
  statements: (t: ColumnTypes) => [
    `create table webhooks (
      id ${t.id} primary key, url ${t.text} not null, events ${t.json} not null, description ${t.text},
      is_active ${t.flag} not null, secret ${t.text} not null, previous_secret ${t.text}, previous_until ${t.time},
      created_at ${t.time} not null, updated_at ${t.time} not null, last_delivery_at ${t.time},
      last_status ${t.integer}) ${t.tableEnd}`,
  ],
};
