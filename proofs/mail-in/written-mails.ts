/** Mails as programs write them in HTML, out of the same blocks of words: each word is in one place. */

type Chance = () => number;

export type Block =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isLink: boolean }
  | {
      readonly kind: 'list';
      readonly start: number | null;
      readonly items: readonly (readonly string[])[];
      readonly inner: readonly string[];
    }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'picture' };

export interface WrittenMail {
  readonly program: string;
  readonly language: string;
  readonly shape: string;
  readonly raw: Buffer;
  /** The words of its author, in their order. */
  readonly words: readonly string[];
  readonly letter: { readonly text: string; readonly html: string };
}

const LANGUAGES: Readonly<Record<string, { words: readonly string[]; charset: string; above: string }>> = {
  pl: {
    words: ['żółta', 'łódź', 'drukarka', 'źdźbło', 'pięć', 'środa'],
    charset: 'windows-1250',
    above: 'W dniu 25 lis 2026 o 10:14 Kwit <kwit@example.com> napisał(a):',
  },
  en: {
    words: ['printer', 'can’t', 'naïve', 'paper', 'twice', 'tray'],
    charset: 'windows-1252',
    above: 'On 25 Nov 2026, at 10:14, Kwit <kwit@example.com> wrote:',
  },
  de: {
    words: ['Größe', 'über', 'Drucker', 'Straße', 'zwölf', 'Ärger'],
    charset: 'iso-8859-1',
    above: 'Am 25.11.2026 um 10:14 schrieb Kwit <kwit@example.com>:',
  },
  uk: {
    words: ['принтер', 'папір', 'їжак', 'ґанок', 'вісім', 'єдиний'],
    charset: 'koi8-u',
    above: '25 лист. 2026 р. о 10:14 Kwit <kwit@example.com> пише:',
  },
  cs: {
    words: ['příliš', 'žluťoučký', 'kůň', 'úpěl', 'ďábelské', 'tiskárna'],
    charset: 'iso-8859-2',
    above: 'Dne 25. 11. 2026 v 10:14 Kwit <kwit@example.com> napsal(a):',
  },
};

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** How a program writes a line, and the rest around it. */
interface Program {
  readonly name: string;
  readonly line: (words: string) => string;
  readonly around: (body: string, quoted: string) => string;
  readonly list?: (start: number | null, items: readonly string[], inner: string) => string;
  /** Its text where nobody sees it. */
  readonly hidden: string;
}

const listed = (start: number | null, items: readonly string[], inner: string): string => {
  const [tag, from] = start === null ? ['ul', ''] : ['ol', ` start="${start}"`];
  return `<${tag}${from}>${items.map((item, at) => `<li>${item}${at === 0 && inner ? `<ul><li>${inner}</li></ul>` : ''}</li>`).join('\n')}</${tag}>`;
};

const officeList = (start: number | null, items: readonly string[], inner: string): string => {
  const item = (sign: string, words: string) =>
    `<p class="MsoListParagraph" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><![if !supportLists]><span style="mso-list:Ignore">${sign}<span style="font:7.0pt &quot;Times New Roman&quot;">&nbsp;&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;
  return items
    .flatMap((text, at) => [
      item(start === null ? '·' : `${start + at}.`, text),
      ...(at === 0 && inner ? [item('o', inner)] : []),
    ])
    .join('\n');
};

const PROGRAMS: readonly Program[] = [
  {
    name: 'gmail',
    line: (words) => `<div>${words}</div>`,
    around: (body, quoted) => `<div dir="ltr">${body}</div><br><div class="gmail_quote">${quoted}</div>`,
    hidden: '<div style="display:none;max-height:0">unseen</div>',
  },
  {
    name: 'outlook',
    line: (words) =>
      `<p class="MsoNormal"><span lang="PL" style="mso-fareast-language:EN-US">${words}<o:p></o:p></span></p>`,
    around: (body, quoted) =>
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml>unseen</xml><![endif]--><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang="PL"><div class="WordSection1">${body}<div style="border:none;border-top:solid #E1E1E1 1.0pt">${quoted}</div></div></body></html>`,
    list: officeList,
    hidden:
      '<![if !mso]><span style="mso-hide:all;display:none">unseen</span><![endif]><!--[if mso]>unseen<![endif]-->',
  },
  {
    name: 'outlook web',
    line: (words) => `<div class="elementToProof" style="font-family: Aptos; color: rgb(0, 0, 0);">${words}</div>`,
    around: (body, quoted) =>
      `<html><head><meta http-equiv="Content-Type" content="text/html"><style type="text/css" style="display:none;"> P {margin-top:0;} </style></head><body dir="ltr">${body}<div id="appendonsend"></div>${quoted}</body></html>`,
    hidden: '<div style="height:0;overflow:hidden">unseen</div>',
  },
  {
    name: 'apple mail',
    line: (words) => `<div>${words}</div>`,
    around: (body, quoted) =>
      `<html><body style="overflow-wrap: break-word;">${body}<div><br><blockquote type="cite">${quoted}</blockquote></div></body></html>`,
    hidden: '<span style="visibility:hidden">unseen</span>',
  },
  {
    name: 'thunderbird',
    line: (words) => `<p>${words}</p>`,
    around: (body, quoted) =>
      `<!DOCTYPE html>\n<html>\n  <head>\n  </head>\n  <body>\n    ${body}\n    <div class="moz-cite-prefix"></div>${quoted}\n  </body>\n</html>`,
    hidden: '<div hidden>unseen</div>',
  },
  {
    name: 'yahoo',
    line: (words) => `<div dir="ltr" data-setdir="false">${words}</div>`,
    around: (body, quoted) =>
      `<html><body><div class="yahoo-style-wrap">${body}</div><div class="yahoo_quoted">${quoted}</div></body></html>`,
    hidden: '<div style="opacity:0">unseen</div>',
  },
  {
    name: 'a form builder',
    line: (words) =>
      `<tr><td style="font-size:0px;padding:10px"><div style="font-size:13px;line-height:1">${words}</div></td></tr>`,
    around: (body, quoted) => `<table role="presentation" width="100%"><tbody>${body}</tbody></table>${quoted}`,
    hidden: '<div style="font-size:1px;color:#fff;line-height:1px;max-height:0px;max-width:0px;opacity:0">unseen</div>',
  },
  {
    name: 'a telephone',
    line: (words) => `${words}<br>`,
    around: (body, quoted) =>
      `<html><body dir="auto">${body}<blockquote type="cite">${quoted}</blockquote></body></html>`,
    hidden: '<style>.unseen{color:red}</style><script>unseen</script>',
  },
];

const SHAPES = ['words', 'list', 'table', 'code', 'pictures', 'all', 'deep', 'long', 'bare'] as const;

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(400, 7)]).toString('base64');

function blocksOf(shape: string, next: () => string, random: Chance): Block[] {
  const some = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, next);
  const block: Readonly<Record<string, () => Block>> = {
    words: () => ({ kind: 'words', words: some(12), isLink: random() < 0.3 }),
    list: () => ({
      kind: 'list',
      start: random() < 0.4 ? null : 1 + Math.floor(random() * 9),
      items: [some(5), some(5), some(5)],
      inner: some(3),
    }),
    table: () => ({ kind: 'table', rows: [0, 1, 2].map(() => [next(), next(), next()]) }),
    code: () => ({ kind: 'code', lines: [`  if (${next()}) {`, `    ${next()} * 2;`, '  }'] }),
    pictures: () => ({ kind: 'picture' }),
  };
  const kinds =
    shape === 'all'
      ? ['words', 'list', 'table', 'pictures', 'code', 'words']
      : shape === 'long'
        ? Array(400).fill('words')
        : ['words', shape in block ? shape : 'words', 'words'];
  return kinds.map((kind: string) => (block[kind] ?? block.words)?.() as Block);
}

function htmlOfBlock(block: Block, program: Program): string {
  if (block.kind === 'words') {
    const [first = '', ...rest] = block.words.map(html);
    const words = block.isLink ? `<a href="https://example.test/p?a=1&amp;b=2">${first}</a>` : first;
    return program.line([words, ...rest.map((word, at) => (at === 1 ? `<b>${word}</b>` : word))].join(' '));
  }
  if (block.kind === 'list')
    return inRow(
      program,
      (program.list ?? listed)(
        block.start,
        block.items.map((item) => item.map(html).join(' ')),
        block.inner.map(html).join(' '),
      ),
    );
  if (block.kind === 'table')
    return inRow(
      program,
      `<table border="1"><tbody>${block.rows.map((row) => `<tr>${row.map((cell) => `<td><p class="MsoNormal">${html(cell)}<o:p></o:p></p></td>`).join('')}</tr>`).join('\n')}</tbody></table>`,
    );
  if (block.kind === 'code') return inRow(program, `<pre>${block.lines.map(html).join('\n')}</pre>`);
  return program.line('<img src="cid:shot@x" alt="" width="200" height="100">');
}

const inRow = ({ name }: Program, content: string): string =>
  name === 'a form builder' ? `<tr><td>${content}</td></tr>` : content;

function textOfBlock(block: Block): string {
  if (block.kind === 'words') return block.words.join(' ');
  if (block.kind === 'list')
    return block.items
      .map(
        (item, at) =>
          `${block.start === null ? '-' : `${block.start + at}.`} ${item.join(' ')}${at === 0 ? `\n  - ${block.inner.join(' ')}` : ''}`,
      )
      .join('\n');
  if (block.kind === 'table') return block.rows.map((row) => row.join('\t')).join('\n');
  return block.kind === 'code' ? block.lines.join('\n') : '[image: shot.png]';
}

/** Bytes in a code page, by what its decoder says of each. */
function inPage(text: string, charset: string): Buffer {
  if (charset === 'utf-8') return Buffer.from(text);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(charset).decode(Uint8Array.of(byte)), byte]),
  );
  return Buffer.from(Array.from(text, (sign) => bytes.get(sign) ?? 0x3f));
}

const part = (type: string, text: string, charset: string, says: string | null): string =>
  `Content-Type: ${type}${says === null ? '' : `; charset=${says}`}\r\nContent-Transfer-Encoding: base64\r\n\r\n${(
    inPage(text, charset)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')}\r\n`;

const LETTER = {
  text: 'Dev commented on your ticket:\n\n> Please print a test page and write whether the second side comes out.\n\nhttps://kwit.example.com/t/17\n\n-- \nYou receive this because you reported the ticket.',
  html: '<p>Dev commented on your ticket:</p><blockquote>Please print a test page and write whether the second side comes out.</blockquote><p><a href="https://kwit.example.com/t/17">https://kwit.example.com/t/17</a></p><p>-- <br>You receive this because you reported the ticket.</p>',
};

/** One mail of the corpus. @param n tells its words from those of others. */
export function writtenMail(random: Chance, n: number): WrittenMail {
  const program = PROGRAMS[n % PROGRAMS.length] as Program;
  const languages = Object.keys(LANGUAGES);
  const language = languages[Math.floor(n / PROGRAMS.length) % languages.length] as string;
  const shape = SHAPES[Math.floor(n / PROGRAMS.length / languages.length) % SHAPES.length] as string;
  const { words, charset: page, above } = LANGUAGES[language] as (typeof LANGUAGES)[string];
  let count = 0;
  const next = () => {
    count += 1;
    return `${words[Math.floor(random() * words.length)]}${n}x${count}`;
  };
  const blocks = blocksOf(shape, next, random);
  const charset = random() < 0.5 ? page : 'utf-8';
  // UTF-8 is read as such whatever a mail says.
  const says =
    charset !== 'utf-8'
      ? charset
      : (['utf-8', 'utf8', 'x-unknown', 'iso-8859-1', null][Math.floor(random() * 5)] as string | null);
  const quoted = `<div>${html(above)}</div><blockquote>${LETTER.html}</blockquote>`;
  const deep = shape === 'deep' ? 230 : 0;
  const old = `${'<blockquote><div>'.repeat(deep)}${quoted}${'</div></blockquote>'.repeat(deep)}`;
  const body = blocks.map((block) => htmlOfBlock(block, program)).join('\n');
  const rich =
    shape === 'bare'
      ? blocks.map((block) => htmlOfBlock(block, program)).join('')
      : program.around(inRow(program, program.hidden) + body, old);
  const hasText = shape !== 'deep' && random() < 0.4;
  const text = `${blocks.map(textOfBlock).join('\n\n')}\n\n${above}\n${LETTER.text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}\n`;
  const alternative = hasText
    ? `Content-Type: multipart/alternative; boundary=alt\r\n\r\n--alt\r\n${part('text/plain', text, charset, says)}--alt\r\n${part('text/html', rich, charset, says)}--alt--\r\n`
    : part('text/html', rich, charset, says);
  const picture = `Content-Type: image/png; name=shot.png\r\nContent-ID: <shot@x>\r\nContent-Disposition: inline; filename=shot.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${PNG}\r\n`;
  const raw = Buffer.from(
    `From: Ada <ada@example.com>\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=rel\r\n\r\n--rel\r\n${alternative}--rel\r\n${picture}--rel--\r\n`,
  );
  return { program: program.name, language, shape, raw, words: blocks.flatMap(wordsOfBlock), letter: LETTER };
}

function wordsOfBlock(block: Block): string[] {
  if (block.kind === 'words') return [...block.words];
  if (block.kind === 'table') return block.rows.flat();
  if (block.kind === 'code') return block.lines.join(' ').match(/[\p{L}\p{N}’]+/gu) ?? [];
  if (block.kind === 'picture') return [];
  return block.items.flatMap((item, at) => [
    ...(block.start === null ? [] : [String(block.start + at)]),
    ...item,
    ...(at === 0 ? block.inner : []),
  ]);
}
