/**
 * A person's standing at a ticket is decided in `server/access` alone (docs/rules/access.md#standing). A question of role elsewhere
 * is about a person, never about a ticket: each stands here with its reason.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesOf } from '../sources.ts';

/** In code and in SQL. */
const QUESTION =
  /\bisDeveloper\(|\brole\s*(===|!==|<>|=)\s*(sql\.lit\()?'(developer|user)'|\brole: 'developer', isActive/g;

/** Modules that are about people and about what routes ask of a role; the door that decides. */
const OUTSIDE = /^server\/(access|people|platform)\//;

/** How often a file asks, and of what. */
const ASKED: Readonly<Record<string, readonly [times: number, of: string]>> = {
  'packages/movers/exports/while-it-leaves.ts': [2, 'whether who takes something along is still a developer'],
  'packages/movers/exports/ticket-csv-routes.ts': [
    2,
    'whose table the audit has, and whether it has a column that stays empty',
  ],
  'packages/movers/imports/import-store.ts': [1, 'who may be named to work on what is restricted'],
  'packages/movers/imports/incoming/people-and-projects-here.ts': [2, 'who wrote an imported comment'],
  'packages/movers/imports/incoming/ticket-parts.ts': [1, 'who wrote an imported comment'],
  'packages/movers/privacy/erase-person.ts': [1, 'whether the last developer would go'],
  'packages/movers/privacy/export-person.ts': [3, 'in which form somebody gets their own data'],
  'server/agents/texts/fenced-text.ts': [2, 'who wrote a text that an agent reads'],
  'server/agents/tools/finding.ts': [1, 'which lists are on whose desk'],
  'server/agents/tools/naming.ts': [1, 'who may look developers up by name'],
  'server/agents/tools/showing.ts': [1, 'what somebody is told that they may do here'],
  'server/conversation/waits/digest-store.ts': [2, 'who is mailed the digest'],
  'server/delivery/live/stream-store.ts': [1, 'whose sight follows from teams'],
  'server/delivery/notifications/personal-mails.ts': [1, 'who is mailed of a webhook'],
  'server/delivery/notifications/recipients.ts': [
    2,
    'who may want to be mailed of new tickets, before their sight is read',
  ],
  'server/delivery/webhooks/webhook-subscriber.ts': [
    1,
    'who is mailed of a webhook; whether who set its projects is still a developer',
  ],
  'server/events/catalogue.ts': [1, 'who moved a card, for statistics'],
  'server/memory/answers/answers.ts': [2, 'whether the scope or the setting of sharing decides; who may be named'],
  'server/service/workspace/workspace-routes.ts': [2, 'who is told the names of developers'],
  'server/planning/board/board.ts': [1, 'which lists the start page has'],
  'server/conversation/comments/comment-routes.ts': [1, 'what users may not send, before a ticket is read'],
  'server/conversation/comments/summary-store.ts': [
    1,
    'whether a reporter is a developer, who waits where they do not work',
  ],
  'server/tickets/fields/fields.ts': [1, 'who reads the fields of all projects with all that they say'],
  'server/tickets/find-ticket.ts': [4, 'which columns are read before the standing is known'],
  'server/tickets/list/due-filter.ts': [1, 'who may ask what is due'],
  'server/tickets/list/list-tickets.ts': [3, 'whose list it is; who may ask what they follow, or for labels'],
  'server/tickets/list/live-filter.ts': [1, 'who may ask for what is live'],
  'server/tickets/merging/split.ts': [1, 'whose a ticket is that a comment becomes'],
  'server/conversation/notices/notices.ts': [1, 'what users may not ask, before a ticket is read'],
  'server/tickets/projects/take-over.ts': [1, 'who may take a project over on the command line'],
  'server/tickets/seeing/people.ts': [1, 'which people of a team give it sight'],
  'server/tickets/seeing/sight-changes.ts': [1, 'who could gain sight'],
  'server/tickets/projects/settling.ts': [1, 'who can be assigned'],
  'server/tickets/teams/teams.ts': [4, 'who leads a team, and who reads its people'],
  'server/tickets/templates/templates.ts': [1, 'who reads templates that are out of use'],
  'server/events/acts/acts.ts': [1, 'who may ask for the acts of others'],
  'server/events/acts/lines.ts': [1, 'who is told of what is about no ticket'],
  'server/tickets/handling/show-ticket.ts': [2, 'what is read beside a ticket before the standing is known'],
  'server/tickets/handling/tickets.ts': [2, 'who can be assigned'],
};

test('a question of role is about a person: of a ticket ask `standing` or the scope of the reader', () => {
  const counted = sourcesOf('server/**/*.ts', 'packages/movers/**/*.ts')
    .filter(({ path }) => !OUTSIDE.test(path))
    .map(({ path, text }) => [path, text.match(QUESTION)?.length ?? 0] as const)
    .filter(([, times]) => times > 0);
  const expected = Object.entries(ASKED).map(([path, [times]]) => [path, times] as const);
  assert.deepEqual(Object.fromEntries(counted), Object.fromEntries(expected));
});
