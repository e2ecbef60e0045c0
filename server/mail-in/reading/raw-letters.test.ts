import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerValue, mailAuthorOf, mailHeaders, wholeSubject } from './headers.ts';
import { parseMail } from './parse-mail.ts';

/** `zażółć` in the pages in which old programs write it raw, and how the body says that it is written. */
const PAGES = {
  'utf-8': Buffer.from('zażółć'),
  'iso-8859-2': Buffer.from([0x7a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6]),
  'windows-1250': Buffer.from([0x7a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6]),
};

const mailOf = (word: Buffer, page: string): Buffer => {
  const [before = '', ...parts] = [
    'From: ',
    ' <ada@example.com>\r\nSubject: ',
    `\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=${page}\r\n\r\nHello.\r\n--b\r\nContent-Type: application/octet-stream; name="`,
    '.log"\r\nContent-Disposition: attachment; filename="',
    '.log"\r\n\r\nlines\r\n--b--\r\n',
  ];
  return Buffer.concat([Buffer.from(before), ...parts.flatMap((part) => [word, Buffer.from(part)])]);
};

test('raw letters in heads and names of files are read as the body is written', async () => {
  for (const [page, word] of Object.entries(PAGES)) {
    const raw = mailOf(word, page);
    const headers = mailHeaders(raw);
    const author = mailAuthorOf(headers);
    const { files } = await parseMail(raw);
    assert.deepEqual(
      [wholeSubject(headers), author.kind === 'one' && author.name, files[0]?.name],
      ['zażółć', 'zażółć', 'zażółć.log'],
      page,
    );
  }
});

test('a text of an unknown kind, and of one that is none, is a text', async () => {
  for (const type of ['text', 'TEXT; charset=utf-8', 'text/enriched; charset=utf-8', 'text/x-web-markdown']) {
    const { text, files } = await parseMail(Buffer.from(`Content-Type: ${type}\r\n\r\nzażółć\r\n`));
    assert.deepEqual([text?.trim(), files], ['zażółć', []], type);
  }
  const { text, files } = await parseMail(Buffer.from('Content-Type: text/csv; name="a.csv"\r\n\r\n1,2\r\n'));
  assert.deepEqual([text, files.map(({ name }) => name)], [null, ['a.csv']]);
});

test('letters tell the page in which a text is written, where nothing names it', async () => {
  const pages = [
    Buffer.from([0x67, 0xea, 0xb6, 0x6c, 0xb1, 0x20, 0x6a, 0x61, 0xbc, 0xf1]),
    Buffer.from([0x67, 0xea, 0x9c, 0x6c, 0xb9, 0x20, 0x6a, 0x61, 0x9f, 0xf1]),
  ];
  for (const bytes of pages) {
    const { text } = await parseMail(Buffer.concat([Buffer.from('Content-Type: text/plain\r\n\r\n'), bytes]));
    assert.equal(text?.trim(), 'gęślą jaźń');
  }
});

const textOf = async (head: string, body: string) =>
  (await parseMail(Buffer.from(`Content-Type: text/plain; charset=${head}\r\n\r\n${body}\r\n`))).text?.trim();

test('lines that a program puts above or below a text in base64 are kept as they came, and the text as its author wrote it', async () => {
  const written = 'Drukarka na trzecim piętrze\r\nnie drukuje.';
  const coded = Buffer.from(written)
    .toString('base64')
    .replace(/(.{40})/g, '$1\r\n');
  const said = written.replace('\r\n', '\n');
  const head = 'utf-8\r\nContent-Transfer-Encoding: base64';
  for (const below of [
    '-- \r\nScanned by Example',
    'Sent by members of the list alone',
    '\r\nScanned',
    '____\r\nlist@example.com',
  ])
    assert.equal(
      (await textOf(head, `${coded}\r\n${below}`))?.replace(/\n+/g, '\n'),
      `${said}\n${below.trim().replaceAll('\r\n', '\n')}`,
    );
  assert.equal(await textOf(head, 'It is no base64 at all.'), 'It is no base64 at all.');
  const narrow = Buffer.from(written)
    .toString('base64')
    .replace(/(.{15})/g, '$1\r\n');
  assert.equal(await textOf(head, `\r\n${narrow}\r\n-- \r\nX`), `${said}\n-- \nX`, 'lines of any length');
  const banner = 'From outside\r\nof\r\nthis company!';
  assert.equal(await textOf(head, `${banner}\r\n${coded}`), `${banner.replaceAll('\r\n', '\n')}\n${said}`);
  const padded = ['Drukarka', ' stoi'].map((part) => Buffer.from(part).toString('base64')).join('\r\n');
  assert.equal(await textOf(head, padded), 'Drukarka stoi', 'some programs pad each line');
});

test('letters in seven bits are read', async () => {
  assert.equal(await textOf('utf-7', 'Cze+AVsBBw-, +AXwA8wFCAQc- 1 +- 1 +2D3eAA- C++'), 'Cześć, żółć 1 + 1 😀 C++');
  assert.equal(await textOf('unicode-1-1-utf-7', `${'x'.repeat(70_000)}\r\n+AXw-`), `${'x'.repeat(70_000)}\nż`);
  assert.equal(await textOf('utf-7\r\nContent-Transfer-Encoding: 8bit', 'Cześć +AVs-'), 'Cześć +AVs-');
});

test('letters of old pages are read, in texts, heads and names of files', async () => {
  const pages = {
    IBM852: [0x7a, 0x61, 0xbe, 0xa2, 0x88, 0x86],
    cp852: [0x7a, 0x61, 0xbe, 0xa2, 0x88, 0x86],
    'x-mac-ce': [0x7a, 0x61, 0xfd, 0x97, 0xb8, 0x8d],
  };
  const raw = (page: string, bytes: readonly number[]) =>
    Buffer.from(
      `Subject: ${String.fromCharCode(...bytes)}\r\nContent-Type: text/plain; charset=${page}\r\n\r\n${String.fromCharCode(...bytes)}\r\n`,
      'latin1',
    );
  for (const [page, bytes] of Object.entries(pages)) {
    const mail = raw(page, bytes);
    assert.equal(headerValue(mailHeaders(mail), 'subject'), 'zażółć', page);
    assert.equal((await parseMail(mail)).text, 'zażółć\n', page);
  }
  for (const page of ['cp850', 'cspc850', 'IBM437'])
    assert.equal((await parseMail(raw(page, [0x47, 0x72, 0x81, 0xe1, 0x65]))).text, 'Grüße\n', page);
});

test('encoded words of old pages are read, in subjects and names of people', () => {
  const head = [
    'From: =?ibm852?Q?za=BE=A2=88=86?= <ada@example.com>',
    `Subject: =?IBM852?B?${Buffer.from([0x7a, 0x61, 0xbe]).toString('base64')}?= =?cp852?Q?=A2=88=86_=3D?= =?utf-8?Q?=C5=BC?=`,
  ];
  const headers = mailHeaders(Buffer.from(`${head.join('\r\n')}\r\n\r\nx\r\n`));
  assert.equal(wholeSubject(headers), 'zażółć =ż');
  const author = mailAuthorOf(headers);
  assert.equal(author.kind === 'one' && author.name, 'zażółć');
});

test('a text in four bytes a letter is read', async () => {
  const bytes = (isBig: boolean) =>
    Buffer.concat(
      [...'Żółć 😀'].map((letter) => {
        const four = Buffer.alloc(4);
        four[isBig ? 'writeUInt32BE' : 'writeUInt32LE'](letter.codePointAt(0) ?? 0);
        return four;
      }),
    );
  for (const [name, isBig] of [
    ['utf-32le', false],
    ['UTF-32', true],
    ['utf-32be', true],
  ] as const)
    assert.equal(
      await textOf(`${name}\r\nContent-Transfer-Encoding: base64`, bytes(isBig).toString('base64')),
      'Żółć 😀',
      name,
    );
});

test('a mail in which parts with words have another boundary than they say is not readable', async () => {
  const nested = (boundary: string) =>
    parseMail(
      Buffer.from(
        `Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nBest regards\r\n--a\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--${boundary}\r\n\r\nIt jams.\r\n--${boundary}--\r\n--a--\r\n`,
      ),
    );
  assert.deepEqual([(await nested('b')).isReadable, (await nested('c')).isReadable], [true, false]);
  const empty =
    'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nIt jams.\r\n--a\r\nContent-Type: multipart/related; boundary=b\r\n\r\n\r\n--a--\r\n';
  assert.equal((await parseMail(Buffer.from(empty))).isReadable, true);
});
