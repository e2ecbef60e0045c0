import type { Mutant } from './mutant.ts';

const JOINED = ['server/tickets/merging/joined-writes.api.test.ts'];
const TESTS = ['server/tickets/merging/merge.api.test.ts', 'proofs/merging.proof.test.ts'];

/** Rules of merging: who learns what of whom, and that nothing is lost. */
export const MERGING: readonly Mutant[] = [
  {
    breaks: 'who stands beside a ticket is told to those alone who work on it',
    file: 'server/tickets/handling/show-ticket.ts',
    from: "...(own === 'worker' ? { beside",
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
    from: 'await refuseRevealing(work, source, root, draft.confirm === true);',
    to: '',
    tests: ['server/tickets/merging/merge.api.test.ts'],
  },
  {
    breaks: 'whoever came by a merge alone is taken off with its end',
    file: 'server/tickets/merging/merge.ts',
    from: '  await takePeopleBack(work, root, tree);\n',
    to: '',
    tests: TESTS,
  },
  {
    breaks: 'who came with another ticket, too, stays',
    file: 'server/tickets/seeing/people-store.ts',
    from: 'if (other === undefined) await',
    to: 'if (true) await',
    tests: JOINED,
  },
  {
    breaks: 'a worker who adds somebody keeps them on the root, whatever merge ends',
    file: 'server/tickets/seeing/people-store.ts',
    from: ' or ticket_people.merged_from_id is not null',
    to: '',
    tests: JOINED,
  },
  {
    breaks: 'what is written to a joined ticket goes to its root',
    file: 'server/tickets/find-ticket.ts',
    from: 'if (ticket.merged_into_id === null) return ticket;',
    to: 'return ticket;',
    tests: JOINED,
  },
  {
    breaks: 'who does not see the root learns nothing of it by writing to what was joined to it',
    file: 'server/tickets/find-ticket.ts',
    from: '  refuseUnseenRoot(work, root);\n  return root;',
    to: '  return root;',
    tests: JOINED,
  },
  {
    breaks: 'a link of a joined ticket stays',
    file: 'server/tickets/links/relations.ts',
    from: 'await holdBoth(work, root.id, await rootOf(work, otherId))',
    to: 'await holdBoth(work, id, otherId)',
    tests: JOINED,
  },
  {
    breaks: 'what was merged on is taken out first',
    file: 'server/tickets/merging/merge.ts',
    from: '    await refuseMergedOn(work, id, root.id);\n',
    to: '',
    tests: ['server/tickets/merging/merge.api.test.ts'],
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
    from: 'if (isRestricted(ticket)) await',
    to: 'if (false) await',
    tests: ['server/tickets/merging/split.api.test.ts'],
  },
  {
    breaks: 'only what stands beside a ticket is closed with it',
    file: 'server/tickets/handling/tickets.ts',
    from: "if (other === id || !group.some((member) => member.id === other)) throw new Failure('not_beside');",
    to: '',
    tests: ['server/tickets/merging/merge.api.test.ts'],
  },
  {
    breaks: 'a list by label leaves out what was joined',
    file: 'server/tickets/list/page-filter.ts',
    from: 'sql<SqlBool>`not label_entries.joined`,',
    to: '',
    tests: ['server/tickets/list/list-by-label.api.test.ts'],
  },
  {
    breaks: 'a ticket is found by the words of what was joined to it',
    file: 'server/memory/search/search-store.ts',
    from: "from tickets as joined where ${isOn(sql.ref('joined.merged_into_id'))})",
    to: "from tickets as joined where false and ${isOn(sql.ref('joined.merged_into_id'))})",
    tests: ['server/tickets/merging/joined-words.api.test.ts'],
  },
  {
    breaks: 'a ticket shows what was joined to it',
    file: 'server/tickets/handling/show-ticket.ts',
    from: '...(await joinedReports(work, id, history)),',
    to: '...(await joinedReports(work, id, [])),',
    tests: ['server/tickets/merging/joined-words.api.test.ts'],
  },
  {
    breaks: 'assignee and followers are told of a join',
    file: 'server/conversation/notices/concerns.ts',
    from: 'if (event.internals.joined === true) return',
    to: 'if (event.internals.joined === null) return',
    tests: ['server/tickets/merging/joined-words.api.test.ts'],
  },
];
