/**
 * Sight is decided in `server/access` alone (docs/architecture.md): elsewhere nobody compares what makes a project
 * sealed, a ticket restricted, or a team one that works in a project.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesOf } from '../sources.ts';

/** In code: a comparison, or a condition. In SQL, also as Kysely builds it: a condition. */
const DECISIONS = [
  /\b(sealed|restricted|isRestricted)\b\s*(===|!==|<>|==)/,
  /\blevel\s*(===|!==|<>|=)\s*\\?'(work|read)'/,
  /(?:\bif \(|&&|\|\|)\s*!?\s*[\w.]*\.(sealed|restricted)\b/,
  /\.(sealed|restricted)\s*(?:&&|\|\||\?[^.])/,
  /(?<!`)\b(?:where|and|or|not) (?:\w+\.)?(sealed|restricted)\b(?! (?:alike|to|from|tickets?|projects?|ones?)\b)/,
  /\bwhere\(\s*'(?:\w+\.)?(sealed|restricted|level)'/,
  /'(?:\w+\.)?(sealed|restricted)', '='/,
];

/** How often a file looks at these columns for something else. */
const ELSEWHERE: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'packages/movers/imports/incoming/import-tickets.ts': [3, 'whether a row of another product says so'],
  'server/people/sign-in/oidc/round-cookie.ts': [1, 'whether there is a cookie, which is sealed'],
  'server/tickets/handling/tickets.ts': [1, 'whether a change restricts'],
  'server/tickets/list/ticket-filter.ts': [2, 'the filter of that name'],
  'server/tickets/projects/projects.ts': [2, 'whether a change seals, and changes that'],
  'server/tickets/seeing/sight-changes.ts': [1, 'whether a change restricts'],
  'server/tickets/ticket-change.ts': [1, 'the event of that field'],
};

const COMMENT = /^\s*(\/\/|\*|\/\*)/;
const isOutside = (path: string): boolean =>
  !/^server\/(access|testing)\/|^server\/platform\/database\/migrations\/|\.test\.ts$/.test(path);

const countIn = (text: string): number =>
  text.split('\n').filter((line) => !COMMENT.test(line) && DECISIONS.some((decision) => decision.test(line))).length;

test('who sees what is decided in server/access alone', () => {
  const counted = sourcesOf('server/**/*.ts', 'packages/movers/**/*.ts')
    .filter(({ path }) => isOutside(path))
    .map(({ path, text }) => [path, countIn(text)] as const)
    .filter(([, times]) => times > 0);
  const expected = Object.entries(ELSEWHERE).map(([path, [times]]) => [path, times] as const);
  assert.deepEqual(Object.fromEntries(counted), Object.fromEntries(expected));
});

test('a decision is seen in each of its forms', () => {
  const decisions = [
    'if (ticket.restricted === 1) return;',
    'const isSealed = sealed !== 0;',
    'if (project.sealed) return;',
    'return ticket.restricted || isOwn;',
    "teams.filter(({ level }) => level === 'work')",
    'sql`select id from projects where projects.sealed`',
    "sql`project_teams.level = 'work'`",
    ".where('tickets.restricted', '=', 1)",
  ];
  for (const decision of decisions) assert.equal(countIn(decision), 1, decision);
});
