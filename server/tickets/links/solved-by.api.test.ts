import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerStatistics } from '#contract/answer-statistics.ts';
import type { RelatedTicket } from '#contract/relations.ts';
import { HOUR } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

interface Numbered {
  readonly id: string;
  readonly number: number;
}

const credits = (player: Player, ticket: { id: string }, ticket_number: number) =>
  player.post<RelatedTicket[]>(`/api/tickets/${ticket.id}/solved-by`, { ticket_number });

const sees = async (player: Player, ticket: { id: string }) =>
  (await player.reads(ticket))
    .is(200)
    .related_tickets.map(({ number, relation_type, direction }) => `${direction} ${relation_type} ${number}`);

async function answered(
  reporter: Player,
  dev: Player,
  summary = 'Restarted it.',
  title = 'It hangs',
): Promise<Numbered> {
  const ticket = await reporter.opens({ title });
  (await dev.patches(ticket, { status: 'closed', closure_summary: summary })).is(200);
  return ticket;
}

onEachDatabase('the answer that helped', (app) => {
  test('is noted as a link from the ticket to the one that was solved before', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [old, ticket] = [await answered(ada, dev), await ada.opens()];
    const [link] = (await credits(dev, ticket, old.number)).is(201);
    assert.deepEqual([link?.id, link?.relation_type, link?.direction], [old.id, 'solved_by', 'out']);
    assert.equal((await credits(dev, ticket, old.number)).is(200).length, 1);
    assert.deepEqual(await sees(ada, ticket), [`out solved_by ${old.number}`]);
    assert.deepEqual(await sees(ada, old), [`in solved_by ${ticket.number}`]);
    const changes = (await dev.namesOf(ticket)).filter((name) => name === 'ticket.updated');
    assert.equal(changes.length, 1, 'said twice, told once');
    (await dev.delete(`/api/tickets/${ticket.id}/related/${old.id}`)).is(204);
    assert.deepEqual(await sees(dev, old), []);
    const his = await jan.opens();
    (await credits(dev, his, old.number)).is(201);
    assert.deepEqual(await sees(jan, his), [], "a reporter sees no link to another's ticket");
  });

  test('takes the place of another link of the two, and gives way to one', async () => {
    const { ada, dev } = await app().cast.all();
    const [old, ticket] = [await answered(ada, dev), await ada.opens()];
    const related = `/api/tickets/${old.id}/related`;
    (await dev.post(related, { related_ticket_id: ticket.id })).is(201);
    (await credits(dev, ticket, old.number)).is(200);
    assert.deepEqual(await sees(dev, ticket), [`out solved_by ${old.number}`]);
    (await dev.post(related, { related_ticket_id: ticket.id, relation_type: 'duplicates' })).is(200);
    assert.deepEqual(await sees(dev, ticket), [`in duplicates ${old.number}`]);
    const said = await dev.post(related, { related_ticket_id: ticket.id, relation_type: 'solved_by' });
    assert.deepEqual(said.isInvalid(), ['relation_type'], 'only an answer can be said to have helped');
  });

  test('is that of a closed ticket, with a closure summary, and of another one', async () => {
    const { ada, dev } = await app().cast.all();
    const [open, old, ticket] = [await ada.opens(), await answered(ada, dev), await ada.opens()];
    (await dev.comments(open, { is_closure_summary: true })).is(201);
    assert.deepEqual((await credits(dev, ticket, open.number)).isInvalid(), ['ticket_number']);
    (await dev.patches(old, { status: 'verified' })).is(200);
    assert.deepEqual((await credits(dev, ticket, old.number)).isInvalid(), ['ticket_number']);
    (await credits(dev, ticket, ticket.number)).isRefused(400, 'ticket_relation_self_ref');
    (await credits(dev, ticket, 1_000_000)).isRefused(404, 'related_ticket_not_found');
    const unknown = { id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e' };
    (await credits(dev, unknown, old.number)).isRefused(404, 'ticket_not_found');
    (await credits(ada, ticket, old.number)).isRefused(403, 'forbidden');
    assert.deepEqual((await credits(dev, ticket, 0)).isInvalid(), ['ticket_number']);
    assert.deepEqual(await sees(dev, ticket), []);
  });
});

onEachDatabaseAnew('the statistics of answers', (app) => {
  test('say which answers helped most, and which tickets came back', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const statistics = async () => (await dev.get<AnswerStatistics>('/api/tickets/stats/answers')).is(200);
    assert.deepEqual(await statistics(), {
      generated_at: new Date(clock.now()).toISOString(),
      helped: [],
      reopened: [],
    });
    const [once, often, back] = [
      await answered(ada, dev, 'Once.', 'Helped once'),
      await answered(ada, dev, 'Often.', 'Helped often'),
      await answered(ada, dev, 'No.', 'Came back'),
    ];
    const times = [];
    for (const old of [often, often, once]) {
      clock.advance(HOUR);
      times.push(new Date(clock.now()).toISOString());
      (await credits(dev, await ada.opens(), old.number)).is(201);
    }
    const likeIt = { related_ticket_number: back.number, relation_type: 'duplicates' };
    (await dev.post(`/api/tickets/${(await ada.opens()).id}/related`, likeIt)).is(201);
    for (const status of ['verified', 'closed', 'in_progress', 'blocked']) {
      (await dev.patches(back, { status })).is(200);
    }
    (await dev.patches(once, { status: 'waiting' })).is(200);
    const now = new Date(clock.now()).toISOString();
    const { helped, reopened } = await statistics();
    assert.deepEqual(helped, [
      {
        ticket_id: often.id,
        number: often.number,
        title: 'Helped often',
        summary_content: 'Often.',
        times: 2,
        last_at: times[1],
      },
      {
        ticket_id: once.id,
        number: once.number,
        title: 'Helped once',
        summary_content: 'Once.',
        times: 1,
        last_at: times[2],
      },
    ]);
    assert.deepEqual(reopened, [
      { ticket_id: back.id, number: back.number, title: 'Came back', status: 'blocked', times: 2, last_at: now },
      { ticket_id: once.id, number: once.number, title: 'Helped once', status: 'waiting', times: 1, last_at: now },
    ]);
    (await ada.get('/api/tickets/stats/answers')).isRefused(403, 'forbidden');
  });

  test('are twenty lines of each at most', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (let round = 0; round <= 20; round += 1) {
      const old = await answered(ada, dev);
      (await credits(dev, ticket, old.number)).is(201);
      (await dev.patches(old, { status: 'verified' })).is(200);
    }
    const { helped, reopened } = (await dev.get<AnswerStatistics>('/api/tickets/stats/answers')).is(200);
    assert.deepEqual([helped.length, reopened.length], [20, 20]);
  });
});
