import type { Mutant } from './mutant.ts';

/** Who sees what beside tickets themselves, and while something runs (docs/rules/access.md). */
export const SIGHT: readonly Mutant[] = [
  {
    breaks: 'the feed of answers has what one reads with its internals',
    file: 'server/tickets/comments/summary-store.ts',
    from: 'if (seen !== null) query = query.where(seen);',
    to: 'if (seen === undefined) query = query.where(seen);',
    tests: ['proofs/standing.proof.test.ts'],
  },
  {
    breaks: 'the export of a person has what they read',
    file: 'packages/movers/exports/open-format/make-export.ts',
    from: 'if (actor !== null && !seesEverything(actor)) return',
    to: 'if (actor === undefined) return',
    tests: ['proofs/standing.proof.test.ts'],
  },
  {
    breaks: 'an export has no row that names what is left out',
    file: 'packages/movers/exports/open-format/seen-export.ts',
    from: 'if (!isOwn || hidden.isNamedBy(table, row)) hidden.add(table, row);',
    to: 'if (!isOwn) hidden.add(table, row);',
    tests: ['proofs/standing.proof.test.ts'],
  },
  {
    breaks: 'the mails about a ticket are told to who reads its internals',
    file: 'server/delivery/notifications/mail-subscriber.ts',
    from: 'if (!readsInternals(standing(work.actor, ticket)))',
    to: 'if (ticket === undefined)',
    tests: ['proofs/standing.proof.test.ts'],
  },
  {
    breaks: 'what is kept about a person has nothing of hidden tickets',
    file: 'packages/movers/privacy/export-person.ts',
    from: 'return rows.filter((_, index) => all[index]?.every((id) => !unseen.has(id) && seesProject(actor, id)));',
    to: 'return rows.filter((_, index) => all[index]?.every((id) => unseen !== null && seesProject(actor, id)));',
    tests: ['proofs/standing.proof.test.ts'],
  },
  {
    breaks: 'the audit names no project that one does not see',
    file: 'server/app-routes.ts',
    from: 'projects.filter((id) => seesProject(work.actor, id))',
    to: 'projects',
    tests: ['proofs/standing.proof.test.ts'],
  },
  {
    breaks: 'a webhook names no project that one does not see',
    file: 'server/delivery/webhooks/webhooks.ts',
    from: '?.filter((id) => seesProject(person, id))',
    to: '?.filter((id) => id !== person.id)',
    tests: ['proofs/standing.proof.test.ts'],
  },
  {
    breaks: "nobody leads a webhook away that hears of others' projects",
    file: 'server/delivery/webhooks/webhooks.ts',
    from: 'if (change.url !== undefined && changes.projects === undefined) refuseLeadingAway(work, held);',
    to: '{}',
    tests: ['server/tickets/seeing/everything-else.api.test.ts'],
  },
  {
    breaks: 'who waited for an expensive read is asked for anew',
    file: 'server/platform/http/request-context.ts',
    from: 'if (hasWaited) await this.confirmRights();',
    to: '{}',
    tests: ['server/platform/http/expensive-reads.api.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'an export ends once its reader has lost a ticket',
    file: 'packages/movers/exports/export-routes.ts',
    from: 'if (seen < tickets.count) throw seesLessNow();',
    to: '{}',
    tests: ['server/tickets/seeing/rights-now.api.test.ts'],
  },
];
