import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { Settings } from '#contract/settings.ts';
import type { ListedUser, User } from '#contract/users.ts';
import { Caller } from '#testing/caller.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { type as typed } from '#testing/typed-command.ts';

const USERS = '/api/users';
const REQUEST = '/api/auth/request-otp';
const VERIFY = '/api/auth/verify-otp';

const renames = async (id: string, email: unknown, { cast }: App) =>
  (await cast.dev).patch<ListedUser>(`${USERS}/${id}`, { email });

onEachDatabaseAnew('an address that changes', (app) => {
  test('is the same person, whose sessions end and whose tokens stay; the old one leads nowhere', async () => {
    const { cast, stranger, mailbox } = app();
    const guest = await cast.signsIn('nowak@example.com');
    const ticket = await guest.opens();
    const { token } = (await guest.post<{ token: string }>('/api/tokens', { name: 'CI', scope: 'read' })).is(201);
    (await stranger.post(REQUEST, { email: 'nowak@example.com' })).is(200);
    const code = cast.codeFor('nowak@example.com');
    assert.equal((await renames(guest.id, 'Kowalska@Example.com', app())).is(200).email, 'kowalska@example.com');
    (await guest.get('/api/auth/me')).isRefused(401, 'unauthorized');
    assert.equal(
      (await new Caller(stranger.address, token).get<User>('/api/auth/me')).is(200).email,
      'kowalska@example.com',
    );
    for (const email of ['nowak@example.com', 'kowalska@example.com'])
      (await stranger.post(VERIFY, { email, code })).isRefused(400, 'invalid_or_expired_code');
    const sent = mailbox.list().length;
    (await stranger.post(REQUEST, { email: 'nowak@example.com' })).is(200);
    assert.equal(mailbox.list().length, sent);
    const again = await cast.signsIn('kowalska@example.com');
    assert.equal(again.id, guest.id);
    assert.equal((await again.reads(ticket)).is(200).reporter_email, 'kowalska@example.com');
  });

  test('is nobody else\u2019s afterwards, and the same person may have it back', async () => {
    const { cast } = app();
    const { dev } = await cast.all();
    const [first, second] = [await cast.guest(), await cast.guest()];
    const old = first.user.email;
    (await renames(first.id, 'new.one@example.com', app())).is(200);
    (await dev.post(`${USERS}/invite`, { email: old })).isRefused(409, 'user_exists');
    (await renames(second.id, old, app())).isRefused(409, 'user_exists');
    (await renames(second.id, 'new.one@example.com', app())).isRefused(409, 'user_exists');
    (await renames(second.id, 'x@elsewhere.example', app())).isRefused(400, 'domain_not_allowed');
    assert.deepEqual((await renames(second.id, null, app())).isInvalid(), ['email']);
    (await renames(first.id, old, app())).is(200);
    assert.equal((await cast.signsIn(old)).id, first.id);
    (await dev.post(`${USERS}/invite`, { email: 'new.one@example.com' })).isRefused(409, 'user_exists');
  });

  test('is no change with other capitals, and follows in the developers\u2019 addresses, one\u2019s own too', async () => {
    const { cast, clock } = app();
    const { dev, ewa } = await cast.all();
    assert.equal((await renames(ewa.id, 'EWA@example.com', app())).is(200).email, 'ewa@example.com');
    (await ewa.get('/api/auth/me')).is(200);
    clock.advance(1000);
    (await dev.patch(`${USERS}/${dev.id}`, { email: 'chief@example.com' })).is(200);
    (await dev.get('/api/auth/me')).isRefused(401, 'unauthorized');
    const chief = await cast.signsIn('chief@example.com');
    assert.deepEqual([chief.id, chief.user.role], [dev.id, 'developer']);
    const { developer_emails } = (await chief.get<Settings>('/api/settings')).is(200);
    assert.deepEqual(developer_emails, ['chief@example.com', 'ewa@example.com']);
    const [entry] = (await chief.get<AuditEntry[]>('/api/audit?action=user.address_changed')).is(200);
    assert.deepEqual(
      [entry?.actor_id, entry?.target_id, entry?.details],
      [dev.id, dev.id, { old_email: 'dev@example.com', new_email: 'chief@example.com' }],
    );
  });
});

onEachDatabaseAnew('one mailbox', (app) => {
  test('is deactivated and let in again as one person, whichever of its addresses is used', async () => {
    const { cast, stranger, mailbox } = app();
    const { dev } = await cast.all();
    const [eve, tagged] = [await cast.signsIn('eve@example.com'), await cast.signsIn('eve+x@example.com')];
    (await dev.patch(`${USERS}/${tagged.id}`, { is_active: false })).is(200);
    for (const gone of [eve, tagged]) (await gone.get('/api/auth/me')).isRefused(401, 'unauthorized');
    const sent = mailbox.list().length;
    for (const email of ['eve@example.com', 'eve+x@example.com', 'EVE+another@example.com']) {
      (await stranger.post(REQUEST, { email })).is(200);
      (await dev.post(`${USERS}/invite`, { email })).isRefused(409, 'user_exists');
    }
    assert.equal(mailbox.list().length, sent);
    const guest = await cast.guest();
    (await renames(guest.id, 'eve+back@example.com', app())).isRefused(409, 'user_exists');
    (await dev.patch(`${USERS}/${eve.id}`, { is_active: true })).is(200);
    assert.equal((await cast.signsIn('eve+x@example.com')).id, tagged.id);
    assert.equal((await cast.signsIn('eve@example.com')).id, eve.id);
  });

  test('is never one\u2019s own, nor that of the last developers', async () => {
    const { cast } = app();
    const { dev, ewa } = await cast.all();
    const double = await cast.signsIn('dev+2@example.com');
    (await dev.patch(`${USERS}/${double.id}`, { is_active: false })).isRefused(403, 'forbidden');
    (await dev.patch(`${USERS}/${double.id}`, { role: 'developer' })).is(200);
    (await dev.patch(`${USERS}/${ewa.id}`, { role: 'user' })).is(200);
    const [alone] = [await cast.signsIn('dev+2@example.com')];
    (await alone.patch(`${USERS}/${dev.id}`, { is_active: false })).isRefused(403, 'forbidden');
  });

  test('has one voice about an answer, the last one', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const ticket = await ada.opens({ title: 'Wombat' });
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Polish it.', closure_question: 'Quokka?' })).is(
      200,
    );
    const [answer] = (await dev.get<{ id: string }[]>('/api/answers')).is(200);
    const votes = [];
    for (const [tag, helped] of [
      ['a', false],
      ['b', false],
      ['c', true],
    ] as const) {
      clock.advance(1000);
      const voter = await cast.signsIn(`voter+${tag}@example.com`);
      votes.push((await voter.post(`/api/answers/${answer?.id}/helped`, { helped })).is(200));
    }
    assert.deepEqual(votes, [
      { helped: 0, not_helped: 1 },
      { helped: 0, not_helped: 1 },
      { helped: 1, not_helped: 0 },
    ]);
  });
});

onEachDatabaseAnew('a domain that is renamed', (app) => {
  test('takes everybody along or nobody, says first whom, and asks', async () => {
    const { cast } = app();
    const { dev, ada } = await cast.all();
    const outcome = await typed(app(), 'person', 'rename-domain', 'example.com', 'królewski.pl');
    assert.match(outcome.said, /ada@example\.com → ada@królewski\.pl/);
    assert.match(outcome.said, /Nobody was renamed/);
    const refused = await typed(app(), 'person', 'rename-domain', 'example.com', 'królewski.pl', '--yes');
    assert.match(refused.said, /domain_not_allowed\. Nobody was renamed/);
    const allowed_domains = ['example.com', 'królewski.pl'];
    (await dev.patch('/api/settings', { allowed_domains })).is(200);
    assert.equal((await typed(app(), 'person', 'rename-domain', 'example.com', 'królewski.pl', '--yes')).code, 0);
    assert.equal((await cast.signsIn('ada@xn--krlewski-w3a.pl')).id, ada.id);
    assert.equal((await cast.signsIn('dev@xn--krlewski-w3a.pl')).user.role, 'developer');
    assert.equal((await typed(app(), 'person', 'rename', 'ada@królewski.pl', 'adam@example.com')).code, 0);
    assert.equal((await cast.signsIn('adam@example.com')).id, ada.id);
  });
});
