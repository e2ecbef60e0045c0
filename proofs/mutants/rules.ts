import type { Mutant } from './mutant.ts'

/** Rules of tickets, comments and people. */
export const RULES: readonly Mutant[] = [
  {
    breaks: 'the last developer stays',
    file: 'server/users/change-user.ts',
    from: "if ((await work.users.countDevelopers()) === 1) throw new Failure('last_developer')",
    to: '',
    tests: ['server/users/users.api.test.ts'],
  },
  {
    breaks: 'the last developer stays when two changes come at once',
    file: 'server/users/change-user.ts',
    from: "await work.lock('roles')",
    to: '',
    tests: ['proofs/races.proof.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'a row that is read for a change is locked',
    file: 'server/database/postgres/postgres-dialect.ts',
    from: 'held: (query) => query.forUpdate()',
    to: 'held: (query) => query',
    tests: ['proofs/races.proof.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'only developers change their fields',
    file: 'server/tickets/change-ticket.ts',
    from: '  permitFields(work.actor, changes)\n',
    to: '',
    tests: ['server/tickets/change-ticket.api.test.ts'],
  },
  {
    breaks: 'reporters change a ticket only until it is accepted',
    file: 'server/tickets/change-ticket.ts',
    from: '  permitChange(work.actor, ticket)\n',
    to: '',
    tests: ['server/tickets/change-ticket.api.test.ts'],
  },
  {
    breaks: 'nobody overwrites a version that they have not seen',
    file: 'server/tickets/change-ticket.ts',
    from: "if (expected !== null && !expected(ticket.version)) throw new Failure('precondition_failed')",
    to: '',
    tests: ['server/tickets/change-ticket.api.test.ts', 'proofs/races.proof.test.ts'],
  },
  {
    breaks: 'no ticket closes without an answer',
    file: 'server/tickets/ticket-change.ts',
    from: "if (closureSummaryId === null) throw new Failure('closure_summary_required')",
    to: '',
    tests: ['server/tickets/close-ticket.api.test.ts'],
  },
  {
    breaks: 'an Idempotency-Key serves one request',
    file: 'server/idempotency/answer-once.ts',
    from: "if (kept.fingerprint !== fingerprint) throw new Failure('idempotency_key_reused')",
    to: '',
    tests: ['server/tickets/open-ticket.api.test.ts'],
  },
  {
    breaks: 'two requests at once with one key do one thing',
    file: 'server/idempotency/answer-once.ts',
    from: "throw new Failure('request_in_progress')",
    to: '{}',
    tests: ['server/tickets/open-ticket.api.test.ts', 'proofs/races.proof.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'only its author takes a comment back',
    file: 'server/comments/take-back-comment.ts',
    from: 'if (user_id !== person.id)',
    to: 'if (false)',
    tests: ['server/comments/take-back-comment.api.test.ts'],
  },
]
