const MIB = 1024 * 1024;
const HEAD = 'From: ada@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\n';
const FOLDED = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';

const withText = (body: string) => Buffer.from(`${HEAD}\r\n${body}\r\n`);
const withHtml = (body: string) => Buffer.from(`${HEAD}Content-Type: text/html\r\n\r\n${body}\r\n`);

function nested(depth: number): string {
  const open = (n: number) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
  return `${Array.from({ length: depth }, (_, n) => open(n)).join('')}Content-Type: text/plain\r\n\r\nx\r\n`;
}

const parts = (count: number): string =>
  Array.from({ length: count }, (_, n) => `--b\r\nContent-Type: text/plain; name=${n}\r\n\r\nx\r\n`).join('');

const MOST = 24.9 * MIB;
const withPart = (head: string, line: string) =>
  Buffer.from(`${HEAD}${FOLDED}--b\r\nContent-Type: ${head}\r\n\r\n${line.repeat(MOST / line.length)}--b--\r\n`);

/** Mails as large as they may be, of which much comes in. */
export const largest = (): Record<string, Buffer> => ({
  '25 MiB of a file in base64': withPart(
    'application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64',
    `${'QWxhIG1hIGtvdGEs'.repeat(4)}\r\n`,
  ),
  '25 MiB of a file in one line of base64': withPart(
    'application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64',
    'QWxhIG1hIGtvdGEs'.repeat(1000),
  ),
  '25 MiB of a file in quoted words': withPart(
    'text/plain; name=a.txt\r\nContent-Transfer-Encoding: quoted-printable',
    `${`${'za=C5=BC=C3=B3=C5=82=C4=87_'.repeat(3)}=\r\n`.repeat(20)}${'x'.repeat(70)}\r\n`,
  ),
  '25 MiB of a log': withPart('text/plain; name=a.log', `${'word '.repeat(200)}\r\n`),
  '25 MiB of HTML': withPart('text/html', `<p>${'word '.repeat(200)}</p>\r\n`),
});

/** Mails that are made to take long, or much room. @param to an address of ours, in many lines of one of them. */
export const bombs = (to: string): Record<string, Buffer> => ({
  'parts in parts': Buffer.from(`${HEAD}${nested(2000)}`),
  'many parts': Buffer.from(`${HEAD}${FOLDED}${parts(5000)}--b--\r\n`),
  'a long header': Buffer.from(`${HEAD}X-Long: ${'x'.repeat(300_000)}\r\n\r\nx\r\n`),
  'many headers': Buffer.from(`${HEAD}${'References: <a@b>\r\n'.repeat(20_000)}\r\nx\r\n`),
  'deep HTML': withHtml('<div>'.repeat(100_000)),
  'HTML without an end': withHtml('<'.repeat(2_000_000)),
  'HTML of many paragraphs': withHtml(`<p>${'word '.repeat(25)}</p>`.repeat(7900)),
  'HTML of deep quotations': withHtml('<blockquote>'.repeat(150) + 'line<br>'.repeat(7000)),
  'HTML of comments without an end': withHtml('<!--'.repeat(250_000)),
  'HTML of signs': withHtml('*_`[]()#>!|'.repeat(90_000)),
  'a quotation without an end': withText(`${'> '.repeat(500_000)}\r\n${`${to}\r\n`.repeat(20_000)}`),
  'lines that say the same': withText('You receive this because\r\n'.repeat(100_000)),
  'as many lines as there may be': withText('> > > word word word\r\n'.repeat(29_900)),
  'words without spaces': withText('*_[]('.repeat(400_000)),
  '25 MiB of short lines': withText('a\r\n'.repeat(8 * MIB)),
  '25 MiB of boundaries': Buffer.from(`${HEAD}${FOLDED}${'--b\r\n'.repeat(5 * MIB - 200)}`),
  '25 MiB of names of boundaries': withText(Array.from({ length: 1_400_000 }, (_, n) => `boundary=${n}`).join(' ')),
});
