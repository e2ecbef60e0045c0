import type { Mutant } from './mutant.ts';

const UNSEEN = ['server/tickets/handling/unseen-changes.api.test.ts'];

/** What a reporter cannot read does not show, and what clients that know no pages rely on. */
export const UNSEEN_CHANGES: readonly Mutant[] = [
  {
    breaks: "a hidden note leaves the reporter's version and update as they are",
    file: 'server/tickets/handling/tickets.ts',
    from: 'change.fields.some(isPublicChange)',
    to: 'change.fields.some(() => true)',
    tests: UNSEEN,
  },
  {
    breaks: 'queries for reporters read the version that reporters know',
    file: 'server/tickets/ticket-columns.ts',
    from: '(internals ? MOVING : MOVING_FOR_OTHERS)',
    to: 'MOVING',
    tests: UNSEEN,
  },
  {
    breaks: 'lists for reporters are ordered by what reporters know',
    file: 'server/tickets/ticket-columns.ts',
    from: "(internals ? 'tickets.updated_at' : 'tickets.public_updated_at')",
    to: "'tickets.updated_at'",
    tests: UNSEEN,
  },
  {
    breaks: "If-Match is compared with the caller's own version",
    file: 'server/tickets/handling/tickets.ts',
    from: 'readsInternals(standing(work.actor, ticket)) ? ticket.version : ticket.public_version',
    to: 'ticket.version',
    tests: UNSEEN,
  },
  {
    breaks: 'links tell reporters of the update that reporters know',
    file: 'server/tickets/links/relation-store.ts',
    from: 'internals ? link.updated_at : public_updated_at',
    to: 'link.updated_at',
    tests: UNSEEN,
  },
  {
    breaks: 'the workload is ordered by what the reader may know',
    file: 'server/planning/statistics/statistics-store.ts',
    from: 'const internals = hasInternals(scope);',
    to: 'const internals = true;',
    tests: UNSEEN,
  },
  {
    breaks: 'the stream tells reporters the version that reporters know',
    file: 'server/delivery/live/event-stream.ts',
    from: "readsInternals(own) ? 'developers' : 'others'",
    to: "'developers'",
    tests: UNSEEN,
  },
  {
    breaks: 'the tag of a list is of what the caller is told',
    file: 'server/platform/http/conditional-requests.ts',
    from: '.update(head).update(body)',
    to: '.update(body)',
    tests: ['server/platform/http/not-modified.api.test.ts'],
  },
  {
    breaks: 'a remembered answer holds only while nobody has written',
    file: 'server/platform/http/conditional-requests.ts',
    from: 'last?.revision === revision && ',
    to: 'last && ',
    tests: ['server/platform/http/not-modified.api.test.ts'],
  },
  {
    breaks: 'a reopened ticket stays locked for its reporter',
    file: 'server/access/ticket-permissions.ts',
    from: ' && ticket.was_closed === 0',
    to: '',
    tests: UNSEEN,
  },
  {
    breaks: 'a closure summary is for its reporter to read',
    file: 'server/conversation/comments/comments.ts',
    from: "    if (draft.is_internal && draft.is_closure_summary) throw new Failure('invalid_closure_summary_visibility');\n",
    to: '',
    tests: ['server/conversation/comments/comments.api.test.ts'],
  },
  {
    breaks: 'a new task is the last of its list',
    file: 'server/tickets/sync-task.ts',
    from: 'order_index: await work.of(TaskStore).placeBehind(move.owner)',
    to: 'order_index: 0',
    tests: ['server/tickets/tasks/dev-tasks.api.test.ts'],
  },
  {
    breaks: 'a run on request counts in the figures of the process',
    file: 'server/events/outbox/worker.ts',
    from: 'new DeliveryPass(this.#parts, stats, this.runtime, this.#log)',
    to: 'new DeliveryPass(this.#parts, stats, this.#log)',
    tests: ['server/events/outbox/delivery.api.test.ts'],
  },
  {
    breaks: 'nobody lets themselves into restricted tickets by a team without a lead',
    file: 'server/tickets/teams/teams.ts',
    from: "standing(work.actor, ticket) !== 'none'",
    to: 'standing(work.actor, ticket) !== undefined',
    tests: ['server/tickets/seeing/internal-words.api.test.ts'],
  },
  {
    breaks: 'a history names no label of a project that one does not see',
    file: 'server/tickets/seeing/seen-history.ts',
    from: '.filter((name) => !hidden.has(name))',
    to: '.filter((name) => hidden !== undefined || name)',
    tests: ['server/tickets/merging/unseen-root.api.test.ts'],
  },
  {
    breaks: 'a removed sealed project is named in no history',
    file: 'server/tickets/projects/remove-project.ts',
    from: 'from: isSealedProject(project) ? null : id',
    to: 'from: id',
    tests: ['server/tickets/merging/unseen-root.api.test.ts'],
  },
];
