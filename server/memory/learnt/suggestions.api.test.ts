import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '#contract/answers.ts';
import type { TeamGlossary } from '#contract/glossary.ts';
import type { WordSuggestion } from '#contract/word-suggestions.ts';
import { act, actOf } from '#testing/acts.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const SUGGESTIONS = '/api/glossary/suggestions';

const suggested = async (who: Player) =>
  (await who.get<WordSuggestion[]>(SUGGESTIONS)).is(200).map(({ words, seen, from }) => [words, seen, from]);
const chooses = (who: Player, id: string, to: string) => who.post(`${SUGGESTIONS}/${id}`, { to });
const helps = (who: Player, id: string, words?: string) =>
  who.post(`/api/answers/${id}/helped`, { helped: true, asked: words });

/** An answer about a printer, and three people whom it helped with another word. */
async function learnt({ cast }: App, words = 'Plujka je papier') {
  const { ada, dev } = await cast.all();
  (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
  const ticket = await ada.opens({ title: 'Drukarka', description: 'Zacina.' });
  const closing = { closure_summary: 'Wymieniono rolkę w drukarce.', closure_question: 'Drukarka zacina papier' };
  (await dev.patches(ticket, { status: 'closed', ...closing })).is(200);
  const [answer] = (await dev.get<Answer[]>('/api/answers')).is(200);
  const id = answer?.id ?? '';
  const people = [await cast.guest(), await cast.guest(), await cast.guest()];
  for (const person of people) (await helps(person, id, words)).is(200);
  return { ada, dev, ticket, id, people };
}

onEachDatabaseAnew('a learnt pair', (app) => {
  test('is what three people said for an answer that lacks it, in two ways', async () => {
    const { ada, dev, ticket, id, people } = await learnt(app());
    const [first] = (await dev.get<WordSuggestion[]>(SUGGESTIONS)).is(200);
    assert.deepEqual(
      [first?.words, first?.means, first?.seen, first?.from, first?.answer_id],
      ['plujka', 'drukarka', 3, 'solved_before', id],
    );
    (await helps(ada, id, 'Gryzarka')).is(200);
    for (const person of people) {
      const report = await person.opens({ title: 'Gryzarka stoi', description: 'Stoi.' });
      (await dev.post(`/api/tickets/${report.id}/solved-by`, { ticket_number: ticket.number })).is(201);
    }
    assert.deepEqual(await suggested(dev), [
      ['gryzarka', 3, 'solved_by'],
      ['plujka', 3, 'solved_before'],
      ['stoi', 3, 'solved_by'],
    ]);
    (await ada.get(SUGGESTIONS)).isRefused(403, 'forbidden');
  });

  test('counts mailboxes, not who reported', async () => {
    const { ada, dev, id, people } = await learnt(app(), 'Nic');
    const [first, second] = people;
    assert.ok(first && second);
    for (const person of [ada, first, second]) (await helps(person, id, 'Plujka')).is(200);
    const again = await app().cast.signsIn(second.user.email.replace('@', '+again@'));
    (await helps(again, id, 'Plujka')).is(200);
    assert.deepEqual(await suggested(dev), []);
    (await helps(await app().cast.guest(), id, 'Plujka')).is(200);
    assert.deepEqual(await suggested(dev), [['plujka', 3, 'solved_before']]);
  });

  test('is taken once, for the answer or the glossary, or dropped for good', async () => {
    const { dev, ada, id } = await learnt(app());
    const [pair] = (await dev.get<WordSuggestion[]>(SUGGESTIONS)).is(200);
    (await chooses(ada, pair?.id ?? '', 'dropped')).isRefused(403, 'forbidden');
    const chosen = await chooses(dev, pair?.id ?? '', 'found_by');
    assert.deepEqual(chosen.is(200), {});
    assert.equal((await act(dev, actOf(chosen))).can_undo, false);
    (await chooses(dev, pair?.id ?? '', 'found_by')).isRefused(404, 'suggestion_not_found');
    (await chooses(dev, id, 'dropped')).isRefused(404, 'suggestion_not_found');
    assert.deepEqual((await dev.get<Answer>(`/api/answers/${id}`)).is(200).found_by, ['plujka']);
    assert.deepEqual(await suggested(dev), []);
  });

  test('for the glossary stands beside all that means the same', async () => {
    const { dev, id } = await learnt(app());
    const [pair] = (await dev.get<WordSuggestion[]>(SUGGESTIONS)).is(200);
    const before = (await dev.get<TeamGlossary>('/api/glossary')).is(200);
    (await chooses(dev, pair?.id ?? '', 'glossary')).is(200);
    const after = (await dev.get<TeamGlossary>('/api/glossary')).is(200);
    assert.ok(after.text.includes('drukar') || after.text.includes('druk'), after.text);
    assert.ok(after.text.endsWith('| plujka') && after.with_built_in);
    assert.equal(after.entries, before.entries);
    const offers = (await dev.get<{ answer_id: string }[]>('/api/tickets/similar?title=plujka')).is(200);
    assert.deepEqual(
      offers.map(({ answer_id }) => answer_id),
      [id],
    );
  });

  test('is none of a full answer, of what is not fit to be offered, or without its help', async () => {
    const { dev, ada, ticket, id, people } = await learnt(app(), 'Plujka Kowalskiego, tel. 600100200');
    assert.deepEqual(await suggested(dev), [['plujka', 3, 'solved_before']]);
    const [person] = people;
    assert.ok(person);
    const asks = (fields: object) => person.post(`/api/answers/${id}/helped`, fields);
    assert.deepEqual((await asks({ helped: false, asked: 'Plujka' })).isInvalid(), ['asked']);
    assert.deepEqual((await asks({ helped: true, asked: ' ' })).isInvalid(), ['asked']);
    assert.deepEqual((await asks({ helped: true, asked: 'x'.repeat(2001) })).isInvalid(), ['asked']);
    const comment = (await dev.reads(ticket)).is(200).comments.find((each) => each.is_closure_summary);
    const words = Array.from({ length: 20 }, (_, n) => `word ${n}`);
    (await dev.patch(`/api/tickets/${ticket.id}/comments/${comment?.id}`, { found_by: words })).is(200);
    const [pair] = (await dev.get<WordSuggestion[]>(SUGGESTIONS)).is(200);
    (await chooses(dev, pair?.id ?? '', 'found_by')).isRefused(409, 'limit_reached');
    assert.equal((await suggested(dev)).length, 1, 'what was refused is not done with');
    (await asks({ helped: false })).is(200);
    assert.deepEqual(await suggested(dev), []);
    assert.ok(ada);
  });
});
