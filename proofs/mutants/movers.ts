import type { Mutant } from './mutant.ts';

const JIRA = ['packages/movers/imports/jira/import-jira.api.test.ts'];
const REDMINE = ['packages/movers/imports/redmine/import-redmine.api.test.ts'];
const ZAMMAD = ['packages/movers/imports/zammad/import-zammad.api.test.ts'];
const TRELLO = ['packages/movers/imports/trello/import-trello.api.test.ts'];

/** Defences of imports from Jira, Redmine, Zammad and Trello: private stays private, nothing is lost silently. */
export const MOVERS: readonly Mutant[] = [
  {
    breaks: 'comments of Jira are internal until somebody says otherwise',
    file: 'packages/movers/imports/jira/jira-parts.ts',
    from: 'isInternal: !reading.choice.commentsArePublic || at === null',
    to: 'isInternal: at === null',
    tests: JIRA,
  },
  {
    breaks: 'an issue of Jira with a level of security is restricted',
    file: 'packages/movers/imports/jira/jira-issues.ts',
    from: "return level !== '';",
    to: "return level === ' ';",
    tests: JIRA,
  },
  {
    breaks: 'a file of Jira whose name stands at two issues is never guessed',
    file: 'packages/movers/imports/jira/jira-parts.ts',
    from: 'facts.sameFiles.has(name) ? exact : [...exact, name]',
    to: '[...exact, name]',
    tests: JIRA,
  },
  {
    breaks: 'notes of Redmine are internal where it does not tell which are private',
    file: 'packages/movers/imports/redmine/redmine-parts.ts',
    from: '!facts.tellsPrivateNotes || isMarkedPrivate(journal.private_notes ?? true)',
    to: 'isMarkedPrivate(journal.private_notes ?? false)',
    tests: REDMINE,
  },
  {
    breaks: 'an issue of Redmine is restricted by any mark of privacy',
    file: 'packages/movers/imports/redmine/redmine-issues.ts',
    from: 'isMarkedPrivate(issue.is_private)',
    to: 'issue.is_private === true',
    tests: REDMINE,
  },
  {
    breaks: 'a Redmine is read with the key of an administrator',
    file: 'packages/movers/imports/redmine/redmine-command.ts',
    from: 'if (!facts.isAdmin && !options.allowsNoAdmin)',
    to: 'if (!facts.isAdmin && options.allowsNoAdmin)',
    tests: REDMINE,
  },
  {
    breaks: 'an internal article of Zammad is no description',
    file: 'packages/movers/imports/zammad/zammad-articles.ts',
    from: 'first !== undefined && !first.comment.isInternal',
    to: 'first !== undefined',
    tests: ZAMMAD,
  },
  {
    breaks: 'articles of Zammad stand in order of time',
    file: 'packages/movers/imports/zammad/zammad-articles.ts',
    from: 'read.toSorted(byTime)',
    to: 'read.toReversed()',
    tests: ZAMMAD,
  },
  {
    breaks: 'archived cards of Trello are closed',
    file: 'packages/movers/imports/trello/trello-cards.ts',
    from: "return isArchived || isClosed ? 'closed'",
    to: "return isClosed ? 'closed'",
    tests: TRELLO,
  },
  {
    breaks: 'comments that a board of Trello lacks are counted as lost',
    file: 'packages/movers/imports/trello/trello-cards.ts',
    from: 'if (missing > 0)',
    to: 'if (missing < 0)',
    tests: TRELLO,
  },
  {
    breaks: 'an import that goes on brings no row twice',
    file: 'packages/movers/imports/incoming/run-import.ts',
    from: 'batchesOf(wanted.source.rows(), begun.done)',
    to: 'batchesOf(wanted.source.rows(), 0)',
    tests: [...JIRA, 'packages/movers/imports/csv/resume-import.api.test.ts'],
  },
];
