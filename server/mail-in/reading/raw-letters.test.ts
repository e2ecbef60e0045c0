import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailAuthorOf, mailHeaders, wholeSubject } from './headers.ts';
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
