import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorsText } from '../server/mail-in/reading/author-text.ts';
import { randomReply } from './mail-in/random-replies.ts';
import { chance, seed, size } from './size.ts';

const OWN = { addresses: ['kwit@example.com'], names: ['Kwit'] };
/** So many words of ours in a row were left by mistake. */
const ROW = 6;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether something of ours stands in what was kept. */
function hasLeftovers(text: string, letter: string): boolean {
  const ours = ` ${wordsOf(letter).join(' ')} `;
  return text.split('\n').some((line) => {
    const words = wordsOf(line);
    return words.some((_, at) => at + ROW <= words.length && ours.includes(` ${words.slice(at, at + ROW).join(' ')} `));
  });
}

const COUNT = size(2000, 10_000);

test(`of ${COUNT} random replies no word of an author is lost, and little of ours is left (seed ${seed})`, (t) => {
  const random = chance(seed);
  const lost: string[] = [];
  let left = 0;
  for (let n = 0; n < COUNT; n += 1) {
    const { program, text, letter, written } = randomReply(random, n);
    const { kept: comment } = authorsText({
      text,
      markdown: null,
      sent: [{ text: letter, html: null }],
      said: [],
      own: OWN,
    });
    const words = new Set(wordsOf(comment));
    const missing = written.flatMap(wordsOf).filter((word) => !words.has(word));
    if (missing.length > 0) lost.push(`${n} ${program}: ${missing.join(' ')}\n${text}\n=====\n${comment}`);
    if (
      hasLeftovers(
        written.reduce((rest, line) => rest.replace(line, ''), comment),
        letter,
      )
    )
      left += 1;
  }
  t.diagnostic(`${lost.length} replies lost a word, something of ours is left in ${left}`);
  assert.deepEqual(lost.slice(0, 3), []);
  assert.ok(left <= COUNT / 40, `Something of ours is left in ${left}.`);
});
