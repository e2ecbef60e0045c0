import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerReview } from '#contract/answers.ts';
import { type BuiltInGlossary, TeamGlossary } from '#contract/glossary.ts';
import type { SimilarTicket } from '#contract/similar.ts';
import { DAY } from '#platform';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { noteQuestions } from './keeping.ts';

const BEHALF = { actor: null, correlationId: 'test', source: 'test' };

const notes = ({ runner }: App) => runner.write(BEHALF, noteQuestions);
const reviews = async (dev: Player) => (await dev.get<AnswerReview>('/api/answers/review')).is(200);

async function solves({ cast }: App, title: string, answer: string) {
  const [ada, dev] = [await cast.ada, await cast.dev];
  const ticket = await ada.opens({ title });
  (await dev.patches(ticket, { status: 'closed', closure_summary: answer, closure_question: title })).is(200);
  return ticket;
}

onEachDatabaseAnew('the review of answers', (app) => {
  test('says what was asked for and how often it helped, and what found nothing, without who asked', async () => {
    const { jan, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const ticket = await solves(app(), 'Wombat in the tray', 'Let it out.');
    await notes(app());
    for (let n = 0; n < 2; n += 1) await jan.opens({ title: 'The wombat in my tray' });
    await jan.opens({ title: 'A giraffe is on the roof' });
    await notes(app());
    await notes(app());
    const { asked: searched, unanswered, stale } = await reviews(dev);
    assert.deepEqual(
      searched.map((answer) => [answer.ticket_number, answer.asked, answer.helped]),
      [[ticket.number, 2, 0]],
    );
    assert.deepEqual(
      unanswered.map(({ question, times }) => [question, times]),
      [['A giraffe is on the roof', 1]],
    );
    assert.deepEqual(stale, []);
    const rows = await app().database.read((connection) =>
      connection.rows<object>({ sql: 'select * from questions_asked', parameters: [] }),
    );
    assert.deepEqual(Object.keys(rows[0] ?? {}), ['id', 'question', 'was_found', 'asked_at']);
    (await jan.get('/api/answers/review')).isRefused(403, 'forbidden');
  });

  for (const share_closure_summaries of [true, false])
    test(`forgets a question that an answer has been written to since (shared: ${share_closure_summaries})`, async () => {
      const { jan, dev } = await app().cast.all();
      (await dev.patch('/api/settings', { share_closure_summaries })).is(200);
      for (const title of ['A giraffe is on the roof', 'A wombat is in the tray']) await jan.opens({ title });
      await notes(app());
      const open = async () => (await reviews(dev)).unanswered.map(({ question }) => question).sort();
      assert.deepEqual(await open(), ['A giraffe is on the roof', 'A wombat is in the tray']);
      await solves(app(), 'Wombat in a tray', 'Let it out.');
      assert.deepEqual(await open(), ['A giraffe is on the roof']);
    });

  test('names the answer that came later, while the question does not find it, with the words that would let it', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const ticket = await ada.opens({ title: 'Winda stoi' });
    await notes(app());
    assert.deepEqual((await reviews(dev)).answered_later, []);
    const closing = { status: 'closed', closure_summary: 'Numbats fed.', closure_question: 'Quokka?' };
    (await dev.patches(ticket, closing)).is(200);
    const [late] = (await reviews(dev)).answered_later;
    assert.deepEqual([late?.question, late?.ticket_id, late?.words], ['Winda stoi', ticket.id, ['winda stoi']]);
    const path = `/api/tickets/${ticket.id}/comments/${late?.answer_id}`;
    (await dev.patch(path, { found_by: late?.words })).is(200);
    assert.deepEqual((await reviews(dev)).answered_later, []);
  });

  test('names an answer that has helped nobody for a year', async () => {
    const { cast, clock } = app();
    const ticket = await solves(app(), 'Wombat in the tray', 'Let it out.');
    const used = await solves(app(), 'Numbat in the tray', 'Let it out, too.');
    clock.advance(364 * DAY);
    const dev = await cast.guest().then(async () => await cast.signsIn('dev@example.com'));
    const [{ id = '' } = {}] = (await dev.get<{ id: string; ticket_id: string }[]>('/api/answers'))
      .is(200)
      .filter(({ ticket_id }) => ticket_id === used.id);
    (await dev.post(`/api/answers/${id}/helped`, { helped: true })).is(200);
    assert.deepEqual((await reviews(dev)).stale, []);
    clock.advance(2 * DAY);
    assert.deepEqual(
      (await reviews(dev)).stale.map((answer) => answer.ticket_id),
      [ticket.id],
    );
  });
});

onEachDatabaseAnew('the glossary', (app) => {
  const puts = (who: Player, text: unknown) => who.put<TeamGlossary>('/api/glossary', { text });

  test('is the one that comes with Kwit, until a team has one of its own', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await solves(app(), 'Zebra gryzie', 'Nakarmiono.');
    const finds = async () =>
      (await dev.get<SimilarTicket[]>('/api/tickets/similar?title=quagga')).is(200).map(({ number }) => number);
    const builtIn = (await dev.get<TeamGlossary>('/api/glossary')).is(200);
    assert.ok(builtIn.is_built_in && builtIn.entries >= 200);
    assert.deepEqual(await finds(), []);
    const own = (await puts(dev, '# ours\nzebra | quagga')).is(200);
    assert.deepEqual(own, { text: '# ours\nzebra | quagga', is_built_in: false, with_built_in: false, entries: 1 });
    assert.deepEqual(await finds(), [ticket.number]);
    assert.deepEqual((await puts(dev, null)).is(200), builtIn);
    assert.deepEqual(await finds(), []);
    (await ada.get('/api/glossary')).isRefused(403, 'forbidden');
    (await puts(ada, 'zebra | quagga')).isRefused(403, 'forbidden');
  });

  test('is not changed by what it says already', async () => {
    const { dev } = await app().cast.all();
    for (const text of ['wombat | quokka', null]) {
      assert.equal((await puts(dev, text)).headers.has('kwit-act'), true);
      const same = await puts(dev, text);
      assert.equal(same.headers.has('kwit-act'), false);
      assert.deepEqual(same.is(200), (await dev.get<TeamGlossary>('/api/glossary')).is(200));
    }
  });

  test('holds beside ours, whose entries a team takes over or takes away', async () => {
    const { ada, dev } = await app().cast.all();
    const both = (text: string) => dev.put<TeamGlossary>('/api/glossary', { text, with_built_in: true });
    const ours = (await dev.get<BuiltInGlossary>('/api/glossary/built-in')).is(200);
    assert.ok(ours.entries >= 3000 && ours.text.includes('|'));
    (await ada.get('/api/glossary/built-in')).isRefused(403, 'forbidden');
    const held = (await both('wombat | rolmops')).is(200);
    assert.deepEqual([held.with_built_in, held.is_built_in, held.entries], [true, false, ours.entries + 1]);
    assert.equal((await both('wombat | rolmops\n- kaloryfer')).is(200).entries, ours.entries);
    assert.equal((await puts(dev, 'wombat | rolmops')).is(200).entries, ours.entries + 1, 'left out, it stays');
    const { details = [] } = (await both('wombat | rolmops\n- quokka')).isRefused(400, 'validation_error');
    assert.deepEqual(
      details.map(({ code, message }) => [code, message]),
      [['unknown', 'Line 2: “quokka” stands in no entry that comes with Kwit.']],
    );
    const alone = { text: 'wombat | rolmops', with_built_in: false };
    assert.equal((await dev.put<TeamGlossary>('/api/glossary', alone)).is(200).entries, 1);
    (await puts(dev, null)).is(200);
  });

  test('takes the example that the document of the interface gives', async () => {
    const dev = await app().cast.dev;
    const [example]: unknown[] = Reflect.get(TeamGlossary.properties.text, 'examples');
    assert.equal((await puts(dev, example)).is(200).entries, 2);
  });

  test('is refused with the lines in which a word stands twice, alone or says nothing', async () => {
    const dev = await app().cast.dev;
    const { details = [] } = (await puts(dev, 'zebra | quagga\nkoń | zebra\npies\nthe | horse')).isRefused(
      400,
      'validation_error',
    );
    assert.deepEqual(
      details.map(({ path, code, message }) => [path, code, message.split(':')[0]]),
      [
        ['text', 'twice', 'Line 2'],
        ['text', 'alone', 'Line 3'],
        ['text', 'silent', 'Line 4'],
      ],
    );
    assert.ok((await dev.get<TeamGlossary>('/api/glossary')).is(200).is_built_in);
    assert.deepEqual((await puts(dev, 'x'.repeat(100_001))).isInvalid(), ['text']);
  });
});
