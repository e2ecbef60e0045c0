import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '#contract/answers.ts';
import type { Askers, TellingResult } from '#contract/askers.ts';
import type { Notice } from '#contract/notices.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('those who asked', (app) => {
  /** Ada's ticket, closed with an answer; Jan's stands beside it and was closed with it, a guest's was solved by it. */
  const outage = async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const [guest, voter] = [await app().cast.guest(), await app().cast.guest()];
    (await jan.patch('/api/auth/me', { language: 'pl' })).is(200);
    const [first, second, third] = [await ada.opens(), await jan.opens(), await guest.opens()];
    (await dev.post(`/api/tickets/${second.id}/merge`, { into: first.id, mode: 'beside', tell_reporters: true })).is(
      200,
    );
    (await ewa.send('PUT', `/api/tickets/${first.id}/following`)).is(204);
    const closing = { status: 'closed', closure_summary: 'The disk was full.', also: [second.id] };
    (await dev.patches(first, closing)).is(200);
    (await dev.post(`/api/tickets/${third.id}/solved-by`, { ticket_number: first.number })).is(201);
    const { comments } = (await dev.reads(first)).is(200);
    const answer = comments.find(({ is_closure_summary }) => is_closure_summary)?.id ?? '';
    return { ada, jan, dev, ewa, guest, voter, first, second, third, answer };
  };
  const tell = (player: Player, answer: string, body: object, headers: Record<string, string> = {}) =>
    player.post<TellingResult>(`/api/answers/${answer}/tell`, body, headers);
  const noticesOf = async (player: Player) =>
    (await player.get<Notice[]>('/api/notices')).is(200).filter(({ reason }) => reason === 'told');

  test('are listed once each with why, and others may not list them', async () => {
    const { ada, jan, dev, ewa, guest, first, second, third } = await outage();
    const { total, askers } = (await dev.get<Askers>(`/api/tickets/${first.id}/askers`)).is(200);
    assert.equal(total, 4);
    assert.deepEqual(
      askers.map(({ id, because, ticket, language, cannot }) => [
        id,
        because,
        ticket?.number ?? null,
        language,
        cannot,
      ]),
      [
        [ada.id, 'reporter', null, ada.user.language, null],
        [jan.id, 'beside', second.number, 'pl', null],
        [guest.id, 'solved_before', third.number, guest.user.language, askers[2]?.cannot],
        [ewa.id, 'follower', null, ewa.user.language, null],
      ],
    );
    // A follower is told of the closing as the reporter is.
    assert.deepEqual(
      askers.map(({ told: telling }) => telling?.of),
      ['answer', 'answer', undefined, 'answer'],
    );
    (await ada.get(`/api/tickets/${first.id}/askers`)).isRefused(403, 'forbidden');
    (await jan.get(`/api/tickets/${first.id}/askers`)).isRefused(403, 'forbidden');
  });

  test('are told once of a change, each in their own ticket and language', async () => {
    const { ada, jan, dev, ewa, guest, first, second, third, answer } = await outage();
    (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const note = { what: 'change', note: 'Look again.', note_by_language: { pl: 'Proszę zajrzeć ponownie.' } };
    (await tell(dev, answer, note)).isRefused(409, 'not_changed');
    (await tell(dev, answer, { ...note, what: 'live' })).isRefused(409, 'not_live');
    (await tell(ada, answer, note)).isRefused(403, 'forbidden');
    const before = await dev.get<Answer>(`/api/answers/${answer}`);
    assert.deepEqual([before.is(200).version, before.headers.get('etag')], [1, '"1"']);
    (
      await dev.patch(`/api/tickets/${first.id}/comments/${answer}`, {
        content: 'The disk was full; it is larger now.',
        question: 'Full disk',
      })
    ).is(200);
    assert.equal((await dev.get<Answer>(`/api/answers/${answer}`)).is(200).version, 2);
    const stale = await tell(dev, answer, note, { 'if-match': '"1"' });
    stale.isRefused(412, 'precondition_failed');
    assert.match(stale.text, /The answer has changed/);
    await app().worker.runOnce();
    const mailsBefore = app().mailbox.list().length;
    const result = (await tell(dev, answer, note, { 'if-match': '"2"' })).is(200);
    assert.deepEqual(result, { told: 4, left: [] });
    await app().worker.runOnce();
    const mails = app()
      .mailbox.list()
      .slice(0, app().mailbox.list().length - mailsBefore);
    assert.deepEqual(
      mails.map(({ to, subject }) => `${to} ${/#(\d+)/.exec(subject)?.[1]}`).sort(),
      [
        `${ada.user.email} ${first.number}`,
        `${ewa.user.email} ${first.number}`,
        `${guest.user.email} ${third.number}`,
        `${jan.user.email} ${second.number}`,
      ].sort(),
    );
    const [toJan] = mails.filter(({ to }) => to === jan.user.email);
    assert.ok(toJan?.text.includes('Proszę zajrzeć ponownie.') && toJan.text.includes('pisze do Ciebie'));
    for (const [player, ticket] of [
      [ada, first],
      [jan, second],
      [guest, third],
    ] as const) {
      const [notice, ...more] = await noticesOf(player);
      assert.deepEqual([notice?.ticket_id, more.length], [ticket.id, 0]);
      const last = (await player.reads(ticket)).is(200).comments.at(-1);
      assert.equal(last?.content, player === jan ? 'Proszę zajrzeć ponownie.' : 'Look again.');
    }
    const refused = (await tell(dev, answer, note)).isRefused(409, 'already_told');
    assert.equal((refused as { at?: string }).at, new Date(app().clock.now()).toISOString());
    const [event] = (await dev.eventsOf(first)).filter(({ event_name }) => event_name === 'answer.told');
    assert.deepEqual(event?.payload, {
      ticket_id: first.id,
      number: first.number,
      answer_id: answer,
      what: 'change',
      told: 4,
    });
    const { askers } = (await dev.get<Askers>(`/api/tickets/${first.id}/askers`)).is(200);
    assert.ok(askers.every(({ told: telling }) => telling?.of === 'change'));
  });

  test('are told another time by another note, and those without mail by a notice alone', async () => {
    const { ada, dev, guest, voter, answer } = await outage();
    (await ada.patch('/api/auth/me', { email_notify_ticket_status: false })).is(200);
    const first = (await tell(dev, answer, { what: 'again', note: 'One more thing.' })).is(200);
    assert.deepEqual(
      first.left.find(({ id }) => id === ada.id),
      { id: ada.id, cannot: 'mail_off' },
    );
    assert.equal((await noticesOf(ada)).length, 1);
    (await tell(dev, answer, { what: 'again', note: 'One more thing.' })).isRefused(409, 'already_told');
    (await tell(dev, answer, { what: 'again', note: 'And another.' })).is(200);
    assert.equal((await noticesOf(ada)).length, 2);
    assert.deepEqual(await noticesOf(voter), []);
    assert.ok(first.left.every(({ id, cannot }) => id === ada.id || (id === guest.id && cannot === 'no_sight')));
  });

  test('find the note in the language of who reported, also where the caller did', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.patch('/api/auth/me', { language: 'pl' })).is(200);
    const [first, joined] = [await dev.opens(), await ada.opens()];
    (
      await dev.post(`/api/tickets/${joined.id}/merge`, {
        into: first.id,
        mode: 'join',
        tell_reporters: true,
        confirm: true,
      })
    ).is(200);
    (await dev.patches(first, { status: 'closed', closure_summary: 'The disk was full.' })).is(200);
    const answer = (await dev.reads(first)).is(200).comments[0]?.id ?? '';
    const note = {
      what: 'again',
      note: 'Look again.',
      note_by_language: { pl: 'Proszę zajrzeć.', en: 'Please look.' },
    };
    assert.equal((await tell(dev, answer, note)).is(200).told, 1);
    assert.equal((await dev.reads(first)).is(200).comments.at(-1)?.content, 'Proszę zajrzeć.');
  });

  test('are told when a ticket is live where the setting says so, once for each environment', async () => {
    const { ada, dev, jan, first, second } = await outage();
    (await dev.patch('/api/settings', { tell_when_live: true })).is(200);
    await app().worker.runOnce();
    const ships = async (version: string) => {
      const commits = [{ id: '1', message: `kwit#${first.number}` }];
      const body = { repository: 'shop', environment: 'production', version, commits };
      (await dev.post('/api/shipments', body)).is(200);
      const before = app().mailbox.list().length;
      await app().worker.runOnce();
      return app()
        .mailbox.list()
        .slice(0, app().mailbox.list().length - before);
    };
    const mails = await ships('2.4.0');
    assert.ok(
      mails.some(
        ({ to, text }) => to === jan.user.email && text.includes(`#${second.number}`) && text.includes('już działa'),
      ),
    );
    assert.ok(
      mails.some(({ to, text }) => to === ada.user.email && text.includes(`The fix for #${first.number} is live.`)),
    );
    assert.deepEqual(await ships('2.4.1'), []);
    assert.equal((await noticesOf(ada)).length, 1);
  });

  test('are told that it is live while the ticket is open, also where theirs stands beside it', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [first, second] = [await ada.opens(), await jan.opens()];
    (await dev.post(`/api/tickets/${second.id}/merge`, { into: first.id, mode: 'beside', tell_reporters: true })).is(
      200,
    );
    (await dev.patch('/api/settings', { tell_when_live: true })).is(200);
    await app().worker.runOnce();
    const before = app().mailbox.list().length;
    const commits = [{ id: '1', message: `kwit#${first.number}` }];
    const body = { repository: 'shop', environment: 'production', version: '2.4.0', commits };
    (await dev.post('/api/shipments', body)).is(200);
    await app().worker.runOnce();
    const mails = app().mailbox.list();
    assert.deepEqual(
      new Map(mails.slice(0, mails.length - before).map(({ to, subject }) => [to, /#\d+/.exec(subject)?.[0]])),
      new Map([
        [jan.user.email, `#${second.number}`],
        [ada.user.email, `#${first.number}`],
      ]),
    );
    assert.deepEqual((await noticesOf(jan))[0]?.ticket_id, second.id);
    const { askers } = (await dev.get<Askers>(`/api/tickets/${first.id}/askers`)).is(200);
    assert.deepEqual(
      askers.map(({ told: telling, cannot }) => [telling?.of, cannot]),
      [
        ['live', null],
        ['live', 'no_sight'],
      ],
    );
  });

  test('read the answer with which their ticket was closed, and not that of another one beside it', async () => {
    const { jan, dev, first, answer } = await outage();
    const read = (await jan.get<Answer>(`/api/answers/${answer}`)).is(200);
    assert.deepEqual([read.content, read.ticket_id], ['The disk was full.', null]);
    (await jan.post(`/api/answers/${answer}/helped`, { helped: true })).is(200);
    const [lead, own] = [await dev.opens(), await jan.opens()];
    (await dev.patches(own, { status: 'closed', closure_summary: 'Something else.' })).is(200);
    (await dev.post(`/api/tickets/${own.id}/merge`, { into: lead.id, mode: 'beside' })).is(200);
    (await dev.patches(lead, { status: 'closed', closure_summary: 'Paper.' })).is(200);
    const other = (await dev.reads(lead)).is(200).comments[0]?.id ?? '';
    (await jan.get(`/api/answers/${other}`)).isRefused(404, 'answer_not_found');
    (await jan.post(`/api/answers/${other}/helped`, { helped: true })).isRefused(404, 'answer_not_found');
    const { left } = (await tell(dev, other, { what: 'again', note: 'Hello.' })).is(200);
    assert.deepEqual(left, [{ id: jan.id, cannot: 'no_sight' }]);
    assert.equal((await jan.get<Answer[]>('/api/answers')).is(200).filter(({ id }) => id === answer).length, 0);
    (await dev.patches(first, { status: 'verified' })).is(200);
    (await jan.get(`/api/answers/${answer}`)).isRefused(404, 'answer_not_found');
  });

  test('are told by nobody of an answer that is not there, not seen, or of a ticket that is open again', async () => {
    const { dev, first, answer } = await outage();
    const body = { what: 'again', note: 'Hello.' };
    (await tell(dev, '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e', body)).isRefused(404, 'answer_not_found');
    (await dev.patches(first, { status: 'verified' })).is(200);
    (await tell(dev, answer, body)).isRefused(404, 'answer_not_found');
    (await tell(dev, answer, { ...body, note: '' })).isInvalid();
  });
});
