import { samples } from '#testing/sample-files.ts';
import type { Case } from './case.ts';
import { filePart, formOf } from './form.ts';

const long = (length: number) => `${'ż'.repeat(length)}.png`;

/** File names as they are sent, between the quotes, and as Kwit keeps them. */
const NAMED: readonly (readonly [sent: string | Buffer, kept: string])[] = [
  ['photo.png', 'photo.png'],
  ['Zażółć gęślą jaźń.png', 'Zażółć gęślą jaźń.png'],
  ['👩‍💻.png', '👩‍💻.png'],
  ['../../../etc/passwd.png', 'passwd.png'],
  ['..\\\\..\\\\boot.png', 'boot.png'],
  ['/etc/cron.d/a.png', 'a.png'],
  ['C:\\\\Users\\\\ada\\\\a.png', 'a.png'],
  ['%2e%2e%2fa.png', '%2e%2e%2fa.png'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['a/', 'file'],
  ['.htaccess', '.htaccess.png'],
  ['a.png%00.html', 'a.png%00.html.png'],
  ['a.png\0.html', 'a.png.html.png'],
  ['a%0D%0ASet-Cookie: a=b.png', 'aSet-Cookie: a=b.png'],
  ['say %22hi%22.png', 'say "hi".png'],
  ['a\x7f\u0085\u2028b.png', 'ab.png'],
  ['invoice\u202egnp.exe', 'invoicegnp.exe.png'],
  ['run.bat', 'run.bat.png'],
  ['x.exe. ', 'x.exe.png'],
  ['\u2066a\u2069\u200e\ufeff.png', 'a.png'],
  ['say \\"hi\\".png', 'say "hi".png'],
  ["it's; filename=b.png", "it's; filename=b.png"],
  ['<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
  ['$(reboot) `reboot` | a.png', '$(reboot) `reboot` | a.png'],
  ['CON.png', 'CON.png'],
  ['__proto__', '__proto__'],
  [Buffer.from('a\xff\xfe.png', 'latin1'), 'a\ufffd\ufffd.png'],
  [long(251), long(251)],
  [long(252), long(251)],
  [long(4096), long(251)],
];

export const NAMES: readonly Case[] = NAMED.map(([sent, stored]) => ({
  what: `a file called ${JSON.stringify(String(sent)).slice(0, 60)}`,
  sent: ({ fields, part }) => formOf([...fields, filePart(part, sent, 'image/png', samples.png)]),
  expected: () => ['image/png'],
  names: [stored],
}));
