import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMail } from './parse-mail.ts';

const lines = (...all: readonly string[]) => all.join('\r\n');
const parsed = (text: string) => parseMail(new Uint8Array(Buffer.from(text, 'latin1')));

test('parts are whole whatever stands between them, and the head stays', async () => {
  const filler = 'Nobody sees this line.\r\n'.repeat(200);
  const log = 'It jams on page 3.\n'.repeat(50);
  const mail = lines(
    'Content-Type: multipart/mixed; boundary=a',
    ...['', filler, '--a', 'Content-Type: multipart/alternative; boundary=b', ''],
    ...[
      '--b',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Za=C5=BC=C3=B3=C5=82=C4=87 =',
      'it. =3D =zz',
      '--b--',
    ],
    ...[filler, '--a', 'Content-Type: text/plain; name=a.log', 'Content-Transfer-Encoding: base64'],
    ...['Content-Disposition: attachment', '', Buffer.from(log).toString('base64'), '--a'],
    ...['Content-Type: text/plain; name=b.log', 'Content-Disposition: attachment', '', 'one', 'two', '--a--', filler],
  );
  const bytes = new Uint8Array(Buffer.from(mail, 'latin1'));
  const { text, files } = await parseMail(bytes);
  assert.equal(text?.trim(), 'Zażółć it. = =zz');
  const contents = files.map(({ name, bytes: content }) => [name, Buffer.from(content).toString()]);
  assert.deepEqual(contents, [
    ['a.log', log],
    ['b.log', 'one\ntwo\n'],
  ]);
  assert.ok(Buffer.from(bytes).toString('latin1').startsWith(mail.slice(0, 41)));
});

test('a file in one line of base64 is whole, and a last line without an end', async () => {
  const content = 'It jams. '.repeat(20_000);
  const head = lines('Content-Type: application/pdf; name=a.pdf', 'Content-Transfer-Encoding: base64', '', '');
  const { files } = await parsed(`${head}${Buffer.from(content).toString('base64')}`);
  assert.equal(Buffer.from(files[0]?.bytes ?? []).toString(), content);
  const { text } = await parsed(lines('Content-Type: text/plain', '', 'It jams.', 'Still.'));
  assert.equal(text, 'It jams.\nStill.\n');
});
