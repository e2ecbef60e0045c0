/** Random answers to random letters of ours, as ten programs write them. */

export interface RandomReply {
  readonly program: string;
  readonly text: string;
  /** Our mail. */
  readonly letter: string;
  /** The lines of the author. */
  readonly written: readonly string[];
}

const WORDS =
  'drukarka nie drukuje dwustronnie od rana papier tusz sterownik serwer proszę sprawdzić whether the second side comes out because I cannot see it from here żółty źródło łącze wtorek biuro faktura the invoice shows wrong rate again please look at page two'.split(
    ' ',
  );
const WIDTH = 72;

type Chance = () => number;

const some = (random: Chance, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
const oneOf = <T>(random: Chance, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const sentence = (random: Chance, most: number): string =>
  Array.from({ length: some(random, 1, most) }, () => oneOf(random, WORDS)).join(' ');

/** A letter of ours: words of people, the ticket, its address, and the lines below. */
function letterOf(random: Chance, token: string): string {
  const comment = Array.from({ length: some(random, 1, 6) }, () => `> ${sentence(random, 30)}.`);
  return [
    'Dev commented on your ticket:',
    '',
    ...comment.flatMap((line) => [line, '>']).slice(0, -1),
    '',
    `#${some(random, 1, 9999)} ${sentence(random, 10)}`,
    `https://kwit.example.com/t/${some(random, 1, 9999)}`,
    '',
    '-- ',
    'You receive this because you reported the ticket.',
    'Just reply to this message: Dev will see your answer.',
    `No more messages about comments: https://kwit.example.com/api/notifications/unsubscribe?token=${token}`,
    `Kwit-Ref: ${token}`,
  ].join('\n');
}

/** Headers of letters have lines that begin so, and authors write such lines, too. */
const HEADER_WORDS =
  'Temat Subject Betreff Objet Od From Von De Wysłano Sent Gesendet Envoyé Data Date Datum Do To An À DW Cc'.split(' ');

/** A line that an author writes: one word of it is in no other line. */
function authorLine(random: Chance, word: string): string {
  const text = sentence(random, 14);
  return oneOf(random, [
    `${text} ${word}`,
    `${word}`,
    `${word} ${text}.`,
    `- ${word}, ${text}`,
    `1. ${text} ${word}?`,
    `${oneOf(random, HEADER_WORDS)}: ${word} ${text}`,
    `${oneOf(random, HEADER_WORDS)}: Kwit ${word}`,
    `https://example.com/${word}`,
    `${text}: ${word}`,
    // An answer may begin with a sentence of ours.
    `You receive this because ${word} ${text}`,
  ]);
}

const folded = (line: string, width: number): string[] =>
  line.length <= width
    ? [line]
    : (line.match(new RegExp(`.{1,${width}}(?:\\s|$)|\\S+`, 'g')) ?? [line]).map((piece) => piece.trimEnd());

const marked = (mark: string) => (line: string) => (line === '' ? mark.trimEnd() : `${mark}${line}`);
const DATE = '25 lis 2026 o 10:14';
const US = 'Kwit <kwit@example.com>';

interface Program {
  readonly name: string;
  /** The lines above the quoted ones. */
  readonly above: readonly string[];
  readonly quoted: (line: string) => string[];
  readonly below?: readonly string[];
  readonly isTopOnly?: boolean;
}

const PROGRAMS: readonly Program[] = [
  { name: 'gmail', above: [`W dniu ${DATE} ${US} napisał(a):`, ''], quoted: (line) => [marked('> ')(line)] },
  {
    name: 'thunderbird',
    above: [`Dnia ${DATE}, Kwit pisze:`],
    quoted: (line) => folded(line, WIDTH).map(marked('> ')),
  },
  {
    name: 'outlook',
    above: [
      '________________________________',
      'Od: Kwit <kwit@example.com>',
      `Wysłano: ${DATE}`,
      'Do: Ada',
      'Temat: [#1] Drukarka',
      '',
    ],
    quoted: (line) => [line],
  },
  {
    name: 'outlook without a ruler',
    above: [`From: ${US}`, `Sent: ${DATE}`, 'To: Ada', 'Subject: [#1] Drukarka', ''],
    quoted: (line) => [line],
  },
  {
    name: 'gmx',
    above: [`Gesendet: ${DATE}`, `Von: ${US}`, 'An: Ada', 'Betreff: [#1] Drukarka', ''],
    quoted: (line) => [line],
  },
  { name: 'apple mail', above: [`On ${DATE}, ${US} wrote:`, ''], quoted: (line) => [marked('> ')(line)] },
  {
    name: 'yahoo',
    above: [`    On ${DATE}, ${US} wrote:  `, ''],
    quoted: (line) => folded(line, WIDTH).map((piece) => (piece === '' ? '' : ` ${piece}`)),
  },
  { name: 'groupwise', above: [`>>> ${US} ${DATE} >>>`], quoted: (line) => [line] },
  {
    name: 'the bat',
    above: [`Kwit <kwit@example.com> napisał ${DATE}:`],
    quoted: (line) => folded(line, WIDTH).map(marked('K> ')),
  },
  {
    name: 'a telephone',
    above: [`W dniu ${DATE} ${US} napisał(a):`],
    quoted: (line) => [marked('> ')(line)],
    below: ['', 'Wysłane z iPhone’a'],
    isTopOnly: true,
  },
];

/** @param n tells the words of this reply from those of others. */
export function randomReply(random: Chance, n: number): RandomReply {
  const letter = letterOf(random, `${n.toString(36)}aaaaaaaaaaaaaaaaaaaaaaaaaa`.replace(/[0189]/g, 'b').slice(0, 26));
  const program = oneOf(random, PROGRAMS);
  let count = 0;
  const written: string[] = [];
  const write = (most: number): string[] =>
    Array.from({ length: some(random, 1, most) }, () => {
      count += 1;
      const line = authorLine(random, `słowo${n}x${count}`);
      written.push(line);
      return line;
    });
  const top = program.isTopOnly || random() < 0.7 ? [...write(4), ''] : [];
  const quoted = letter.split('\n').flatMap((line) => {
    const lines = program.quoted(line);
    const isBetween = !program.isTopOnly && random() < 0.15;
    // Some programs mark what one types within a quotation.
    const typed = () => (random() < 0.3 ? write(2).flatMap(program.quoted) : ['', ...write(2), '']);
    return isBetween ? [...lines, ...typed()] : lines;
  });
  const bottom = written.length === 0 || (!program.isTopOnly && random() < 0.2) ? ['', ...write(4)] : [];
  const text = [...top, ...program.above, ...quoted, ...bottom, ...(program.below ?? [])].join('\n');
  return { program: program.name, text, letter, written };
}
