import fc from 'fast-check';
import type { Schema } from './document.ts';

type Values = fc.Arbitrary<unknown>;

/** Values for a field that mean something, such as ids of things that exist; null where none are known. */
export type Hints = (name: string) => Values | null;

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? ['string'] : [type].flat());

/** Values that a schema accepts. Where hints are known, half of the values are hints. */
export function valid(schema: Schema, hints: Hints, name = ''): Values {
  const made = schema.enum ? fc.constantFrom(...schema.enum) : fc.oneof(...typesOf(schema).map(ofType));
  const hinted = hints(name);
  return hinted ? fc.oneof(hinted, made) : made;

  function ofType(type: string): Values {
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    if (type === 'integer' || type === 'number') return numbers(schema, type);
    if (type === 'array') return arrays(schema, hints, name);
    if (type === 'object') return objects(schema, hints);
    return texts(schema);
  }
}

const FORMATS: Readonly<Record<string, Values>> = {
  date: fc
    .date({ min: new Date(0), noInvalidDate: true, max: new Date('9999-12-31') })
    .map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date(0), noInvalidDate: true, max: new Date('9999-12-31') })
    .map((date) => date.toISOString()),
  email: fc.stringMatching(/^[a-z]{1,8}@example\.(com|org|net)$/),
  binary: fc.constant('a file'),
};

/** Plain characters, and those at which programs cut or count texts wrongly. */
const letters = fc.constantFrom(
  ...'abcdeABC 0123-_.,%"\'<>&\n',
  'ż',
  'Ł',
  'ß',
  '漢',
  '😀',
  '👩‍💻',
  'e\u0301',
  '\u200d',
  '\u202e',
  '\ufeff',
);

const matchingPatterns = new Map<string, fc.Arbitrary<string>>();

/** Texts that match a pattern. To find out how takes a thousand times longer than to make one. */
function matching(pattern: string): fc.Arbitrary<string> {
  const arbitrary = matchingPatterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  matchingPatterns.set(pattern, arbitrary);
  return arbitrary;
}

function texts({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Values {
  const formatted = FORMATS[format ?? ''];
  if (formatted) return formatted;
  if (pattern) return matching(pattern).filter(({ length }) => length >= minLength && length <= maxLength);
  const bounds = fc.constantFrom(minLength, maxLength).map((length) => 'ż'.repeat(length));
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: letters, minLength, maxLength }) },
    { weight: 1, arbitrary: bounds },
  );
}

function numbers({ minimum = -1e9, maximum = 1e9 }: Schema, type: string): Values {
  const bounds = fc.constantFrom(minimum, maximum);
  const between =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof(between, fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }), bounds);
}

function arrays({ items = {}, minItems = 0, maxItems = 5, uniqueItems }: Schema, hints: Hints, name: string): Values {
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) };
  const each = valid(items, hints, name);
  return uniqueItems ? fc.uniqueArray(each, bounds) : fc.array(each, bounds);
}

function objects({ properties = {}, required = [], minProperties = 0 }: Schema, hints: Hints): Values {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valid(property, hints, name)]),
  );
  return fc.record(fields, { requiredKeys: [...required] }).filter((made) => Object.keys(made).length >= minProperties);
}

const nestedTo = (levels: number): unknown => (levels === 0 ? 1 : [nestedTo(levels - 1)]);

/** Values that no field expects. */
const unexpected: Values = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    0,
    -0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    2 ** 63,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '\u202eabc',
    '1e5',
  ],
  ...[
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 1 },
    nestedTo(19),
    nestedTo(25),
    'x'.repeat(30_000),
    '9'.repeat(400),
  ],
  ...[
    "'; drop table tickets; --",
    '%',
    '%00',
    '../../etc/passwd',
    '{{1}}',
    '__proto__',
    'NaN',
    'null',
    '0000-00-00',
    '٣',
  ],
  ...['99999-01-01', '+275760-09-13T00:00:00.000Z', '2026-02-30', '2026-11-21T23:59:60Z', '0001-01-01', '-infinity'],
);

/** Values that a schema should refuse: of another type, beyond a bound, of another shape, or merely unexpected. */
export function broken(schema: Schema, hints: Hints, name = ''): Values {
  const ways: Values[] = [unexpected];
  const { minLength, maxLength, minimum, maximum, items, minItems, maxItems, properties } = schema;
  if (minLength) ways.push(fc.constant('a'.repeat(minLength - 1)), fc.constant(' '.repeat(minLength)));
  if (maxLength !== undefined) ways.push(fc.constantFrom('a', '😀').map((letter) => letter.repeat(maxLength + 1)));
  if (minimum !== undefined) ways.push(fc.constantFrom(minimum - 1, minimum - 0.5, String(minimum)));
  if (maximum !== undefined) ways.push(fc.constantFrom(maximum + 1, maximum + 0.5, String(maximum)));
  if (schema.enum) ways.push(fc.constantFrom(...schema.enum).map((value) => `${String(value).toUpperCase()} `));
  if (items && minItems) ways.push(fc.constant([]));
  if (items && maxItems) ways.push(valid(items, hints, name).map((item) => Array(maxItems + 1).fill(item)));
  if (items) ways.push(broken(items, hints, name).map((item) => [item]));
  if (properties) ways.push(...brokenObjects(schema, hints));
  return fc.oneof(...ways);
}

function brokenObjects({ properties = {}, required = [], ...schema }: Schema, hints: Hints): Values[] {
  const whole = valid({ ...schema, properties, required }, hints) as fc.Arbitrary<object>;
  const names = Object.keys(properties);
  const put = (name: fc.Arbitrary<string>, value: Values) =>
    fc.tuple(whole, name, value).map(([made, key, odd]) => Object.fromEntries([...Object.entries(made), [key, odd]]));
  const extra = fc.constantFrom('extra', '__proto__', 'constructor', 'id', 'role', 'status', '', 'a\0b', 'toJSON');
  const ways = [
    put(extra, unexpected),
    ...names.map((name) => put(fc.constant(name), broken(properties[name] ?? {}, hints, name))),
  ];
  // A missing field is as likely as all other defects together.
  const missing = required.map((name) => whole.map((made) => ({ ...made, [name]: undefined })));
  return [...ways, ...missing];
}
