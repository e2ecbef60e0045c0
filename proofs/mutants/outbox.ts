import type { Mutant } from './mutant.ts'

/** Defences of the outbox. */
export const OUTBOX: readonly Mutant[] = [
  {
    breaks: 'a worker that lost its lease writes nothing',
    file: 'server/outbox/settle.ts',
    from: ' || delivery.lease !== claimed.lease',
    to: '',
    tests: ['server/outbox/delivery.api.test.ts', 'proofs/outbox.proof.test.ts'],
  },
  {
    breaks: 'a claim counts the attempt',
    file: 'server/outbox/claim-store.ts',
    from: 'attempts: sql<number>`attempts + 1`',
    to: 'attempts: sql<number>`attempts + 0`',
    tests: ['server/outbox/delivery.api.test.ts'],
  },
  {
    breaks: 'events of a ticket arrive in order',
    file: 'server/outbox/delivery-store.ts',
    from: 'isHeldBack ? null : rest.at',
    to: 'rest.at',
    tests: ['server/outbox/delivery.api.test.ts', 'proofs/outbox.proof.test.ts'],
  },
  {
    breaks: 'the internal part of a payload is not sent',
    file: 'server/events/recorded-event.ts',
    from: 'const { internal, ...wirePayload } = stored',
    to: 'const { internal } = stored, wirePayload = stored',
    tests: ['server/events/record-event.api.test.ts', 'server/webhooks/delivery.api.test.ts'],
  },
  {
    breaks: 'only the new assignee gets the mail about an assignment',
    file: 'server/notices/concerns.ts',
    from: ' && isGivenTo(person.id, event)',
    to: '',
    tests: ['server/notifications/notifications.api.test.ts'],
  },
  {
    breaks: 'no worker claims a row that another one locks',
    file: 'server/database/postgres/postgres-dialect.ts',
    from: 'claimable: (query) => query.forUpdate().skipLocked()',
    to: 'claimable: (query) => query',
    tests: ['proofs/outbox.proof.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'a delivery whose lease ran out is taken back',
    file: 'server/outbox/claim-store.ts',
    from: '`leased_until <= ',
    to: '`1 = 0 and leased_until <= ',
    tests: ['server/outbox/delivery.api.test.ts'],
  },
  {
    breaks: 'a poison candidate waits until no other delivery runs',
    file: 'server/outbox/delivery-pass.ts',
    from: 'claimDeliveries(work, room, this.isIdle)',
    to: 'claimDeliveries(work, room, true)',
    tests: ['server/outbox/poison-candidates.api.test.ts'],
  },
  {
    breaks: 'no delivery starts beside a poison candidate',
    file: 'server/outbox/delivery-pass.ts',
    from: 'some(({ isExclusive }) => isExclusive)',
    to: 'some(() => false)',
    tests: ['server/outbox/poison-candidates.api.test.ts'],
  },
  {
    breaks: 'a worker that does not come back is counted',
    file: 'server/outbox/settle.ts',
    from: 'delivery.lost + 1',
    to: 'delivery.lost',
    tests: ['server/outbox/poison-candidates.api.test.ts', 'proofs/outbox.proof.test.ts'],
  },
  {
    breaks: 'no webhook is sent a personal event',
    file: 'server/webhooks/webhook-subscriber.ts',
    from: "if (event.aggregateType !== 'ticket') return []",
    to: '',
    tests: ['server/users/invitations.api.test.ts'],
  },
]
