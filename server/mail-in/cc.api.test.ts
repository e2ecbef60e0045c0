import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CcAddress, InboundMailDetail } from '#contract/mail-in.ts';
import type { Player } from '#testing/cast.ts';
import { MAIL_DOMAIN, mailTo, openMailIn, sendAll, VERIFIED, writtenMail } from '#testing/incoming-mail.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const offered = async (player: Player, id: string) => (await player.get<CcAddress[]>(`/api/tickets/${id}/cc`)).is(200);

onEachDatabaseAnew('people in Cc of a mail', (app) => {
  test('are added by nobody but who works on the ticket or reported it, in one act', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const post = await openMailIn(app(), dev);
    const ticket = await ada.opens({ title: 'The crane stands still' });
    (await dev.comments(ticket, 'Which crane?')).is(201);
    await sendAll(app());
    const { token } = mailTo(app(), 'ada@example.com', 'The crane');
    const cc = [
      'Jan <JAN@example.com>, "Nobody, yet" <nobody@example.com>, ada@example.com',
      `r+${token}@${MAIL_DOMAIN}, ewa@example.com, broken, friends: jan@example.com;`,
    ].join(', ');
    const taken = await post(
      writtenMail({ From: 'ada@example.com', Cc: cc }, 'The left one.'),
      `r+${token}@${MAIL_DOMAIN}`,
    );
    assert.equal(taken.body.state, 'reply');
    assert.deepEqual((await dev.reads(ticket)).is(200).people, []);
    (await jan.get(`/api/tickets/${ticket.id}`)).isRefused(403, 'forbidden');
    (await jan.get(`/api/tickets/${ticket.id}/cc`)).isRefused(403, 'forbidden');
    assert.deepEqual(await offered(dev, ticket.id), [
      { email: 'jan@example.com', name: jan.user.name },
      { email: 'nobody@example.com', name: null },
    ]);
    assert.deepEqual(await offered(ada, ticket.id), [
      { email: 'jan@example.com' },
      { email: 'nobody@example.com' },
      { email: ewa.user.email },
    ]);
    const { verdict } = (await dev.get<InboundMailDetail>(`/api/mail-in/${taken.body.id}`)).is(200);
    assert.deepEqual(verdict.cc, ['jan@example.com', 'nobody@example.com', 'ewa@example.com']);

    const people = `/api/tickets/${ticket.id}/people`;
    (await ada.post(people, { email: 'nobody@example.com' })).isRefused(404, 'user_not_found');
    (await ada.post(people, { email: 'jan@example.com' })).is(201);
    assert.deepEqual(
      (await offered(dev, ticket.id)).map(({ email }) => email),
      ['nobody@example.com'],
    );
    (await jan.get(`/api/tickets/${ticket.id}`)).is(200);
    (await jan.get(`/api/tickets/${ticket.id}/cc`)).isRefused(403, 'forbidden');
    (await dev.patch(`/api/users/${jan.id}`, { is_active: false })).is(200);
    (await dev.delete(`/api/tickets/${ticket.id}/people/${jan.id}`)).is(204);
    assert.equal((await offered(dev, ticket.id))[0]?.name, null);
  });

  test('of a report stand on its ticket, and those of a held mail once it is accepted', async () => {
    const { jan, dev } = await app().cast.all();
    const post = await openMailIn(app(), dev);
    const head = { From: 'zofia@example.com', Cc: 'jan@example.com' };
    const report = await post(writtenMail(head, 'No toner.', [VERIFIED]), `report@${MAIL_DOMAIN}`);
    const made = (await dev.get<InboundMailDetail>(`/api/mail-in/${report.body.id}`)).is(200);
    const person = { email: 'jan@example.com', name: jan.user.name };
    assert.deepEqual(await offered(dev, made.ticket_id ?? ''), [person]);
    const held = await post(writtenMail(head, 'No paper.'), `report@${MAIL_DOMAIN}`);
    assert.equal(held.body.state, 'held');
    const other = await dev.opens();
    assert.deepEqual(await offered(dev, other.id), []);
    (await dev.post(`/api/mail-in/${held.body.id}/accept`, { as: 'reply', ticket_number: other.number })).is(200);
    assert.deepEqual(await offered(dev, other.id), [person]);
  });
});
