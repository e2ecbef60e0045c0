/** What may be claimed, without what already is: PostgreSQL read past all of that to find the next. */
export const unclaimed = {
  name: '0016-unclaimed',
  statements: () => [
    'drop index outbox_unrouted',
    "create index outbox_unclaimed on event_outbox (position) where routed_at is null and status = 'pending'",
  ],
}
