import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';
import type { Answer } from '#testing/caller.ts';
import type { Player, SampleFile } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const LOG: SampleFile = { name: 'scanner.txt', type: 'text/plain', bytes: Buffer.from('scan jam') };

type One = { readonly id: string };

const splitting = (person: Player, ticket: One, comment_ids: string[]): Promise<Answer<Ticket>> =>
  person.post(`/api/tickets/${ticket.id}/split`, { comment_ids, title: 'The scanner jams, too' });
const detail = async (person: Player, ticket: One): Promise<TicketDetail> => (await person.reads(ticket)).is(200);

onEachDatabase('splitting a ticket', (app) => {
  test('makes a new one of what is about something else, with its files and a link', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ category: 'question' });
    const stays = (await ada.comments(ticket, 'The printer jams.')).is(201);
    const goes = (await ada.commentsWith(ticket, { content: 'And the scanner.' }, [LOG])).is(201);
    const noted = (await dev.comments(ticket, { content: 'Old one.', is_internal: true })).is(201);
    const made = (await splitting(dev, ticket, [noted.id, goes.id])).is(201);
    assert.deepEqual([made.title, made.description], ['The scanner jams, too', 'And the scanner.']);
    assert.deepEqual([made.reporter_id, made.category, made.status], [ada.id, 'question', 'submitted']);
    assert.ok(made.awaiting_reply_since !== null);
    const now = await detail(dev, made);
    assert.deepEqual(
      now.comments.map(({ id, is_internal }) => [id, is_internal]),
      [
        [goes.id, false],
        [noted.id, true],
      ],
    );
    assert.deepEqual(
      now.attachments.map(({ original_name }) => original_name),
      ['scanner.txt'],
    );
    assert.deepEqual(
      now.related_tickets.map(({ number }) => number),
      [ticket.number],
    );
    const left = await detail(ada, ticket);
    assert.deepEqual([left.comments.map(({ id }) => id), left.attachments], [[stays.id], []]);
    assert.equal((await detail(ada, made)).comments.length, 1);
  });

  test('gives it to whoever wrote first, unless that is a developer', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.put(`/api/tickets/${ticket.id}/people/${jan.id}`)).is(204);
    const his = (await jan.comments(ticket, 'My scanner jams.')).is(201);
    const question = (await dev.comments(ticket, 'Which scanner?')).is(201);
    assert.equal((await splitting(dev, ticket, [his.id])).is(201).reporter_id, jan.id);
    assert.equal((await splitting(dev, ticket, [question.id])).is(201).reporter_id, ada.id);
  });

  test('refuses comments of other tickets, what is internal alone, and closure summaries', async () => {
    const { ada, dev } = await app().cast.all();
    const [ticket, other] = [await ada.opens(), await ada.opens()];
    const [mine, foreign] = [(await ada.comments(ticket, 'One.')).is(201), (await ada.comments(other, 'Two.')).is(201)];
    const noted = (await dev.comments(ticket, { is_internal: true })).is(201);
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const summary = (await detail(dev, ticket)).comments.find(({ is_closure_summary }) => is_closure_summary);
    (await splitting(ada, ticket, [mine.id])).isRefused(403, 'forbidden');
    (await splitting(dev, ticket, [mine.id, foreign.id])).isRefused(404, 'comment_not_found');
    (await splitting(dev, ticket, [noted.id])).isRefused(400, 'validation_error');
    (await splitting(dev, ticket, [mine.id, summary?.id ?? ''])).isRefused(400, 'validation_error');
    (await splitting(dev, ticket, [])).isRefused(400, 'validation_error');
    assert.equal((await detail(dev, ticket)).comments.length, 3);
  });

  test('leaves what is restricted with the same people', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.put(`/api/tickets/${ticket.id}/people/${jan.id}`)).is(204);
    const goes = (await ada.comments(ticket, 'Between us.')).is(201);
    (await dev.patches(ticket, { restricted: true })).is(200);
    const made = (await splitting(dev, ticket, [goes.id])).is(201);
    assert.equal(made.restricted, true);
    (await jan.reads(made)).is(200);
    (await ewa.reads(made)).isRefused(404, 'ticket_not_found');
  });
});
