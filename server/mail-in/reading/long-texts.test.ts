import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MailReader } from './mail-reader.ts';

const MIB = 1024 * 1024;

describe('a mail with long texts', () => {
  const reader = new MailReader();
  after(() => reader.close());
  const read = async (...parts: readonly (readonly [type: string, content: string])[]) => {
    const head = 'From: ada@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
    const all = parts.map(([type, content]) => `--b\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`);
    const mail = await reader.parse(Buffer.from(`${head}${all.join('')}--b--\r\n`));
    return { text: mail?.text?.trim(), files: mail?.files.map(({ name, bytes }) => [name, bytes.length]) };
  };

  test('says what it says in the text that fits, and the rest is files', async () => {
    const long = 'word '.repeat(MIB / 5);
    const { text, files } = await read(['text/plain', 'It jams.'], ['text/plain', long]);
    assert.deepEqual([text, files], ['It jams.', [['file-1.txt', long.length + 1]]]);
    const calendar = await read(['text/plain', 'It jams.'], ['text/calendar; name=a.ics', long]);
    assert.deepEqual(calendar.files, [['a.ics', long.length + 1]]);
  });

  test('says as much of its HTML as fits, and all of that is a file', async () => {
    const { text, files } = await read(['text/plain', 'It jams.'], ['text/html', '<p>word</p>'.repeat(MIB / 4)]);
    assert.match(text ?? '', /^It jams\.\n+word\n/);
    assert.deepEqual(files, [['message.html.txt', (11 * MIB) / 4 + 1]]);
    const marks = '<span style="color: red">'.repeat(MIB / 16);
    const mail = await reader.parse(Buffer.from(`Content-Type: text/html\r\n\r\n${marks}It jams.`));
    assert.deepEqual([mail?.markdown, mail?.files.length], ['It jams.', 1]);
  });

  test('has 20,000 lines in a text at most, and many texts of a mebibyte together', async () => {
    assert.equal((await read(['text/plain', 'a\r\n'.repeat(19_000)])).files?.length, 0);
    assert.equal((await read(['text/plain', 'a\r\n'.repeat(21_000)])).files?.length, 1);
    const half = 'a'.repeat(MIB / 2);
    assert.equal((await read(['text/plain', half], ['text/plain', half])).files?.length, 1);
  });

  test('is whole when it is all that an import has read of a mailbox', async () => {
    const mailbox = Buffer.from('From nobody\r\nFrom: ada@example.com\r\n\r\nIt jams.\r\nFrom nobody\r\n');
    assert.equal((await reader.parse(mailbox.subarray(13, -13)))?.text, 'It jams.\n');
  });
});
