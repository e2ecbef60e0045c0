import type { Mutant } from './mutant.ts';

const JIRA = ['packages/movers/imports/jira/import-jira.api.test.ts'];
const REDMINE = ['packages/movers/imports/redmine/import-redmine.api.test.ts'];
const ZAMMAD = ['packages/movers/imports/zammad/import-zammad.api.test.ts'];
const OSTICKET = ['packages/movers/imports/osticket/import-osticket.api.test.ts'];
const ZENDESK = ['packages/movers/imports/zendesk/import-zendesk.api.test.ts'];
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
    from: '!tellsPrivateNotes || isMarkedPrivate(journal.private_notes ?? true)',
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
    file: 'packages/movers/imports/incoming/help-desk.ts',
    from: 'first?.comment.isInternal === false',
    to: 'first !== undefined',
    tests: ZAMMAD,
  },
  {
    breaks: 'articles of Zammad stand in order of time',
    file: 'packages/movers/imports/incoming/help-desk.ts',
    from: '(a < b ? -1 : Number(a > b))',
    to: '(a > b ? -1 : Number(a < b))',
    tests: ZAMMAD,
  },
  {
    breaks: 'a note of osTicket, and what is of a type that nobody knows, is internal',
    file: 'packages/movers/imports/osticket/osticket-messages.ts',
    from: "isInternal: entry.type !== 'M' && entry.type !== 'R'",
    to: "isInternal: entry.type === 'N'",
    tests: OSTICKET,
  },
  {
    breaks: 'an entry that osTicket hides does not come',
    file: 'packages/movers/imports/osticket/osticket-messages.ts',
    from: '(Number(flags) & HIDDEN) === 0',
    to: '(Number(flags) & HIDDEN) >= 0',
    tests: OSTICKET,
  },
  {
    breaks: 'a dump that was cut between two statements is refused',
    file: 'packages/movers/imports/mysql/mysql-dump.ts',
    from: 'if (this.#open.size > 0)',
    to: 'if (this.#open.size > 9)',
    tests: OSTICKET,
  },
  {
    breaks: 'a comment of Zendesk is public only if it says so',
    file: 'packages/movers/imports/zendesk/zendesk-comments.ts',
    from: 'isInternal: row.public !== true',
    to: 'isInternal: row.public === false',
    tests: ZENDESK,
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
    from: 'batchesOf(order.source, begun.done)',
    to: 'batchesOf(order.source, 0)',
    tests: [...JIRA, 'packages/movers/imports/csv/resume-import.api.test.ts'],
  },
  {
    breaks: 'a file of another length than its product says does not come',
    file: 'packages/movers/imports/incoming/source-parts.ts',
    from: 'Number(said ?? 0) > 0 && size !== Number(said)',
    to: 'size < 0',
    tests: ['packages/movers/imports/rest/announced.api.test.ts'],
  },
  {
    breaks: 'rows of OpenArca are those of the person whom Kwit knows',
    file: 'packages/movers/imports/tables/import-tables.ts',
    from: "const person = to === 'users' ? people.byEmail.get(String(values.email)) : undefined;",
    to: 'const person = undefined;',
    tests: ['packages/movers/imports/openarca/import-again.api.test.ts'],
  },
];
