import type { Mutant } from './mutant.ts'

/** Rules of who sees what. */
export const VISIBILITY: readonly Mutant[] = [
  {
    breaks: 'only its reporter and developers open a ticket',
    file: 'server/visibility.ts',
    from: 'readsInternals(person) || ticket.reporter_id === person.id',
    to: 'true',
    tests: ['proofs/access.proof.test.ts'],
  },
  {
    breaks: 'lists show reporters only their own tickets',
    file: 'server/visibility.ts',
    from: 'readsInternals(person) ? { all: true } : { all: false, reporterId: person.id }',
    to: '({ all: true })',
    tests: ['proofs/leaks.proof.test.ts'],
  },
  {
    breaks: 'only developers have files of internal comments',
    file: 'server/visibility.ts',
    from: 'attachment.is_internal === 0 || readsInternals(person)',
    to: 'true',
    tests: ['proofs/leaks.proof.test.ts', 'server/comments/files-of-comments.api.test.ts'],
  },
  {
    breaks: 'only developers read internal comments',
    file: 'server/visibility.ts',
    from: 'comment.is_internal === 0 || readsInternals(person)',
    to: 'true',
    tests: ['proofs/leaks.proof.test.ts', 'server/comments/comments.api.test.ts'],
  },
  {
    breaks: 'only developers read internal notes',
    file: 'server/tickets/ticket-view.ts',
    from: 'if (readsInternals(person)) view',
    to: 'view',
    tests: ['proofs/leaks.proof.test.ts', 'server/tickets/show-ticket.api.test.ts'],
  },
  {
    breaks: 'the stream sends reporters only events that they may read',
    file: 'server/visibility.ts',
    from: 'isForReporters && mayOpen(person, { reporter_id })',
    to: 'mayOpen(person, { reporter_id })',
    tests: ['server/live/stream.api.test.ts', 'proofs/leaks.proof.test.ts'],
  },
  {
    breaks: 'links hide tickets that the caller may not open',
    file: 'server/relations/show-links.ts',
    from: 'ticketScope(work.actor)',
    to: '{ all: true }',
    tests: ['server/relations/relations.api.test.ts', 'proofs/leaks.proof.test.ts'],
  },
  {
    breaks: 'reporters find nothing by words of internal comments',
    file: 'server/database/sqlite/sqlite-search.ts',
    from: "reach === 'anywhere' && internals",
    to: "reach === 'anywhere'",
    tests: ['server/search/search.api.test.ts', 'proofs/leaks.proof.test.ts'],
    on: 'sqlite',
  },
  {
    breaks: 'reporters find nothing by words of internal comments',
    file: 'server/database/postgres/postgres-search.ts',
    from: "internals ? ['report', 'comments', 'internal'] : ['report', 'comments']",
    to: "internals ? ['report', 'comments', 'internal'] : ['report', 'comments', 'internal']",
    tests: ['server/search/search.api.test.ts', 'proofs/leaks.proof.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'only developers write internal comments',
    file: 'server/comments/post-comment.ts',
    from: 'if (draft.is_internal)',
    to: 'if (false)',
    tests: ['server/comments/comments.api.test.ts'],
  },
  {
    breaks: 'nobody replies to a comment that they may not read',
    file: 'server/comments/post-comment.ts',
    from: ' || !mayReadComment(work.actor, parent)',
    to: '',
    tests: ['server/comments/comments.api.test.ts', 'proofs/leaks.proof.test.ts'],
  },
]
