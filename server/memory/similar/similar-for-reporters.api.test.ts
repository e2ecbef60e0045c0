import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPEN_SIGHT } from '#access';
import type { SimilarTicket } from '#contract/similar.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { LookUp } from './look-up.ts';

const NOBODY = { actor: null, correlationId: 'a test', source: 'test' };

const asks = async (person: Player, title: string) =>
  (await person.get<SimilarTicket[]>(`/api/tickets/similar?${new URLSearchParams({ title })}`)).is(200);

const numbers = (offers: readonly SimilarTicket[]) => offers.map(({ number }) => number);

onEachDatabaseAnew('an answer to somebody else', (app) => {
  /** Three who report and a developer, in a team that shares its answers, and one shared answer of the first. */
  const scene = async (title: string, more: object = {}) => {
    const { cast } = app();
    const [author, other, third, dev] = [await cast.guest(), await cast.guest(), await cast.guest(), await cast.dev];
    (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const ticket = await author.opens({ title, description: 'Since Monday.' });
    const answered = { status: 'closed', closure_summary: 'Polished.', ...more };
    (await dev.patches(ticket, answered)).is(200);
    return { author, other, third, dev, ticket };
  };

  test('is found by the question and by the answer, which are all that is shown of it', async () => {
    const { third, ticket } = await scene('Wombat', { closure_question: 'Why does the quokka squeak?' });
    for (const title of ['squeaking quokkas', 'polishing'])
      assert.deepEqual(numbers(await asks(third, title)), [ticket.number], title);
    const [offer] = await asks(third, 'quokka');
    assert.deepEqual(
      [offer?.ticket_id, offer?.title, offer?.summary_content, offer?.share],
      [null, 'Why does the quokka squeak?', 'Polished.', 1],
    );
    assert.deepEqual(await asks(third, 'wombat'), []);
  });

  test('is found by a word of the report as soon as three others have it, and no longer than they do', async () => {
    const { other, third, dev, ticket } = await scene('Wombat');
    const four = await app().cast.guest();
    const finds = async (who: Player) => numbers(await asks(who, 'wombats'));
    const second = await other.opens({ title: 'Another wombat' });
    assert.deepEqual(await finds(four), []);
    await third.opens({ title: 'My wombat' });
    assert.deepEqual(await finds(four), [ticket.number]);
    assert.deepEqual(await finds(other), [], 'one of the three is who asks');
    await four.opens({ title: 'Our wombat' });
    assert.deepEqual(await finds(other), [ticket.number]);
    (await dev.patches(second, { title: 'Another numbat' })).is(200);
    assert.deepEqual([await finds(other), await finds(third)], [[ticket.number], []]);
    (await dev.patches(second, { title: 'Another wombat' })).is(200);
    assert.deepEqual(await finds(third), [ticket.number]);
  });

  test('is not found by a word that other addresses of one mailbox have', async () => {
    const { other, ticket } = await scene('Wombat');
    const { cast } = app();
    const spellings = [];
    for (const tag of ['1', '2', '3']) spellings.push(await cast.signsIn(`prober+${tag}@example.com`));
    const prober = await cast.signsIn('prober@example.com');
    for (const person of [...spellings, prober]) await person.opens({ title: 'Wombat' });
    for (const person of [...spellings, prober, other]) assert.deepEqual(await asks(person, 'wombat'), []);
    await (await cast.guest()).opens({ title: 'Wombat' });
    assert.deepEqual(numbers(await asks(other, 'wombat')), [ticket.number]);
    assert.deepEqual(await asks(prober, 'wombat'), []);
  });

  test('is not found by another word that begins like one that three others have', async () => {
    const { other, third } = await scene('Kowalczyk');
    await other.opens({ title: 'Kowalski' });
    for (const person of [await app().cast.ada, await app().cast.jan]) await person.opens({ title: 'Kowalski' });
    for (const title of ['Kowalczyk', 'Kowalski', 'Kowalska']) assert.deepEqual(await asks(third, title), [], title);
  });

  test('is found by a word that was common when the ticket was closed, until it is common no more', async () => {
    const { cast } = app();
    const theirs = [];
    for (let n = 0; n < 3; n += 1) theirs.push(await (await cast.guest()).opens({ title: 'Wombat' }));
    const { third, dev, ticket } = await scene('Wombat');
    assert.deepEqual(numbers(await asks(third, 'wombat')), [ticket.number]);
    for (const reported of theirs) (await dev.patches(reported, { title: 'Numbat' })).is(200);
    assert.deepEqual(await asks(third, 'wombat'), []);
  });

  test('is not found while it is not shared, or the team does not share', async () => {
    const { author, third, dev, ticket } = await scene('Wombat', {
      closure_question: 'Quokka?',
      closure_shared: false,
    });
    assert.deepEqual(await asks(third, 'quokka'), []);
    assert.deepEqual(numbers(await asks(author, 'quokka')), [ticket.number]);
    const { comments } = (await dev.reads(ticket)).is(200);
    const path = `/api/tickets/${ticket.id}/comments/${comments[0]?.id}`;
    (await dev.patch(path, { is_shared: true })).is(200);
    assert.deepEqual(numbers(await asks(third, 'quokka')), [ticket.number]);
    (await dev.patch('/api/settings', { share_closure_summaries: false })).is(200);
    assert.deepEqual(await asks(third, 'quokka'), []);
  });

  test('is found by the person who reported it by each of its words, also beside a common one, and when another is not shared', async () => {
    const { author, other, third, dev, ticket } = await scene('Wombat quokka');
    for (const person of [author, other, third]) await person.opens({ title: 'A quokka' });
    const finds = async () => [
      numbers(await asks(author, 'wombats')),
      numbers(await asks(author, 'wombat and quokka')),
    ];
    assert.deepEqual(await finds(), [[ticket.number], [ticket.number]]);
    const person = { id: author.id, role: 'user', sight: OPEN_SIGHT } as const;
    const reader = { all: false, ownId: author.id, shared: true, person } as const;
    const both = await app().runner.read(NOBODY, async (work) =>
      (await LookUp.of(work, reader)).newest([[['womb', 'quok']], [['quok']]], 2),
    );
    assert.deepEqual(both, [[ticket.number], [ticket.number]]);
    const numbat = await author.opens({ title: 'Numbat' });
    (await dev.patches(numbat, { status: 'closed', closure_summary: 'Fed.', closure_shared: false })).is(200);
    assert.deepEqual(await finds(), [[ticket.number], [ticket.number]]);
    assert.deepEqual(numbers(await asks(author, 'numbats')), [numbat.number]);
    assert.deepEqual(await asks(third, 'numbats'), []);
  });
});
