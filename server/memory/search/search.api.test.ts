import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '#contract/tickets.ts';
import { SECOND } from '#platform';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';
import { SearchStore } from './search-store.ts';

const search = (q: string, more = '') => `?q=${encodeURIComponent(q)}${more}`;

/** The tickets that have the words as they were typed; `search-steps.api.test.ts` is about the further steps. */
async function finds(person: Player, q: string, more = ''): Promise<number[]> {
  const answer = await person.lists(search(q, more));
  const hits = answer.is(200).map(({ number }) => number);
  return answer.headers.get('kwit-search') === 'exact' ? hits : [];
}

/** Walks through every page of a search. */
async function walks(person: Player, query: string, limit: number): Promise<number[]> {
  const hits: number[] = [];
  let path: string | null = `/api/tickets${query}&limit=${limit}`;
  while (path) {
    const page: Answer<Ticket[]> = await person.get<Ticket[]>(path);
    hits.push(...page.is(200).map(({ number }) => number));
    assert.ok(page.is(200).length <= limit);
    path = page.next;
  }
  return hits;
}

const numbers = (...tickets: { number: number }[]) => tickets.map(({ number }) => number);

onEachDatabase('the search', (app) => {
  test('knows what was written, of writes that share a commit too, and not what failed', async () => {
    const { cast, runner } = app();
    const guest = await cast.guest();
    const [a, b, c] = [await guest.opens(), await guest.opens(), await guest.opens()];
    const behalf = { actor: null, correlationId: 'test', source: 'test' };
    const says = (ticket: Ticket, words: string[], failure?: Error) =>
      runner.write(behalf, async (work) => {
        const entry = {
          number: ticket.number,
          reporterId: guest.id,
          spaces: [''],
          description: [],
          comments: [],
          internal: [],
        };
        for (const word of words) await work.of(SearchStore).put({ ...entry, title: [word] });
        if (failure) throw failure;
      });
    const failure = new Error('Not this one.');
    const written = [says(a, ['axolotl']), says(b, ['axolotl'], failure), says(c, ['axolotl', 'caiman'])];
    assert.equal((await Promise.allSettled(written)).filter(({ status }) => status === 'rejected').length, 1);
    assert.deepEqual(await finds(guest, 'axolotl'), numbers(a));
    assert.deepEqual(await finds(guest, 'caiman'), numbers(c));
  });

  test('finds words without regard to case and diacritics, in every letter that it knows', async () => {
    const guest = await app().cast.guest();
    const lodz = await guest.opens({ title: 'Sieć w biurze ŁÓDŹ', description: 'Zażółć gęślą jaźń.' });
    const german = await guest.opens({
      title: 'Straße gesperrt',
      description: 'Smørrebrød, Œuvre, Đà Nẵng, ISPARTA, Ισπανός',
    });
    for (const q of ['lodz', 'Łódź', 'LODZ', 'łódz', 'zazolc gesla jazn', 'ZAŻÓŁĆ'])
      assert.deepEqual(await finds(guest, q), numbers(lodz), q);
    for (const q of ['strasse', 'STRASSE', 'Straße', 'smorrebrod', 'oeuvre', 'da nang', 'ısparta', 'ισπανοσ'])
      assert.deepEqual(await finds(guest, q), numbers(german), q);
  });

  test('finds where all of the words are, the last one also as a beginning', async () => {
    const guest = await app().cast.guest();
    const a = await guest.opens({ title: 'Printer jams', description: 'Every second page.' });
    const b = await guest.opens({ title: 'Printer is silent', description: 'Nothing on the page.' });
    await guest.comments(b, 'The jam is gone.');
    assert.deepEqual(await finds(guest, 'printer'), numbers(b, a));
    assert.deepEqual(await finds(guest, 'page printer'), numbers(b, a));
    assert.deepEqual(await finds(guest, 'print'), numbers(b, a));
    assert.deepEqual(await finds(guest, 'print page'), []);
    assert.deepEqual(await finds(guest, 'jams'), numbers(a));
    assert.deepEqual(await finds(guest, 'jam'), numbers(a, b));
    assert.deepEqual(await finds(guest, 'printer gone'), numbers(b));
    assert.deepEqual(await finds(guest, 'p'), []);
  });

  test('finds every word with a beginning, be they two or a thousand', async () => {
    const guest = await app().cast.guest();
    const jan = await app().cast.jan;
    const few = await guest.opens({ title: 'The quokka', description: 'Or two quokkas, by user_quokka and by ΩΔΣ.' });
    assert.deepEqual(await finds(guest, 'quok'), numbers(few));
    await jan.opens({ title: 'Quolls', description: Array.from({ length: 1001 }, (_, n) => `quoll${n}`).join(' ') });
    const many = await guest.opens({ title: 'Quolls', description: 'One quoll1000, and e-quol2.' });
    for (const q of ['qu', 'quo', 'and quo']) assert.deepEqual(await finds(guest, q), numbers(many, few), q);
    for (const q of ['quol', 'quoll', 'quoll1', 'quoll100', 'e-quol', 'one quoll', 'and quol'])
      assert.deepEqual(await finds(guest, q), numbers(many), q);
    for (const q of ['quok', 'two quok', 'user_quok', 'ωδ', 'ωδσ'])
      assert.deepEqual(await finds(guest, q), numbers(few), q);
    for (const q of ['quolx', 'quz', 'e-quok', 'quoll quokk', '"quok"']) assert.deepEqual(await finds(guest, q), [], q);
  });

  test('finds words in a row when they are in quotes or joined by signs', async () => {
    const guest = await app().cast.guest();
    const a = await guest.opens({ title: 'E-mail to 10.0.0.1 fails', description: 'The second page is blank.' });
    const b = await guest.opens({ title: 'Mail e 1.0.0.10', description: 'On this page, the second.' });
    await guest.comments(b, 'It ends with blank');
    await guest.comments(b, 'paper in the tray');
    assert.deepEqual(await finds(guest, '"second page"'), numbers(a));
    assert.deepEqual(await finds(guest, '"second page'), numbers(a));
    assert.deepEqual(await finds(guest, '„second page”'), numbers(a));
    assert.deepEqual(await finds(guest, 'second page'), numbers(b, a));
    assert.deepEqual(await finds(guest, 'e-mail'), numbers(a));
    assert.deepEqual(await finds(guest, '10.0.0.1'), numbers(a));
    assert.deepEqual(await finds(guest, '"second pag"'), []);
    assert.deepEqual(await finds(guest, '"the second"'), numbers(b, a));
    assert.deepEqual(await finds(guest, '"fails the"'), [], 'no row reaches from the title into the description');
    assert.deepEqual(await finds(guest, '"paper in" "ends with"'), numbers(b));
    assert.deepEqual(await finds(guest, '"tray it"'), [], 'nor from one comment into the next');
    assert.deepEqual(await finds(guest, '"blank paper"'), []);
  });

  test('goes to a ticket by its number, and to the number as a word after that', async () => {
    const guest = await app().cast.guest();
    const first = await guest.opens({ title: 'One' });
    const second = await guest.opens({ title: 'Two', description: `The same as ${first.number}.` });
    const third = await guest.opens({ title: `Number ${first.number} again` });
    assert.deepEqual(await finds(guest, `#${first.number}`), numbers(first));
    assert.deepEqual(await finds(guest, String(first.number)), numbers(first, third, second));
    assert.deepEqual(await walks(guest, search(String(first.number)), 1), numbers(first, third, second));
    assert.deepEqual(await finds(guest, String(first.number), '&sort=number'), numbers(third, second, first));
    assert.deepEqual(await finds(guest, `#${first.number} one`), numbers(first));
    assert.deepEqual(await finds(guest, `#${first.number} two`), []);
    assert.deepEqual(await finds(guest, `${first.number} same`), numbers(second));
    assert.deepEqual(await finds(guest, '#999999'), []);
    assert.deepEqual(await finds(await app().cast.guest(), `#${first.number}`), []);
  });

  test('puts a title over a description and a description over comments, newest first, on every page', async () => {
    const guest = await app().cast.guest();
    const inComment = await guest.opens({ title: 'Monitor' });
    await guest.comments(inComment, 'Perhaps the cable?');
    const inDescription = await guest.opens({ title: 'Screen', description: 'The cable is loose.' });
    const older = await guest.opens({ title: 'Cable' });
    const newer = await guest.opens({ title: 'A cable', description: 'Which cable?' });
    const mixed = await guest.opens({ title: 'Loose', description: 'Some cable.' });
    const best = numbers(newer, older, mixed, inDescription, inComment);
    assert.deepEqual(await finds(guest, 'cable'), best);
    assert.deepEqual(await finds(guest, 'cable', '&order=asc'), best.toReversed());
    for (const limit of [1, 2, 3, 4, 5]) {
      assert.deepEqual(await walks(guest, search('cable'), limit), best);
      assert.deepEqual(await walks(guest, search('cable', '&order=asc'), limit), best.toReversed());
    }
    assert.deepEqual(await finds(guest, 'cable loose'), numbers(mixed, inDescription));
  });

  test('keeps the order that was asked for, and every other filter', async () => {
    const { cast, clock } = app();
    const [guest, dev] = [await cast.guest(), await cast.dev];
    const tickets: Ticket[] = [];
    for (const n of [0, 1, 2, 3, 4, 5]) {
      clock.advance(SECOND);
      const opened = await guest.opens({
        title: n % 2 ? 'Xylophone' : 'Other',
        description: 'A xylophone.',
        category: n < 2 ? 'question' : 'other',
      });
      tickets.push(opened);
    }
    const [a, b, c, d, e, f] = tickets as [Ticket, Ticket, Ticket, Ticket, Ticket, Ticket];
    clock.advance(SECOND);
    (await dev.patches(c, { status: 'in_progress', priority: 'critical' })).is(200);
    assert.deepEqual(await finds(guest, 'xylophone'), numbers(f, d, b, e, c, a));
    assert.deepEqual(await finds(guest, 'xylophone', '&sort=updated_at'), numbers(c, f, e, d, b, a));
    for (const limit of [1, 4])
      assert.deepEqual(await walks(guest, search('xylophone', '&sort=updated_at'), limit), numbers(c, f, e, d, b, a));
    assert.deepEqual(await finds(guest, 'xylophone', '&sort=created_at&order=asc'), numbers(a, b, c, d, e, f));
    assert.deepEqual(await finds(guest, 'xylophone', '&sort=priority&limit=1'), numbers(c));
    assert.deepEqual(await finds(guest, 'xylophone', '&category=question'), numbers(b, a));
    assert.deepEqual(await finds(dev, 'xylophone', '&status=in_progress,blocked'), numbers(c));
    assert.deepEqual(await finds(dev, 'xylophone', `&assignee_id=${dev.id}&priority=critical`), numbers(c));
    assert.deepEqual(await finds(dev, 'xylophone', '&assignee_id=none'), numbers(f, d, b, e, a));
    assert.deepEqual(await finds(dev, 'xylophone', `&number=${e.number}`), numbers(e));
    assert.deepEqual(await finds(dev, 'xylophone', '&my=1'), []);
  });

  test('follows every change: report, title, description, comment, closing', async () => {
    const { cast } = app();
    const [guest, dev] = [await cast.guest(), await cast.dev];
    const ticket = await guest.opens({ title: 'Wombat one', description: 'Kookaburra.' });
    assert.deepEqual(await finds(guest, 'wombat kookaburra'), numbers(ticket));
    (await guest.patches(ticket, { title: 'Platypus one' })).is(200);
    assert.deepEqual(await finds(guest, 'wombat'), []);
    assert.deepEqual(await finds(guest, 'platypus kookaburra'), numbers(ticket));
    (await guest.comments(ticket, 'Quokka!')).is(201);
    (await guest.patches(ticket, { description: 'Echidna.' })).is(200);
    assert.deepEqual(await finds(guest, 'kookaburra'), []);
    assert.deepEqual(await finds(guest, 'platypus echidna quokka'), numbers(ticket));
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Numbat.', title: 'Dingo one' })).is(200);
    assert.deepEqual(await finds(guest, 'dingo numbat quokka'), numbers(ticket));
    assert.deepEqual(await finds(guest, 'platypus'), []);
    (await guest.patches(ticket, { title: 'Bilby one' })).isRefused(403, 'ticket_locked');
    assert.deepEqual(await finds(guest, 'bilby'), []);
  });

  test("answers reporters only from what they may read: not from internal comments, nor from others' tickets", async () => {
    const { cast } = app();
    const [guest, other, dev] = [await cast.guest(), await cast.guest(), await cast.dev];
    const [a, b] = [await guest.opens({ title: 'Aardvark a' }), await guest.opens({ title: 'Aardvark b' })];
    const others = await other.opens({ title: 'Aardvark c' });
    const before = await guest.lists(search('aardvark', '&snippets=1'));
    (await dev.comments(a, { content: 'Canary aardvark pangolin', is_internal: true })).is(201);
    (await dev.patches(a, { internal_note: 'tamandua' })).is(200);
    assert.deepEqual(await finds(dev, 'pangolin'), numbers(a));
    assert.deepEqual(await finds(dev, 'aardvark canary'), numbers(a));
    for (const q of ['pangolin', 'canary', 'pang', '"canary aardvark"', 'aardvark canary', 'tamandua']) {
      assert.deepEqual(await finds(guest, q), [], q);
      assert.deepEqual(await finds(guest, q, '&sort=updated_at'), [], q);
    }
    const seen = (await guest.lists(search('aardvark', '&snippets=1'))).is(200);
    assert.deepEqual(numbers(...seen), numbers(b, a));
    assert.deepEqual(
      seen.map(({ snippet }) => snippet),
      before.is(200).map(({ snippet }) => snippet),
    );
    (await guest.comments(a, 'A zebra')).is(201);
    (await dev.comments(a, { content: 'Zebra canary', is_internal: true })).is(201);
    const [zebra] = (await guest.lists(search('aardvark zebra', '&snippets=1'))).is(200);
    assert.equal(zebra?.snippet?.parts.map(({ text }) => text).join(''), 'A zebra');
    assert.deepEqual(await finds(other, 'aardvark'), numbers(others));
    assert.deepEqual(await finds(dev, 'aardvark'), numbers(others, b, a));
  });

  test('takes any text, and finds nothing where there is nothing to find', async () => {
    const guest = await app().cast.guest();
    const ticket = await guest.opens({ title: 'Near the NOT and OR', description: "It's title:x {title}* ^a 100% _b" });
    const signs = [
      '"',
      '""',
      '*',
      '^',
      '(',
      ')',
      '-',
      '+',
      ':',
      '%',
      '_',
      "'",
      ';--',
      '\\',
      '&',
      '|',
      '!',
      '<->',
      '😀',
      '¶',
    ];
    for (const q of [...signs, '"*"', ':*', '@', '#', '#😀', '\u0301', '\u200d', '🇵🇱'])
      assert.deepEqual(await finds(guest, q), [], JSON.stringify(q));
    for (const q of [
      'NOT',
      'near OR',
      'title:x',
      '{title}',
      "it's",
      "'title'",
      '100%',
      '_b',
      '(a',
      'NEAR(the)',
      "x' OR",
    ])
      assert.deepEqual(await finds(guest, q), numbers(ticket), q);
    assert.deepEqual(await finds(guest, 'a '.repeat(100).trim()), numbers(ticket));
    assert.deepEqual(await finds(guest, `${'\t '.repeat(300)}near${' '.repeat(900)}`), numbers(ticket));
    assert.deepEqual(await finds(guest, Array.from({ length: 100 }, (_, n) => n % 10).join(' ')), []);
    assert.deepEqual(await finds(guest, 'ł'.repeat(200)), []);
    for (const q of ['', ' ', ' '.repeat(2000), 'x'.repeat(201), 'a\0b'])
      assert.deepEqual((await guest.lists(search(q))).isInvalid(), ['q'], q.slice(0, 5));
    assert.deepEqual((await guest.lists(search('x', '&snippets=yes'))).isInvalid(), ['snippets']);
  });

  test('refuses a cursor that no page of a search gave out', async () => {
    const guest = await app().cast.guest();
    await guest.opens({ title: 'Okapi' });
    const forged = (value: unknown) => `&cursor=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
    const id = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
    for (const wrong of [
      null,
      [],
      ['rank', 'x', 'title'],
      ['rank', 1.5, 'title'],
      ['rank', 1, 'body'],
      ['number', 1, id],
    ])
      assert.deepEqual((await guest.lists(search('okapi', forged(wrong)))).isInvalid(), ['cursor']);
    assert.deepEqual((await guest.lists(`?${forged(['rank', 1, 'title'])}`)).isInvalid(), ['cursor']);
    assert.deepEqual((await guest.lists(search('okapi', `&sort=number${forged(['rank', 1, 'title'])}`))).isInvalid(), [
      'cursor',
    ]);
    assert.deepEqual((await guest.lists(search('okapi', forged(['rank', 1, 'number'])))).isInvalid(), ['cursor']);
  });

  test('shows where the words are, as they were written, when asked to', async () => {
    const guest = await app().cast.guest();
    const long = 'nothing to see here, '.repeat(30);
    const a = await guest.opens({ title: 'Żółta kartka', description: `${long}a <b>Zażółć</b>\n\n gęślą ${long}` });
    await guest.comments(a, `First JAŹŃ & second jaźń`);
    const shown = async (q: string) => {
      const [row] = (await guest.lists(search(q, '&snippets=1'))).is(200);
      return `${row?.snippet?.field}: ${row?.snippet?.parts.map(({ text, match }) => (match ? `[${text}]` : text)).join('')}`;
    };
    assert.match(
      await shown('zazolc gesla'),
      /^description: … .{10,40}a <b>\[Zażółć\]<\/b> \[gęślą\] nothing .{50,120} …$/,
    );
    assert.equal(await shown('jazn'), 'comment: First [JAŹŃ] & second [jaźń]');
    assert.equal(await shown('zolta "first jazn"'), 'comment: [First] [JAŹŃ] & second jaźń');
    assert.equal(await shown('zolta kart'), 'title: [Żółta] [kartka]');
    assert.equal(await shown(`#${a.number}`), 'title: Żółta kartka');
    assert.ok((await guest.lists(search('jazn'))).is(200).every((ticket) => !('snippet' in ticket)));
    const many = Array.from({ length: 101 }, (_, n) => guest.opens({ title: `Wombat ${n}` }));
    await Promise.all(many);
    const page = await guest.lists(search('wombat', '&snippets=1&limit=500'));
    assert.equal(page.is(200).length, 100);
    const rest = (await guest.get<Ticket[]>(page.next ?? '')).is(200);
    assert.equal(rest.length, 1);
    assert.ok((await guest.lists('?snippets=1')).is(200).every((ticket) => !('snippet' in ticket)));
  });
});
