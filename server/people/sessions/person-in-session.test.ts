import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPEN_SIGHT } from '#access';
import { DAY } from '#platform';
import type { SessionPerson } from '../session-store.ts';
import { personIn } from './sessions.ts';

const NOW = Date.parse('2026-11-22T08:00:00.000Z');
const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();

const session: SessionPerson = {
  id: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'user',
  language: 'pl',
  is_active: 1,
  session_id: 'one',
  created_at: at(-3 * DAY),
  last_used_at: at(-DAY),
  expires_at: at(1),
  revoked_at: null,
  only_registers: 0,
  sight: null,
  has_restricted: 0,
};
const isOpen = (change: Partial<SessionPerson>, unusedMs = 2 * DAY) =>
  personIn({ ...session, ...change }, NOW, unusedMs) !== null;

test('a session that goes on has its person', () => {
  const { id, email, name, role, language } = session;
  assert.deepEqual(personIn(session, NOW, 2 * DAY), {
    id,
    email,
    name,
    role,
    language,
    sight: OPEN_SIGHT,
    credential: { kind: 'session', id: 'one' },
  });
});

test('a session that has ended, was revoked or is unused has nobody, nor has one that is none', () => {
  assert.equal(personIn(undefined, NOW, Number.POSITIVE_INFINITY), null);
  assert.equal(isOpen({ expires_at: at(0) }), false);
  assert.equal(isOpen({ revoked_at: at(-1) }), false);
  assert.equal(isOpen({}, DAY), false);
  assert.equal(isOpen({ last_used_at: null }), false);
  assert.equal(isOpen({ last_used_at: null }, Number.POSITIVE_INFINITY), true);
});

// Deactivating somebody ends their sessions; one that begins at that very moment is closed by this.
test('a session of somebody who is gone has nobody, though nobody has revoked it', () => {
  assert.equal(isOpen({ is_active: 0 }, Number.POSITIVE_INFINITY), false);
});
