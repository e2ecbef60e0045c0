import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClosingDraft } from '#contract/closing-draft.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const drafts = (who: Player, { id }: { id: string }) => who.get<ClosingDraft>(`/api/tickets/${id}/closing-draft`);
const own = ({ found_by }: ClosingDraft) => found_by.flatMap(({ words, from }) => (from === 'glossary' ? [] : [words]));

onEachDatabaseAnew('the draft of a closing', (app) => {
  test('has the title as its question, and words of the reporter that the answer lacks', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'Zimny kaloryfer', description: 'Okno zamknięte.' });
    (await ada.comments(ticket, 'Zawór cieknie.')).is(201);
    (await dev.comments(ticket, 'Podłoga jest mokra.')).is(201);
    (await dev.comments(ticket, { content: 'Lampa też.', is_internal: true })).is(201);
    const draft = (await drafts(dev, ticket)).is(200);
    assert.equal(draft.question, 'Zimny kaloryfer');
    // The title is the question: its words are there already.
    assert.deepEqual(own(draft), ['okno', 'zamknięte', 'zawór', 'cieknie']);
    assert.deepEqual([...new Set(draft.found_by.map(({ from }) => from))], ['description', 'comment', 'glossary']);
    const answer = { status: 'closed', closure_summary: 'Wymieniono zawór.', closure_question: 'Co z grzejnikiem?' };
    (await dev.patches(ticket, { ...answer, closure_found_by: ['okno'] })).is(200);
    const closed = (await drafts(dev, ticket)).is(200);
    assert.equal(closed.question, 'Co z grzejnikiem?');
    assert.deepEqual(own(closed), ['zimny kaloryfer', 'zamknięte', 'cieknie']);
    const before = (await dev.reads(ticket)).is(200);
    await drafts(dev, ticket);
    assert.deepEqual((await dev.reads(ticket)).is(200), before);
  });

  test('is for who works on the ticket alone', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (const person of [ada, jan]) (await drafts(person, ticket)).isRefused(403, 'forbidden');
    const unknown = { id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e' };
    (await drafts(dev, unknown)).isRefused(404, 'ticket_not_found');
  });

  test('has no words that somebody else wrote into the report, and no names of people with an account', async () => {
    const { ada, dev } = await app().cast.all();
    const named = await app().cast.signsIn('klara@example.com');
    (await named.patch('/api/auth/me', { name: 'Klara Drukarka' })).is(200);
    const ticket = await ada.opens({ title: 'Zimny kaloryfer', description: 'Skaner stoi obok drukarki i kopiarki.' });
    (await dev.patches(ticket, { title: 'Winda' })).is(200);
    assert.deepEqual(own((await drafts(dev, ticket)).is(200)), ['skaner', 'stoi', 'kopiarki']);
    (await dev.patches(ticket, { description: 'Winda stoi.' })).is(200);
    assert.deepEqual(own((await drafts(dev, ticket)).is(200)), []);
  });

  test('leaves out the comments of a ticket that was merged into this one', async () => {
    const { ada, dev } = await app().cast.all();
    const [lift, lamp] = [
      await ada.opens({ title: 'Winda', description: 'Stoi na parterze.' }),
      await ada.opens({ title: 'Lampa' }),
    ];
    (await ada.comments(lamp, 'Kaloryfer.')).is(201);
    (await dev.post(`/api/tickets/${lamp.id}/merge`, { into: lift.id, mode: 'join' })).is(200);
    assert.ok(!own((await drafts(dev, lift)).is(200)).includes('kaloryfer'));
  });
});
