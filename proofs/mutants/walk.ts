import type { Mutant } from './mutant.ts';

const WALK = ['proofs/sight.proof.test.ts'];

/** Each was a leak once, and the walk of sight alone finds it in whatever world it makes. */
export const WALKED: readonly Mutant[] = [
  {
    breaks: 'usage counts what its reader sees alone',
    file: 'server/events/telemetry/telemetry-store.ts',
    from: "aboutSeen(sql.ref('telemetry.ticket_id'), scopes, p, dialect) ?? sql`true`",
    to: 'sql`true`',
    tests: WALK,
  },
  {
    breaks: 'the answer of a joined ticket names no ticket that its reader does not see',
    file: 'server/tickets/handling/show-ticket.ts',
    from: '{ content: continuesAt(view.content, end.number) }',
    to: '{}',
    tests: WALK,
  },
  {
    breaks: 'a ticket continues nowhere for who does not see where',
    file: 'server/tickets/ticket.ts',
    from: 'number: isSeen ? root.number : null',
    to: 'number: root.number',
    tests: WALK,
  },
  {
    breaks: 'a webhook may hear of a ticket when the event leaves, not only when it was recorded',
    file: 'server/delivery/webhooks/webhook-subscriber.ts',
    from: 'await hearing(work, delivery.event.aggregateId, [stored])',
    to: '[stored]',
    tests: ['server/delivery/webhooks/sight.api.test.ts', ...WALK],
  },
  {
    breaks: 'the record of events has those alone of what its reader sees',
    file: 'server/events/outbox/show-outbox.ts',
    from: 'const seen = await seenAmong(work, items);',
    to: 'const seen = items;',
    tests: WALK,
  },
  {
    breaks: 'the history of a ticket names no project of which its reader may not know',
    file: 'server/tickets/handling/show-ticket.ts',
    from: 'await seenHistory(work, history, ticket.project_id)',
    to: 'history',
    tests: WALK,
  },
  {
    breaks: 'nobody meets the labels of a project that they do not see',
    file: 'server/tickets/labels/labels.ts',
    from: 'return labels.filter((label) => isSeen(work, label)).map(',
    to: 'return labels.map(',
    tests: WALK,
  },
];
