import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '#contract/settings.ts';
import type { SignedIn } from '#contract/sign-in.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { ListedUser } from '#contract/users.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const SHOWN = 'jan@królewski.pl';
const KEPT = 'jan@xn--krlewski-w3a.pl';
const SPELLINGS = [SHOWN, KEPT, 'Jan@KRÓLEWSKI.PL', 'jan@kro\u0301lewski.pl', '\u202ajan@królewski.pl\u200b'];

onEachDatabaseAnew('a domain with letters of its own', (app) => {
  test('is one domain however it is spelled: allowed, signed in, invited, shown and mailed', async () => {
    const { cast, stranger, mailbox } = app();
    const dev = await cast.dev;
    const allowed = ['example.com', 'KRÓLEWSKI.pl', 'xn--krlewski-w3a.pl'];
    const changed = (await dev.patch<Settings>('/api/settings', { allowed_domains: allowed })).is(200);
    assert.deepEqual(changed.allowed_domains, ['example.com', 'królewski.pl']);
    const ids = new Set<string>();
    for (const email of SPELLINGS) {
      (await stranger.post('/api/auth/request-otp', { email })).is(200);
      assert.equal(mailbox.list()[0]?.to, KEPT);
      const { user } = (await stranger.post<SignedIn>('/api/auth/verify-otp', { email, code: cast.codeFor(KEPT) })).is(
        200,
      );
      assert.equal(user.email, SHOWN);
      ids.add(user.id);
      app().clock.advance(60_000);
      (await dev.post('/api/users/invite', { email })).isRefused(409, 'user_exists');
    }
    assert.equal(ids.size, 1);
    const [listed] = (await dev.get<ListedUser[]>(`/api/users?id=${[...ids]}`)).is(200);
    assert.equal(listed?.email, SHOWN);
    await Promise.all(
      [...ids].map((id) => dev.patch(`/api/users/${id}`, { role: 'developer' }).then((answer) => answer.is(200))),
    );
    const ticket = await dev.opens();
    const assigned = (await dev.patches(ticket, { assignee_id: [...ids][0] })).is(200);
    const read = (await dev.reads(ticket)).is(200);
    const rows = (await dev.get<Ticket[]>('/api/tickets')).is(200);
    for (const row of [assigned, read, rows[0]]) assert.equal(row?.assignee_email, SHOWN);
    assert.deepEqual((await dev.post('/api/users/invite', { email: 'żaneta@królewski.pl' })).isInvalid(), ['email']);
    for (const domain of ['kró lewski.pl', 'królewski\u200b.pl', 'królewski', '%6bl.pl'])
      assert.ok((await dev.patch('/api/settings', { allowed_domains: [domain] })).isInvalid().length > 0, domain);
  });
});
