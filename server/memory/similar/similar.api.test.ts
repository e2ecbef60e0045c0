import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SimilarTicket } from '#contract/similar.ts';
import type { TicketCreated } from '#contract/tickets.ts';
import type { Player } from '#testing/cast.ts';
import { writeInternalSummary } from '#testing/older-summary.ts';
import { OTHER_ANSWERS, SAMPLE_ANSWERS } from '#testing/sample-answers.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const similar = async (person: Player, title: string, description = ''): Promise<SimilarTicket[]> =>
  (await person.get<SimilarTicket[]>(`/api/tickets/similar?${new URLSearchParams({ title, description })}`)).is(200);

const numbers = (offers: readonly { number: number }[]) => offers.map(({ number }) => number);

async function solves(reporter: Player, dev: Player, [title, description, answer]: readonly [string, string, string]) {
  const ticket = await reporter.opens({ title, description });
  (await dev.patches(ticket, { status: 'closed', closure_summary: answer })).is(200);
  return ticket;
}

/** Which of the samples came first for each question, database by database. */
const firsts: (number | undefined)[][] = [];

onEachDatabase('many answers', (app) => {
  test('come and go, and everything else is written as before', async () => {
    const { ada, dev } = await app().cast.all();
    const solved: TicketCreated[] = [];
    for (let n = 0; n < 40; n += 1)
      solved.push(await solves(ada, dev, [`Scanner ${n} is slow`, 'Since noon.', 'Wiped.']));
    for (const ticket of solved) (await dev.patches(ticket, { status: 'verified' })).is(200);
    assert.deepEqual(await similar(dev, 'Scanner is slow'), []);
    assert.equal((await app().cast.guest()).user.role, 'user');
  });
});

onEachDatabase('the sample of forty answers among eighty', (app) => {
  test('is found first by what others ask in other words, alike on both databases', async () => {
    const { ada, dev } = await app().cast.all();
    const solved: TicketCreated[] = [];
    for (const { title, text, answer } of SAMPLE_ANSWERS) solved.push(await solves(ada, dev, [title, text, answer]));
    for (const other of OTHER_ANSWERS) await solves(ada, dev, other);
    const first: (number | undefined)[] = [];
    for (const { asked: question } of SAMPLE_ANSWERS)
      first.push((await similar(dev, question[0], question[1]))[0]?.number);
    const byTitle: (number | undefined)[] = [];
    for (const { asked: question } of SAMPLE_ANSWERS) byTitle.push((await similar(dev, question[0]))[0]?.number);
    const right = (offered: readonly (number | undefined)[]) =>
      offered.filter((number, index) => number === solved[index]?.number).length;
    assert.equal(right(first), 40);
    assert.ok(right(byTitle) >= 38, `${right(byTitle)} of 40 by the title alone`);
    firsts.push([...first, ...byTitle]);
    assert.deepEqual(firsts.at(-1), firsts[0]);
    for (const [title, text] of [
      ['Ekspres do kawy przecieka', 'W kuchni na parterze pod ekspresem jest kałuża wody.'],
      ['Lights in the corridor flicker', 'The lights on the third floor flicker all day.'],
      ['Za zimno', ''],
    ] as const)
      assert.deepEqual(await similar(dev, title, text), [], title);
  });
});

onEachDatabase('what was solved before', (app) => {
  test('is a closed ticket with its public answer', async () => {
    const { cast } = app();
    const [guest, dev] = [await cast.guest(), await cast.dev];
    const ticket = await solves(guest, dev, ['Pralka wiruje za głośno', 'Bęben stuka.', 'Dokręcono śruby bębna.']);
    const [best, ...more] = await similar(guest, 'Głośne wirowanie pralki', 'stukanie bębnów');
    const { closed_at } = (await guest.reads(ticket)).is(200);
    assert.deepEqual(more, []);
    assert.ok(best && best.score > 0 && best.share > 0.5 && best.share <= 1);
    assert.deepEqual(best, {
      ticket_id: ticket.id,
      number: ticket.number,
      title: 'Pralka wiruje za głośno',
      category: 'other',
      closed_at,
      summary_content: 'Dokręcono śruby bębna.',
      answer_id: best.answer_id,
      score: best.score,
      share: best.share,
    });
    assert.deepEqual(numbers(await similar(guest, 'śruby')), [ticket.number]);
  });

  test('follows closing, reopening, new answers and new texts', async () => {
    const { cast } = app();
    const [guest, dev] = [await cast.guest(), await cast.dev];
    const ticket = await guest.opens({ title: 'Zamrażarka nie mrozi', description: 'Lód topnieje.' });
    const finds = async (title: string) => (await similar(guest, title)).map(({ summary_content }) => summary_content);
    (await dev.comments(ticket, { content: 'Wymieniono termostat.', is_closure_summary: true })).is(201);
    assert.deepEqual(await finds('zamrażarka'), []);
    (await dev.patches(ticket, { status: 'closed' })).is(200);
    assert.deepEqual(await finds('zamrażarka'), ['Wymieniono termostat.']);
    (await dev.comments(ticket, { content: 'Wymieniono sprężarkę.', is_closure_summary: true })).is(201);
    assert.deepEqual(await finds('termostat'), []);
    assert.deepEqual(await finds('sprężarka'), ['Wymieniono sprężarkę.']);
    (await dev.patches(ticket, { title: 'Lodówka nie chłodzi' })).is(200);
    assert.deepEqual(await finds('zamrażarka'), []);
    assert.deepEqual(await finds('lodówka'), ['Wymieniono sprężarkę.']);
    await writeInternalSummary(app(), dev, ticket, 'Sprężarka.');
    assert.deepEqual(await finds('lodówka'), []);
    assert.deepEqual(await similar(dev, 'lodówka sprężarka'), []);
    (await dev.comments(ticket, { content: 'Nowa sprężarka.', is_closure_summary: true })).is(201);
    assert.deepEqual(await finds('lodówka'), ['Nowa sprężarka.']);
    (await dev.patches(ticket, { status: 'in_progress' })).is(200);
    assert.deepEqual(await finds('lodówka'), []);
  });

  test("is one's own, and that of others by the answer alone where the team shares its answers", async () => {
    const { cast } = app();
    const [guest, other, dev] = [await cast.guest(), await cast.guest(), await cast.dev];
    const own = await solves(guest, dev, ['Rower ma luz', 'Kolumna kierownicy.', 'Wymieniono łożyska.']);
    const others = await solves(other, dev, ['Rower skrzypi', 'Tajemnica zarządu.', 'Nasmarowano łożyska.']);
    assert.deepEqual(numbers(await similar(guest, 'łożyska')), [own.number]);
    assert.deepEqual(numbers(await similar(dev, 'łożyska')).sort(), [own.number, others.number].sort());
    (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const offers = await similar(guest, 'łożyska');
    assert.deepEqual(
      offers.map(({ number, title }) => [number, title]).sort(),
      [
        [own.number, 'Rower ma luz'],
        [others.number, null],
      ].sort(),
    );
    for (const hidden of ['Tajemnica', 'skrzypi', 'tajemnica zarządu'])
      assert.deepEqual(await similar(guest, hidden), [], hidden);
    assert.deepEqual(numbers(await similar(guest, 'rower')), [own.number]);
    await solves(other, dev, ['Łożyska', 'Łożyska, łożyska.', 'Tak.']);
    assert.deepEqual(await similar(guest, 'łożyska'), offers, 'hidden words do not even change a score');
    (await dev.patch('/api/settings', { share_closure_summaries: false })).is(200);
    assert.deepEqual(numbers(await similar(guest, 'łożyska')), [own.number]);
  });

  test('never shows what is internal, nor more than five', async () => {
    const { cast } = app();
    const [guest, dev] = [await cast.guest(), await cast.dev];
    for (let n = 0; n < 7; n += 1) {
      const ticket = await solves(guest, dev, [`Żyrafa ${n}`, 'Wysoka.', n === 3 ? 'Żyrafa, żyrafa.' : 'Załatwione.']);
      (await dev.comments(ticket, { content: 'Nosorożec.', is_internal: true })).is(201);
      (await dev.patches(ticket, { internal_note: 'Nosorożec.' })).is(200);
    }
    const offers = await similar(guest, 'żyrafa');
    assert.equal(offers.length, 5);
    assert.equal(offers[0]?.title, 'Żyrafa 3');
    const scores = offers.map(({ score }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    assert.deepEqual(await similar(dev, 'nosorożec'), []);
  });

  test('is known by whole codes, and by words that are mistyped', async () => {
    const { ada, dev } = await app().cast.all();
    const solved = await solves(ada, dev, ['Update fails with 0x80070005', 'Windows update.', 'Reset the cache.']);
    for (const title of ['0x80240034', 'Update 0x80240034', 'Windows update ends with 0x80240034'])
      assert.ok(!numbers(await similar(ada, title)).includes(solved.number), title);
    assert.ok(numbers(await similar(ada, '0x80070005')).includes(solved.number));
    const migration = await solves(ada, dev, ['The quokka migration hangs', 'At 3 %.', 'Started it anew.']);
    assert.deepEqual(numbers(await similar(ada, 'Qoukka migartion')), [migration.number]);
  });

  test('is nothing for nothing, and takes any text', async () => {
    const { ada } = await app().cast.all();
    assert.deepEqual((await ada.get('/api/tickets/similar')).is(200), []);
    for (const title of ['', ' ', 'a', 'nie', 'the', '"', "' OR 1=1", '* ^ {title}', '😀', '~x', '@', ':*'])
      assert.deepEqual(await similar(ada, title), [], title);
    assert.deepEqual(await similar(ada, 'x'.repeat(300), 'słowo '.repeat(300)), []);
    const invalid = async (query: string) => (await ada.get(`/api/tickets/similar?${query}`)).isInvalid();
    assert.deepEqual(await invalid(`title=${'x'.repeat(301)}`), ['title']);
    for (const text of ['słowo '.repeat(3333), 'x'.repeat(20_000), 'drukarka nie działa. '.repeat(952)])
      assert.deepEqual(await similar(ada, 'x'.repeat(300), text), [], 'a long description is cut and not refused');
    assert.deepEqual(await invalid(`description=${'x'.repeat(20_001)}`), ['description']);
    assert.deepEqual(await invalid('title=a%00b'), ['title']);
    assert.deepEqual(await invalid('q=printer'), ['q']);
    (await app().stranger.get('/api/tickets/similar?title=printer')).isRefused(401, 'unauthorized');
  });
});
