import type { Mutant } from './mutant.ts';

const ANSWERS = ['server/memory/answers/answers.api.test.ts'];
const PROBING = ['proofs/probing.proof.test.ts'];
const RANKING = ['server/memory/similar/answer-ranking.test.ts'];
const SIMILAR = ['server/memory/similar/similar.api.test.ts'];

/** The team's memory: who reads an answer, when it is offered, and what is said of it. */
export const ANSWERS_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'nobody votes on an answer that they may not read',
    file: 'server/memory/answers/answers.ts',
    from: 'offered === undefined || !(await readsAnswer(work, offered, work.actor))',
    to: 'offered === undefined',
    tests: ANSWERS,
  },
  {
    breaks: 'nobody votes about a ticket of somebody else',
    file: 'server/memory/answers/answers.ts',
    from: '(await work.of(VoteStore).reporterOf(id)) !== work.actor.id',
    to: "(await work.of(VoteStore).reporterOf(id)) === ''",
    tests: ANSWERS,
  },
  {
    breaks: "an answer that is not shared stays its reporter's",
    file: 'server/memory/answers/answer-list-store.ts',
    from: '(answers.is_shared and answers.is_confirmed) or',
    to: 'answers.is_confirmed or',
    tests: ANSWERS,
  },
  {
    breaks: 'an older answer is listed for others only once somebody has confirmed that it is shared',
    file: 'server/memory/answers/answer-list-store.ts',
    from: '(answers.is_shared and answers.is_confirmed) or',
    to: 'answers.is_shared or',
    tests: ANSWERS,
  },
  {
    breaks: 'one word of many is no reason to offer an answer',
    file: 'server/memory/similar/ranking.ts',
    from: 'Math.min(1, sure.length / Math.min(ENOUGH_WORDS, words))',
    to: '1',
    tests: RANKING,
  },
  {
    breaks: 'words that many use are less reason to offer an answer than rare ones',
    file: 'server/memory/similar/ranking.ts',
    from: 'WEIGHT.evidence * evidence',
    to: '0 * evidence',
    tests: RANKING,
  },
  {
    breaks: 'a word that says little is no reason to offer an answer that can be read in part alone',
    file: 'server/memory/similar/ranking.ts',
    from: '!term.isFaint && (isWhole || meant.times > 0)',
    to: 'isWhole || meant.times > 0',
    tests: RANKING,
  },
  {
    breaks: 'an answer with another code loses its place',
    file: 'server/memory/similar/ranking.ts',
    from: 'namesAnotherCode(sought.codes, codes) ? OTHER_CODE : 1',
    to: 'namesAnotherCode(sought.codes, codes) ? 1 : 1',
    tests: RANKING,
  },
  {
    breaks: 'a mistyped word is looked for in other spellings',
    file: 'server/memory/similar/find-similar.ts',
    from: 'await withSpellings(typed, direct, lookUp)',
    to: '{ ...direct, terms: typed }',
    tests: SIMILAR,
  },
  {
    breaks: 'a stem that others may not be told of leads nobody else to an answer',
    file: 'server/platform/database/postgres/postgres-answers.ts',
    from: '}.is_shared`]',
    to: '}.number > 0`]',
    tests: ['server/platform/database/answers.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'a word of one reporter alone does not match others by their tickets',
    file: 'server/memory/search/report-word-store.ts',
    from: 'group by word having count(*) >= ${sql.lit(ENOUGH_OTHERS)}`',
    to: 'group by word having count(*) >= 1`',
    tests: PROBING,
  },
  {
    breaks: 'a rare word of one reporter alone leads nobody else to an answer',
    file: 'server/memory/search/report-word-store.ts',
    from: 'from self)) >= ${sql.lit(ENOUGH_OTHERS)}',
    to: 'from self)) >= 1',
    tests: PROBING,
  },
  {
    breaks: 'only the mail of a closing asks whether it is solved',
    file: 'server/delivery/notifications/ticket-notification.ts',
    from: "change.reason !== 'closed' || appUrl === ''",
    to: "change.reason === 'created' || appUrl === ''",
    tests: ['server/delivery/notifications/notifications.test.ts'],
  },
  {
    breaks: 'a mail without an address of the app leads nowhere',
    file: 'server/delivery/notifications/ticket-notification.ts',
    from: "change.reason !== 'closed' || appUrl === ''",
    to: "change.reason !== 'closed'",
    tests: ['server/delivery/notifications/notifications.test.ts'],
  },
];
