import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MailReader } from '#mail-in';
import { writtenMail } from './mail-in/written-mails.ts';
import { chance, seed, size } from './size.ts';

const OWN = { addresses: ['kwit@example.com'], names: ['Kwit'] };

/** The words of a text, without the addresses of its links and pictures. */
const wordsIn = (text: string): string[] =>
  text.replace(/!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)/g, ' ').match(/[\p{L}\p{N}’]+/gu) ?? [];

const COUNT = size(720, 3600);

test(`${COUNT} mails in HTML say each word of their author, once and in order (seed ${seed})`, {
  timeout: 400_000,
}, async (t) => {
  const reader = new MailReader();
  t.after(() => reader.close());
  const random = chance(seed);
  const wrong: string[] = [];
  const table: Record<string, Record<string, string>> = {};
  const counts = new Map<string, { all: number; right: number }>();
  let cpu = 0;
  for (let n = 0; n < COUNT; n += 1) {
    const { program, language, shape, raw, words, letter } = writtenMail(random, n);
    const parsed = await reader.parse(raw);
    assert.ok(parsed?.isReadable);
    cpu += parsed.cpuMs;
    const { text, markdown } = parsed;
    const said = await reader.authorsText({ text, markdown, sent: [letter], said: [], own: OWN });
    const keptWords = wordsIn(said?.kept ?? '');
    const hasFile =
      shape !== 'deep' || parsed.files.some(({ name, type }) => name === 'message.html.txt' && type === 'text/plain');
    const isRight = keptWords.join(' ') === words.join(' ') && hasFile;
    const count = counts.get(`${program} ${language}`) ?? { all: 0, right: 0 };
    counts.set(`${program} ${language}`, { all: count.all + 1, right: count.right + Number(isRight) });
    if (!isRight)
      wrong.push(
        `${n} ${program} ${language} ${shape}\n${words.join(' ').slice(0, 400)}\n===\n${(said?.kept ?? '').slice(0, 900)}`,
      );
    table[program] = { ...table[program], [language]: `${count.right + Number(isRight)}/${count.all + 1}` };
  }
  for (const [program, languages] of Object.entries(table))
    t.diagnostic(
      `${program.padEnd(15)} ${Object.entries(languages)
        .map(([language, right]) => `${language} ${right}`)
        .join('  ')}`,
    );
  t.diagnostic(`${(cpu / COUNT).toFixed(1)} ms of CPU a mail`);
  assert.deepEqual(wrong.slice(0, 4), [], `${wrong.length} mails are not read as they were written.`);
});
