import type { Mutant } from './mutant.ts';

const TESTS = ['server/tickets/merging/merge.api.test.ts', 'proofs/merging.proof.test.ts'];

/** Rules of merging: who learns what of whom, and that nothing is lost. */
export const MERGING: readonly Mutant[] = [
  {
    breaks: 'who stands beside a ticket is told to those alone who work on it',
    file: 'server/tickets/handling/tickets.ts',
    from: "...(one === 'worker' ? { beside",
    to: '...(true ? { beside',
    tests: ['server/tickets/merging/merge.api.test.ts'],
  },
  {
    breaks: 'reporters hear nothing of what stands beside their ticket',
    file: 'server/access/visibility.ts',
    from: "  'beside',\n",
    to: '',
    tests: ['server/tickets/merging/merge.api.test.ts'],
  },
  {
    breaks: 'a ticket of another reporter is not joined by itself',
    file: 'server/tickets/merging/merge-decision.ts',
    from: "if (source.reporter_id !== root.reporter_id && !tellsReporters) return 'reporters_differ';",
    to: '',
    tests: TESTS,
  },
  {
    breaks: 'people do not gain sight of internal words unasked',
    file: 'server/tickets/merging/merge.ts',
    from: 'if (draft.confirm !== true) await refuseRevealing(work, source, root);',
    to: '',
    tests: ['server/tickets/merging/merge.api.test.ts'],
  },
  {
    breaks: 'a reporter who was told reads the target no more once it is unmerged',
    file: 'server/tickets/merging/merging-store.ts',
    from: 'await this.connection.change(dropPeople, way);',
    to: '',
    tests: TESTS,
  },
  {
    breaks: 'the answer of a joined ticket is in no memory',
    file: 'server/tickets/merging/merge.ts',
    from: 'await setAnswerAside(work, source, false);',
    to: '',
    tests: TESTS,
  },
  {
    breaks: 'what is split off a restricted ticket is restricted',
    file: 'server/tickets/merging/split.ts',
    from: 'if (ticket.restricted === 1) await',
    to: 'if (false) await',
    tests: ['server/tickets/merging/split.api.test.ts'],
  },
  {
    breaks: 'only what stands beside a ticket is closed with it',
    file: 'server/tickets/handling/tickets.ts',
    from: "if (other === id || !group.some((one) => one.id === other)) throw new Failure('not_beside');",
    to: '',
    tests: ['server/tickets/merging/merge.api.test.ts'],
  },
  {
    breaks: 'a list by label leaves out what was joined',
    file: 'server/tickets/list/label-walk-filter.ts',
    from: '.where(sql<boolean>`not label_entries.joined`)',
    to: '',
    tests: ['server/tickets/list/list-by-label.api.test.ts'],
  },
];
