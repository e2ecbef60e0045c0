import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wordsOf } from '#platform';
import { QUESTION_KINDS, readQuestions, readReporters, readSearches, readTickets, SEARCH_KINDS } from './corpus.ts';
import { MARK_KINDS, readHarmless, readMarked } from './personal.ts';

const reporters = readReporters();
const tickets = readTickets();
const questions = readQuestions();
const searches = readSearches();
const ticketById = new Map(tickets.map((ticket) => [ticket.id, ticket]));

const LANGUAGES = ['pl', 'en'] as const;

const twice = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);
const count = <E>(list: readonly E[], fits: (entry: E) => boolean) => list.filter(fits).length;

describe('a sample of other fields of work', () => {
  for (const sample of ['fields', 'trades', 'blind'] as const)
    test(`(${sample}) is answered by its own tickets, half of them in Polish, and nothing of it is for tuning`, () => {
      const own = new Map(readTickets(sample).map((ticket) => [ticket.id, ticket]));
      const sampled = readQuestions(sample);
      assert.ok(own.size >= 40 && sampled.length >= 130);
      const polish = count([...own.values()], ({ language }) => language === 'pl');
      assert.ok(Math.abs(polish - own.size / 2) <= 2, `${polish} of ${own.size}`);
      assert.deepEqual(twice(sampled.map(({ id }) => id)), []);
      for (const { id, kind, half, answered_by } of sampled) {
        assert.equal(half, 'report', id);
        assert.equal(answered_by.length === 0, kind === 'nothing-fits', id);
        assert.ok(
          answered_by.every((ticket) => own.has(ticket)),
          id,
        );
      }
    });
});

describe('the tickets', () => {
  test('are enough, half of them in Polish, by people who are known', () => {
    assert.ok(tickets.length >= 220);
    for (const language of LANGUAGES)
      assert.ok(count(tickets, (ticket) => ticket.language === language) >= 0.45 * tickets.length, language);
    const languageOf = new Map(reporters.map(({ id, language }) => [id, language]));
    for (const { id, reporter, language } of tickets) assert.equal(languageOf.get(reporter), language, id);
    assert.ok(reporters.length >= 25);
    for (const { id } of reporters) assert.ok(count(tickets, ({ reporter }) => reporter === id) >= 5, id);
  });

  test('are all different', () => {
    assert.deepEqual(twice(tickets.map(({ id }) => id)), []);
    assert.deepEqual(twice(tickets.map(({ title }) => wordsOf(title).join(' '))), []);
    assert.deepEqual(twice(tickets.map(({ question }) => wordsOf(question).join(' '))), []);
    assert.deepEqual(twice(tickets.map(({ answer }) => wordsOf(answer).join(' '))), []);
  });
});

describe('the questions', () => {
  test('are enough of each kind in both languages, and in both halves', () => {
    assert.ok(questions.length >= 220);
    assert.deepEqual(twice(questions.map(({ id }) => id)), []);
    assert.deepEqual(
      twice(questions.map(({ title, description }) => wordsOf(`${title} ${description}`).join(' '))),
      [],
    );
    const least = { 'other-language': 30, 'nothing-fits': 45 };
    for (const kind of QUESTION_KINDS) {
      const alike = questions.filter((question) => question.kind === kind);
      const enough = kind === 'other-language' || kind === 'nothing-fits' ? least[kind] : 25;
      assert.ok(alike.length >= enough, kind);
      for (const language of LANGUAGES) {
        const half = (name: string) =>
          count(alike, (question) => question.language === language && question.half === name);
        assert.ok(half('tune') + half('report') >= 0.4 * alike.length, `${kind} in ${language}`);
        assert.ok(Math.abs(half('tune') - half('report')) <= 2, `halves of ${kind} in ${language}`);
      }
    }
  });

  test('are answered by tickets that are there, or by none when nothing fits', () => {
    for (const { id, kind, answered_by } of questions) {
      assert.equal(answered_by.length === 0, kind === 'nothing-fits', id);
      assert.deepEqual(twice(answered_by), [], id);
      for (const answer of answered_by) assert.ok(ticketById.has(answer), `${id}: ${answer}`);
    }
  });

  test('in the other language are answered in the other language only, all others in their own as well', () => {
    for (const { id, kind, language, answered_by } of questions) {
      const languages = new Set(answered_by.map((answer) => ticketById.get(answer)?.language));
      if (kind === 'other-language') assert.ok(!languages.has(language), id);
      else if (kind !== 'nothing-fits') assert.ok(languages.has(language), id);
    }
  });

  test('are as their kinds say: long ones tell a story, the code of a bare one stands in its answers', () => {
    for (const { id, kind, title, description, answered_by } of questions) {
      if (kind === 'long') assert.ok(wordsOf(description).length >= 50, id);
      if (kind !== 'codes') continue;
      const said = new Set(wordsOf(title).filter((word) => /\d|^err$|^dpc$/.test(word)));
      for (const answer of answered_by) {
        const ticket = ticketById.get(answer);
        const read = new Set(wordsOf(`${ticket?.title} ${ticket?.description} ${ticket?.answer}`));
        assert.ok(said.size > 0 && [...said].every((word) => read.has(word)), `${id}: ${answer}`);
      }
    }
  });
});

describe('the searches', () => {
  test('are enough, of each kind, and find tickets that are there', () => {
    assert.ok(searches.length >= 60);
    assert.deepEqual(twice(searches.map(({ id }) => id)), []);
    assert.deepEqual(twice(searches.map(({ query }) => query)), []);
    for (const kind of SEARCH_KINDS) assert.ok(count(searches, (search) => search.kind === kind) >= 4, kind);
    for (const { id, answered_by } of searches)
      for (const answer of answered_by) assert.ok(ticketById.has(answer), `${id}: ${answer}`);
  });
});

describe('the halves', () => {
  test('are as large as each other and share no ticket', () => {
    for (const halves of [questions.map(({ half }) => half), searches.map(({ half }) => half)]) {
      const tuned = count(halves, (half) => half === 'tune');
      assert.ok(Math.abs(halves.length - 2 * tuned) <= 4);
    }
    const halves = new Map<string, Set<string>>();
    for (const { answered_by, half } of [...questions, ...searches])
      for (const answer of answered_by) halves.set(answer, (halves.get(answer) ?? new Set()).add(half));
    assert.deepEqual(
      [...halves].filter(([, seen]) => seen.size > 1).map(([answer]) => answer),
      [],
    );
  });
});

describe('the sentences with something personal', () => {
  const marked = readMarked();
  const harmless = readHarmless();

  test('are sixty, with forty harmless ones, in both languages', () => {
    assert.ok(marked.length >= 60 && harmless.length >= 40);
    for (const language of LANGUAGES) {
      assert.ok(count(marked, (ticket) => ticket.language === language) >= 25, language);
      assert.ok(count(harmless, (ticket) => ticket.language === language) >= 15, language);
    }
    assert.deepEqual(twice([...marked, ...harmless].map(({ text }) => text)), []);
    const kinds = new Set(marked.flatMap(({ marks }) => marks.map(({ kind }) => kind)));
    assert.deepEqual([...kinds].sort(), [...MARK_KINDS].sort());
  });

  test('have their marks in the order of the text', () => {
    for (const { text, marks } of marked) {
      let after = 0;
      for (const mark of marks) {
        const at = text.indexOf(mark.text, after);
        assert.ok(at >= 0, `${mark.text} in: ${text}`);
        after = at + mark.text.length;
      }
    }
  });
});
