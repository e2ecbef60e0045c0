import { samples } from '#testing/sample-files.ts';
import { type Case, type Outcome, someParts } from './case.ts';
import { FORM, filePart, formOf, type Part, type Sent } from './form.ts';
import type { Target } from './targets.ts';

const PNG = 'image/png';
const photo = (part: string): Part => filePart(part, 'a.png', PNG, samples.png);
const field = (name: string, content: string | Buffer = 'x'): Part => ({ name, content });
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const unknownFields = (count: number) => many(count, (n) => field(`stranger-${n}`));

const UNKNOWN = 'validation_error additionalProperties' as const;
const BROKEN = 'validation_error multipart' as const;
const always =
  <T>(outcome: T) =>
  () =>
    outcome;
const taken = always([PNG]);
/** The claim cannot be read, or is none of ours: of pictures the content decides. */
const PICTURE_ONLY = ({ isPicture }: Target): Outcome => (isPicture ? [PNG] : 'unsupported_file_type');
/** The outcome of a form without a file. */
const noFile = ({ isPicture, takesNone }: Target) => {
  if (takesNone) return [];
  return isPicture ? 'validation_error required' : 'attachments_required';
};

/** The outcome of a form without any field. */
const noFields: Case['expected'] = (target) => (target.takesNone ? 'validation_error required' : noFile(target));

/** A file with these header lines; `NAME` becomes the name of the part. */
const headed = (what: string, head: string, outcome: Outcome | ((target: Target) => Outcome)): Case =>
  someParts(
    what,
    (part) => [{ ...photo(part), head: `${head.replaceAll('NAME', part)}\r\nContent-Type: image/png` }],
    typeof outcome === 'function' ? outcome : always(outcome),
  );

const NAMED = 'Content-Disposition: form-data; name="NAME"';
const UNREADABLE = 'validation_error disposition';

/** Header lines of parts: Kwit refuses a part that it cannot read, instead of leaving it out. */
const heads: readonly Case[] = [
  headed('a line break in a name', `${NAMED}; filename="a\nb.png"`, UNREADABLE),
  headed('a carriage return in a name', `${NAMED}; filename="a\rb.png"`, UNREADABLE),
  headed('a line break in a name, written in letters', `${NAMED}; filename*=UTF-8''a%0D%0Ab.png`, UNREADABLE),
  headed('a header in a name', `${NAMED}; filename="a\r\nX-Evil: b.png"`, [PNG]),
  headed('a name in letters', `${NAMED}; filename*=UTF-8''%2e%2e%2fa%e2%80%ae.png`, [PNG]),
  headed('a part that is no field of a form', 'Content-Disposition: attachment; name="NAME"; filename="a"', UNREADABLE),
  headed('a part that does not say what it is', 'X-Nothing: a', UNREADABLE),
  headed('a part of two names', `${NAMED}; filename="a"\r\nContent-Disposition: form-data; name="other"`, [PNG]),
  headed('a type on a second line', `${NAMED}; filename="a"\r\nContent-Type: text/html`, PICTURE_ONLY),
  headed('100 KB of headers', `${NAMED}; filename="a"\r\nX-Long: ${'x'.repeat(100_000)}`, PICTURE_ONLY),
];

/** Wrong or missing parts. */
const parts: readonly Case[] = [
  someParts('no file', () => [], noFile),
  someParts(
    'a field of files that nobody filled in',
    (part) => [filePart(part, '', 'application/octet-stream', '')],
    noFile,
  ),
  someParts('a file without a name', (part) => [{ name: part, content: samples.png, type: PNG }], taken),
  someParts('a file in a part of another name', () => [photo('file')], always(UNKNOWN)),
  someParts('a file in a part called as PHP would', (part) => [photo(`${part}[]`)], always(UNKNOWN)),
  someParts('a file in a part called __proto__', () => [photo('__proto__')], always(BROKEN)),
  someParts('a file in a part without a name', () => [photo('')], always(UNKNOWN)),
  someParts('a field that nobody knows', (part) => [photo(part), field('is_admin', 'true')], always(UNKNOWN)),
  someParts(
    'a field twice',
    (part) => [photo(part), field('title'), field('title')],
    always('validation_error duplicate'),
  ),
  someParts(
    'a field that is no UTF-8',
    (part) => [photo(part), field('environment', Buffer.from('61ff', 'hex'))],
    always('validation_error utf8'),
  ),
  someParts(
    'a photo in base64',
    (part) => [
      {
        ...photo(part),
        content: samples.png.toString('base64'),
        head: `Content-Disposition: form-data; name="${part}"; filename="a.png"\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64`,
      },
    ],
    always('unsupported_file_type'),
  ),
  someParts(
    'parts in a part',
    (part) => [filePart(part, 'a', 'multipart/mixed; boundary=inner', '--inner--')],
    always('unsupported_file_type'),
  ),
];

/** Forms at a limit, one below it and one beyond it (docs/rules/files.md#forms). */
const limits: readonly Case[] = [
  ...[9, 10, 11].map((count) =>
    someParts(
      `${count} files`,
      (part) => many(count, () => photo(part)),
      ({ isPicture }) => {
        if (isPicture) return 'validation_error duplicate';
        return count > 10 ? 'attachments_too_large' : many(count, () => PNG);
      },
    ),
  ),
  ...[29, 30, 31].map(
    (count): Case => ({
      what: `${count} parts`,
      sent: ({ fields, part }) =>
        formOf([...fields, ...many(count - 1 - fields.length, () => filePart(part, '', '', '')), photo(part)]),
      expected: always(count > 30 ? BROKEN : [PNG]),
    }),
  ),
  ...[19, 20, 21].map(
    (count): Case => ({
      what: `${count} fields`,
      sent: ({ fields, part }) => formOf([...fields, ...unknownFields(count - fields.length), photo(part)]),
      expected: always(count > 20 ? 'validation_error maxProperties' : UNKNOWN),
    }),
  ),
  ...[-1, 0, 1].map((more) =>
    someParts(
      `a field of 100 KB ${more}`,
      () => [field('note', 'x'.repeat(100 * 1024 + more))],
      always(more > 0 ? 'validation_error maxLength' : UNKNOWN),
    ),
  ),
];

const whole = ({ fields, part }: Target) => formOf([...fields, photo(part)]);

/** A case whose body or content type is changed after it was made. */
const changed = (what: string, change: (whole: Sent) => Partial<Sent>, expected: Case['expected']): Case => ({
  what,
  sent: (target) => ({ ...whole(target), ...change(whole(target)) }),
  expected,
});

const otherType = (type: string, expected: Case['expected']) =>
  changed(`a form as ${type}`, () => ({ type }), expected);
const cut = (where: string, before: string) =>
  changed(
    `a form that ends ${where}`,
    ({ body }) => ({ body: body.subarray(0, body.lastIndexOf(before)) }),
    always(BROKEN),
  );

const bodies: readonly Case[] = [
  otherType('multipart/form-data; boundary=other', always(BROKEN)),
  otherType('multipart/form-data', always(BROKEN)),
  otherType('multipart/form-data; boundary=', always(BROKEN)),
  otherType('multipart/mixed; boundary=boundary-of-the-proof', always('unsupported_media_type')),
  otherType('application/x-www-form-urlencoded', always('unsupported_media_type')),
  otherType('application/octet-stream', always('unsupported_media_type')),
  otherType('image/png', always('unsupported_media_type')),
  changed(
    'a form in capitals',
    ({ type }) => ({ type: type.replace('multipart/form-data', 'Multipart/Form-Data') }),
    taken,
  ),
  changed(
    'a form behind a preamble',
    ({ body }) => ({ body: Buffer.concat([Buffer.from('Hello.\r\n'), body]) }),
    taken,
  ),
  changed('a form before other things', ({ body }) => ({ body: Buffer.concat([body, Buffer.alloc(100_000)]) }), taken),
  changed('no body', () => ({ body: Buffer.alloc(0) }), noFields),
  changed('no form', () => ({ body: Buffer.from('no form at all') }), always(BROKEN)),
  changed('only the end of a form', () => ({ body: Buffer.from(`--${FORM.split('=')[1]}--\r\n`) }), noFields),
  cut('before its last line', '--'),
  cut('in the middle of a file', 'IDAT'),
  cut('in the head of a file', 'Content-Type'),
  cut('before the last dash', '-\r\n'),
];

export const SHAPES: readonly Case[] = [...parts, ...heads, ...limits, ...bodies];
