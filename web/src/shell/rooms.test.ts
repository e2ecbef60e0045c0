/** Holds the palette against what the app does: each operation that changes or takes something is reached by a command. */
import { expect, test } from 'vitest';
import { ADMIN_SECTIONS } from '../administration/sections.ts';
import { OWN_ROOMS, ROOMS } from './rooms.ts';

const SOURCES = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const all = Object.values(SOURCES).join('\n');

/** The calls by which the app changes something or takes it along, as `POST /teams/{}`. */
const CALLED = [
  ...[...all.matchAll(/write\(\s*'(POST|PUT|PATCH|DELETE)',\s*['`]([^'`]+)['`]/g)].map(
    ([, method, path]) => `${method} ${path}`,
  ),
  ...[...all.matchAll(/downloadAs\(\s*[`']\/api([^`'?]+)/g)].map(([, path]) => `GET ${path}`),
].map((call) => call.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}').replace(/\$\{.*$/, ''));

const rooms = Object.keys({ ...ROOMS, ...OWN_ROOMS }).map((name) => `to ${name}`);
const sections = ADMIN_SECTIONS.map((section) => `admin ${section}`);

/** The ids of the commands that pages and tickets offer, as they stand in the code. */
const ids = new Set([
  ...[...all.matchAll(/\bid: '([^']+)'/g)].map(([, id]) => id ?? ''),
  ...[...all.matchAll(/\b(?:offer|ask|command|onRow)\((?:current, |ticket, |'\w+', )?'([^']+)'/g)].map(
    ([, id]) => id ?? '',
  ),
  ...['editTitle', 'editDescription', 'addTo', 'notSolved', 'unmerge', 'tell', 'history', 'receipts'],
  ...['status', 'priority', 'category'],
  ...rooms,
  ...sections,
]);

/** Which command leads to it. What needs a thing that is there leads to its list. */
const BY_COMMAND: Record<string, string> = {
  'DELETE /auth/me/avatar': 'to picture',
  'DELETE /auth/sessions/{}': 'go /me',
  'DELETE /calendars/{}': 'admin promises',
  'DELETE /dev-tasks/{}': 'to newTask',
  'DELETE /fields/{}': 'admin fields',
  'DELETE /git-connections/{}': 'admin git',
  'DELETE /imports/{}': 'to import',
  'DELETE /labels/{}': 'admin labels',
  'DELETE /projects/{}': 'admin projects',
  'DELETE /projects/{}/icon': 'admin projects',
  'DELETE /settings/logo': 'to logo',
  'DELETE /teams/{}': 'admin teams',
  'DELETE /teams/{}/members/{}': 'admin teams',
  'DELETE /ticket-templates/{}': 'admin templates',
  'DELETE /tickets/{}/attachments/{}': 'open',
  'DELETE /tickets/{}/comments/{}': 'open',
  'DELETE /tickets/{}/external-references/{}': 'open',
  'DELETE /tickets/{}/people/{}': 'whoSees',
  'DELETE /tickets/{}/related/{}': 'open',
  'DELETE /tokens/{}': 'admin tokens',
  'DELETE /users/{}/identities/{}': 'admin users',
  'DELETE /users/{}/mail-addresses/{}': 'admin users',
  'DELETE /views/{}': 'go /tickets',
  'DELETE /webhooks/{}': 'admin webhooks',
  'GET /auth/me/data.tar': 'to myData',
  'GET /export': 'to export',
  'GET /imports/{}/rejected': 'to import',
  'GET /mail-in/{}/raw': 'to held',
  'GET /users/{}/data.tar': 'admin users',
  'PATCH /auth/me': 'go /me',
  'PATCH /calendars/{}': 'admin promises',
  'PATCH /dev-tasks/{}': 'to newTask',
  'PATCH /fields/{}': 'admin fields',
  'PATCH /git-connections/{}': 'admin git',
  'PATCH /labels/{}': 'admin labels',
  'PATCH /projects/{}': 'admin projects',
  'PATCH /settings': 'admin application',
  'PATCH /teams/{}': 'admin teams',
  'PATCH /ticket-templates/{}': 'admin templates',
  'PATCH /tickets': 'status',
  'PATCH /tickets/{}': 'status',
  'PATCH /tickets/{}/comments/{}': 'open',
  'PATCH /users/{}': 'admin users',
  'PATCH /webhooks/{}': 'admin webhooks',
  'POST /acts/{}/undo': 'undo-act',
  'POST /answers/{}/helped': 'go /answers',
  'POST /answers/{}/tell': 'tell',
  'POST /auth/logout': 'sign out',
  'POST /auth/logout-all': 'to signOutEverywhere',
  'POST /auth/me/avatar': 'to picture',
  'DELETE /auth/passkeys/{}': 'to newPasskey',
  'PATCH /auth/passkeys/{}': 'to newPasskey',
  'POST /auth/passkeys/recovery-codes': 'to newPasskey',
  'POST /auth/passkeys/register': 'to newPasskey',
  'POST /auth/passkeys/register/options': 'to newPasskey',
  'POST /backups': 'to backup',
  'POST /calendars': 'to newCalendar',
  'POST /calendars/ics': 'to newCalendar',
  'POST /dev-tasks': 'to newTask',
  'POST /dev-tasks/reorder': 'go /todo',
  'POST /fields': 'to newField',
  'POST /git-connections': 'to newGit',
  'POST /git-connections/{}/rotate-secret': 'admin git',
  'POST /glossary/suggestions/{}': 'to review',
  'POST /imports/{}/check': 'to import',
  'POST /imports/{}/run': 'to import',
  'POST /labels': 'to newLabel',
  'POST /labels/{}/merge': 'admin labels',
  'POST /mail-in/checks': 'to mailSteps',
  'POST /mail-in/secret': 'to mailSecret',
  'POST /mail-in/{}/accept': 'to held',
  'POST /mail-in/{}/discard': 'to held',
  'POST /notices/read': 'read all',
  'POST /notices/unread': 'go /inbox',
  'POST /projects': 'to newProject',
  'POST /projects/{}/icon': 'admin projects',
  'POST /projects/{}/take-over': 'admin projects',
  'POST /settings/events/outbox/replay': 'to deliver',
  'POST /settings/events/outbox/run-once': 'to deliver',
  'POST /settings/events/outbox/{}/replay': 'to deliver',
  'POST /settings/logo': 'to logo',
  'POST /settings/oidc/check': 'to tryAccount',
  'POST /settings/test-email': 'to testMail',
  'POST /teams': 'to newTeam',
  'POST /ticket-templates': 'to newTemplate',
  'POST /tickets/{}/external-references': 'addTo',
  'POST /tickets/{}/merge': 'merge',
  'POST /tickets/{}/people': 'addPerson',
  'POST /tickets/{}/related': 'addTo',
  'POST /tickets/{}/reopen': 'notSolved',
  'POST /tickets/{}/solved-by': 'close',
  'POST /tickets/{}/split': 'split',
  'POST /tickets/{}/unmerge': 'unmerge',
  'POST /tokens': 'to newToken',
  'POST /tokens/{}/rotate': 'to newToken',
  'POST /users/invite': 'invite',
  'POST /users/{}/erase': 'admin users',
  'POST /users/{}/sign-out': 'admin users',
  'POST /views': 'go /tickets',
  'POST /webhooks': 'to newWebhook',
  'POST /webhooks/{}/rotate-secret': 'admin webhooks',
  'POST /webhooks/{}/test': 'admin webhooks',
  'PUT /answer-targets': 'to newTarget',
  'PUT /glossary': 'to newWord',
  'PUT /mail-in/settings': 'admin mail-in-setup',
  'PUT /teams/{}/members/{}': 'admin teams',
  'PUT /tickets/{}/people/{}': 'addPerson',
};

/** Calls that no command reaches, and why. */
const WITHOUT: Record<string, string> = {
  'PATCH /setup/steps': 'the first steps stand on Home until they are done or put away',
  'POST /answer-targets/preview': 'it writes nothing: the form shows what a change would do',
  'POST /auth/oidc/redeem': 'nobody is signed in yet',
  'POST /auth/passkeys/challenge': 'nobody is signed in yet',
  'POST /auth/passkeys/recover': 'nobody is signed in yet',
  'POST /auth/passkeys/verify': 'nobody is signed in yet',
  'POST /auth/verify-otp': 'nobody is signed in yet',
  'POST /setup/first': 'nobody is signed in yet',
};

/** The places of the navigation have commands whose names are made of them. */
const isOffered = (id: string): boolean =>
  ids.has(id) || (id.startsWith('go /') && all.includes(`to: '${id.slice(3)}'`));

test('each operation that changes or takes something is reached by a command, or says why not', () => {
  expect(CALLED.length).toBeGreaterThan(100);
  const unreached = [...new Set(CALLED)].filter((call) => !(call in BY_COMMAND) && !(call in WITHOUT));
  expect(unreached).toEqual([]);
  const uncalled = Object.keys({ ...BY_COMMAND, ...WITHOUT }).filter((call) => !CALLED.includes(call));
  expect(uncalled).toEqual([]);
  expect(Object.values(BY_COMMAND).filter((id) => !isOffered(id))).toEqual([]);
});

test('what a command leads to stands somewhere', () => {
  const names = Object.values({ ...ROOMS, ...OWN_ROOMS }).flatMap((room) => ('reach' in room ? [room.reach] : []));
  expect(names.filter((name) => !new RegExp(`(?:data-reach|reach)=[^\\n]*['"]${name}['"]`).test(all))).toEqual([]);
});
