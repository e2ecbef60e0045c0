import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '#contract/notices.ts';
import type { TicketTelling } from '#contract/tellings.ts';
import { MINUTE } from '#platform';
import { actOf, undoes } from '#testing/acts.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('the mails of an act that is taken back', (app) => {
  const mailed = (person: Player) =>
    app()
      .mailbox.list()
      .filter(({ to }) => to === person.user.email).length;
  const notices = async (person: Player) =>
    (await person.get<Notice[]>('/api/notices')).is(200).map(({ reason, ticket_id }) => [reason, ticket_id]);
  const tellings = async (dev: Player, ticket: { id: string }) =>
    (await dev.get<TicketTelling[]>(`/api/tickets/${ticket.id}/tellings`)).is(200);

  test('do not go out where they have not, nor stay their unread notices', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { mail_delay_minutes: 10 })).is(200);
    for (const isRouted of [false, true]) {
      const ticket = await ada.opens();
      await app().worker.runOnce();
      const changed = await dev.patches(ticket, { status: 'in_progress' });
      if (isRouted) await app().worker.runOnce();
      const before = mailed(ada);
      assert.equal((await notices(ada)).filter(([, id]) => id === ticket.id).length, 1);
      const { told_already } = (await undoes(dev, actOf(changed))).is(200);
      assert.equal(told_already, 0);
      assert.deepEqual(
        (await notices(ada)).filter(([, id]) => id === ticket.id),
        [],
      );
      app().clock.advance(MINUTE);
      await app().worker.runOnce();
      app().clock.advance(20 * MINUTE);
      await app().worker.runOnce();
      assert.equal(mailed(ada), before);
      const [mail] = (await tellings(dev, ticket)).filter(
        ({ kind, person }) => kind === 'mail' && person?.id === ada.id,
      );
      assert.deepEqual([mail?.state, mail?.not_sent_because], ['not_sent', 'taken_back']);
    }
    (await dev.patch('/api/settings', { mail_delay_minutes: 0 })).is(200);
  });

  test('are followed by one mail and one notice a person, however many tickets, unless nobody is to be told', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    for (const tell of [true, false]) {
      const tickets = [await ada.opens(), await ada.opens(), await jan.opens()];
      await app().worker.runOnce();
      const body = { ids: tickets.map(({ id }) => id), change: { status: 'in_progress' } };
      const changed = await dev.patch('/api/tickets', body);
      await app().worker.runOnce();
      const before = [ada, jan, dev, ewa].map(mailed);
      const counts = await Promise.all([ada, jan, ewa].map(notices));
      const tried = (await undoes(ewa, actOf(changed), { dry_run: true })).is(200);
      assert.equal(tried.told_already, 2);
      const undo = (await undoes(ewa, actOf(changed), { tell })).is(200);
      assert.equal(undo.told_already, 2);
      await app().worker.runOnce();
      const more = [ada, jan, dev, ewa].map((person, n) => mailed(person) - (before[n] ?? 0));
      assert.deepEqual(more, tell ? [1, 1, 0, 0] : [0, 0, 0, 0]);
      const now = await Promise.all([ada, jan, ewa].map(notices));
      assert.deepEqual(
        now.map((all) => all.filter(([reason]) => reason === 'undone').length),
        tell ? [1, 1, 0] : [1, 1, 0],
      );
      assert.ok(now.every((all, n) => all.length <= (counts[n]?.length ?? 0)));
    }
  });
});
