/** Adds an index of unclaimed entries: PostgreSQL read all claimed ones to find the next. */
export const unclaimed = {
  name: '0016-unclaimed',
  statements: () => [
    'drop index outbox_unrouted',
    "create index outbox_unclaimed on event_outbox (position) where routed_at is null and status = 'pending'",
  ],
};
