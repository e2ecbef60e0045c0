import type { Mutant } from './mutant.ts'

/** What becomes of a ticket, and of its team. */
export const RULES: readonly Mutant[] = [
  {
    breaks: 'there is always a developer',
    file: 'server/users/change-user.ts',
    from: "if ((await work.users.countDevelopers()) === 1) throw new Failure('last_developer')",
    to: '',
    tests: ['server/users/users.api.test.ts'],
  },
  {
    breaks: 'there is a developer after two changes at once',
    file: 'server/users/change-user.ts',
    from: "await work.lock('roles')",
    to: '',
    tests: ['proofs/races.proof.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'what was read is what is changed',
    file: 'server/database/postgres/postgres-dialect.ts',
    from: 'held: (query) => query.forUpdate()',
    to: 'held: (query) => query',
    tests: ['proofs/races.proof.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'fields of developers are changed by developers',
    file: 'server/tickets/change-ticket.ts',
    from: '  permitFields(work.actor, changes)\n',
    to: '',
    tests: ['server/tickets/change-ticket.api.test.ts'],
  },
  {
    breaks: 'a reporter changes what is not yet accepted',
    file: 'server/tickets/change-ticket.ts',
    from: '  permitChange(work.actor, ticket)\n',
    to: '',
    tests: ['server/tickets/change-ticket.api.test.ts'],
  },
  {
    breaks: 'nobody overwrites what they have not seen',
    file: 'server/tickets/change-ticket.ts',
    from: "if (expected !== null && !expected(ticket.version)) throw new Failure('precondition_failed')",
    to: '',
    tests: ['server/tickets/change-ticket.api.test.ts', 'proofs/races.proof.test.ts'],
  },
  {
    breaks: 'a ticket closes with an answer',
    file: 'server/tickets/ticket-change.ts',
    from: "if (closureSummaryId === null) throw new Failure('closure_summary_required')",
    to: '',
    tests: ['server/tickets/close-ticket.api.test.ts'],
  },
  {
    breaks: 'one key is for one request',
    file: 'server/idempotency/answer-once.ts',
    from: "if (kept.fingerprint !== fingerprint) throw new Failure('idempotency_key_reused')",
    to: '',
    tests: ['server/tickets/open-ticket.api.test.ts'],
  },
  {
    breaks: 'a key that comes twice at once does one thing',
    file: 'server/idempotency/answer-once.ts',
    from: "throw new Failure('request_in_progress')",
    to: '{}',
    tests: ['server/tickets/open-ticket.api.test.ts', 'proofs/races.proof.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'a comment is taken back by who wrote it',
    file: 'server/comments/take-back-comment.ts',
    from: 'if (user_id !== person.id)',
    to: 'if (false)',
    tests: ['server/comments/take-back-comment.api.test.ts'],
  },
]
