import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subtract } from './subtract.ts';

const OWN = { addresses: ['kwit@example.com'], names: ['Kwit'] };
const LETTER = [
  'Dev commented on your ticket:',
  '',
  '> We may do this:',
  '> - replace the printer on the third floor by a new one',
  '> - clean its rollers again',
  '',
  '#42 Printer jams',
  'https://kwit.example.com/t/42',
  '',
  '-- ',
  'You receive this because you reported the ticket.',
];
const above = 'On 25 Nov 2026, Kwit <kwit@example.com> wrote:';
const quoted = LETTER.map((line) => `> ${line}`);
const keptOf = (...lines: string[]) => subtract(lines.join('\n'), [{ lines: LETTER }], OWN).kept;

test('a line of ours that the author copies above the quotation is theirs', () => {
  const choice = '- replace the printer on the third floor by a new one';
  assert.equal(keptOf(choice, '', above, ...quoted), choice);
  assert.equal(
    keptOf('You receive this because you reported the ticket.', 'Why?', '', above, ...quoted),
    'You receive this because you reported the ticket.\nWhy?',
  );
});

test('several lines of ours in their order are ours, and so is what stands below an attribution', () => {
  assert.equal(keptOf('Yes.', '', ...LETTER), 'Yes.');
  assert.equal(keptOf('Yes.', '', above, 'Dev commented on your ticket:'), 'Yes.');
  const head = ['寄件者：Kwit <kwit@example.com>', '日期：25 Nov 2026', '主旨：[#42] Printer', ''];
  assert.equal(keptOf('Yes.', '', ...head, 'Dev commented on your ticket:', '', '#42 Printer jams'), 'Yes.');
});

test('a line of ours that the author copies below it, to choose it, is theirs', () => {
  const choice = '- clean its rollers again';
  const at = quoted.findIndex((line) => line.endsWith(choice)) + 1;
  for (const copy of [choice, 'clean its rollers again']) {
    assert.equal(keptOf(above, ...quoted.toSpliced(at, 0, copy)), copy);
    assert.equal(keptOf(above, ...quoted.toSpliced(at + 1, 0, '', copy, '')), copy);
  }
});

test('a marked line that is in no letter of ours is an answer; one that stands deeper is not', () => {
  const [first = '', ...rest] = quoted;
  assert.equal(keptOf(above, first, '> Please take the second option', ...rest), '> Please take the second option');
  assert.equal(keptOf('Yes.', '', above, first, '> >> somebody else said this before', ...rest), 'Yes.');
});

test('an answer within a quotation may have words of ours alone, stand behind ours, and as deep as any of ours', () => {
  const answers = [
    '> clean the printer',
    '> Second: yes',
    '> > - clean its rollers again: this',
    '> - clean its rollers again: this',
    '> 2',
  ];
  for (const answer of answers)
    for (const at of [2, 4, 5])
      assert.equal(keptOf(above, ...quoted.toSpliced(at, 0, answer)), answer, `${answer} above line ${at}`);
});

test('an attribution that a program folds is cut whole, and no short line of the author above one', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz'.replace('z', '7');
  const own = { addresses: [...OWN.addresses, 'r+'], names: OWN.names };
  const leftOf = (...lines: string[]) => subtract([...lines, ...quoted].join('\n'), [{ lines: LETTER }], own).kept;
  const folded = ['W dniu wt., 1 gru 2026 o 03:00 Kwit <', `r+${token}@kwit.example.com> napisał(a):`];
  assert.equal(leftOf('Tak.', '', ...folded, ''), 'Tak.');
  assert.equal(leftOf('It is 42', 'Kwit wrote:'), 'It is 42\nKwit wrote:');
});

const HEADER_WORDS =
  'Temat Subject Betreff Objet Od From Von De Wysłano Sent Gesendet Envoyé Data Date Datum Do To An À DW Cc Kopie'.split(
    ' ',
  );

test('a line of the author that begins as one of a header is theirs, wherever it stands', () => {
  const at = '25 Nov 2026, 10:14';
  const header = ['Od: Kwit <kwit@example.com>', `Wysłano: ${at}`, 'Do: Ada', 'Temat: [#42] Printer jams'];
  const german = [`Gesendet: ${at}`, 'Von: Kwit <kwit@example.com>', 'An: Ada', 'Betreff: [#42] Printer jams'];
  const wide = header.flatMap((line) => [line, '']);
  const replies = [
    [above, '', ...quoted],
    ...[header, german, wide].map((lines) => [...lines, '', ...LETTER]),
    [...header, '', ...quoted],
    [above, ...quoted.flatMap((line) => (line.endsWith('this:') ? [line, '> Kwit-Ref: x'] : [line]))],
  ];
  for (const [n, word] of HEADER_WORDS.entries()) {
    const other = HEADER_WORDS[(n + 4) % HEADER_WORDS.length];
    for (const answer of [[`${word}: answer`], [`${word}: Kwit 2`, `${other}: answer`]])
      for (const reply of replies)
        for (let line = 0; line <= reply.length; line += 1) {
          if (line > 0 && line <= reply.findLastIndex((own) => own.includes('[#42]'))) continue;
          const places = [
            [...answer, ''],
            ['', ...answer, ''],
          ];
          if (reply[line - 1]?.startsWith('>')) places.push(answer.map((words) => `> ${words}`));
          for (const place of places) {
            const left = keptOf(...reply.toSpliced(line, 0, ...place));
            for (const words of answer) assert.ok(left.includes(words), `${words} at ${line} of ${reply.join('\n')}`);
          }
        }
  }
});

test('the header of a letter of ours may end with its importance', () => {
  const header = ['Von: Kwit <kwit@example.com>', 'Gesendet: Mittwoch, 25. November 2026 09:58', 'An: Wrona, Zofia'];
  for (const line of ['Priorität: Hoch', 'Importance: High', 'Ważność: Wysoka', 'Importance : Haute'])
    assert.equal(keptOf('Yes.', '', ...header, 'Betreff: [#42] Printer jams', line, '', ...LETTER), 'Yes.');
});

test('a line of the author between dashes, or with a figure, our name and a colon, is theirs', () => {
  for (const answer of ['-- the second option --', 'Kwit 2 says:', '> -- the second option --'])
    for (const lines of [
      [answer, '', above, ...quoted],
      [above, ...quoted.toSpliced(4, 0, answer)],
    ])
      if (lines[0] !== '> -- the second option --') assert.equal(keptOf(...lines), answer);
  assert.equal(
    keptOf('Yes.', '', '-- Original message --', 'Od: Kwit', 'Data: 10:14', 'Temat: [#42]', '', ...quoted),
    'Yes.',
  );
});

test('a report keeps what stands below two dashes; an answer folds it', () => {
  const lines = ['It jams.', '-- ', 'Ada, room 12'];
  assert.equal(subtract(lines.join('\n'), [], OWN).kept, 'It jams.\n--\nAda, room 12');
  assert.equal(keptOf(...lines, '', above, ...quoted), 'It jams.');
});

test("the line of a telephone is nobody's words, and may be a link", () => {
  const lines = [
    ...[
      'Sent from my iPhone',
      'Wysłane z bezpiecznej poczty Proton Mail.',
      'Get Outlook for iOS',
      'Télécharger Outlook pour iOS',
    ],
    ...['Outlook für Android beziehen', 'Uzyskaj aplikację Outlook dla systemu Android'],
    ...[
      'Pobierz aplikację [Outlook dla systemu Android](https://aka.ms/x)',
      'Get Outlook for Android<https://aka.ms/x>',
    ],
  ];
  for (const line of lines) assert.equal(keptOf('Yes.', '', line, '', above, ...quoted), 'Yes.');
  assert.equal(keptOf('I cannot open Outlook for iOS', '', above, ...quoted), 'I cannot open Outlook for iOS');
});

test('a letter of ours is found whatever programs have made of its addresses and signs', () => {
  const rewritten = quoted.map((line) =>
    line.replace(
      /https:\S+/,
      (address) => `https://eur01.safelinks.example/?url=${encodeURIComponent(address)}&data=05`,
    ),
  );
  assert.equal(keptOf('Yes.', '', above, ...rewritten.map((line) => line.replaceAll('-', '\\-'))), 'Yes.');
  const defended = quoted.map((line) =>
    line.replace(/https:\S+/, 'https://urldefense.example/v2/url?u=https-3A__kwit.example.com_t_42&d=x'),
  );
  assert.equal(keptOf('Yes.', '', above, ...defended), 'Yes.');
});

test('a line with a token is kept nowhere', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz';
  for (const line of [`Kwit-Ref: ${token}`, `mailto:r+${token}@kwit.example.com`, `<r.${token}.3@kwit.example.com>`]) {
    const { kept: left, elided } = subtract(`Yes.\n${line}`, [], OWN);
    assert.equal(left, 'Yes.');
    assert.ok(!elided?.includes(token), line);
  }
});
