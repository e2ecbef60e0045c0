import fc from 'fast-check';
import { bodiesOf, type Operation, parametersAs, type Schema } from './document.ts';
import type { Fixtures, Who } from './fixtures.ts';
import { formOf } from './forms.ts';
import { broken, valid } from './from-schema.ts';

type Fields = Record<string, unknown>;

export interface Body {
  /** The content type; a form sets its own. */
  readonly type?: string;
  /** The value that `content` is in JSON, where it is JSON. */
  readonly json?: unknown;
  readonly content: Uint8Array | FormData;
}

/** A generated request. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly who: Who;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
}

/** Which part of a request is invalid; null for none. */
type Defect = 'path' | 'query' | 'headers' | 'body' | 'bytes' | 'type' | 'superfluous body' | null;

const utf8 = (text: string) => Buffer.from(text);

/** Encodes a value for an address. Half of a surrogate pair becomes the bytes that some encoders make of it. */
const inAddress = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
};

function queryOf(fields: Fields): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  const parameters = pairs.flatMap(([name, value]) =>
    [value].flat().map((item) => `${inAddress(name)}=${inAddress(item)}`),
  );
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

/** Requests to every operation, by everyone, that its schemas accept; 30 of 100 have a defect. */
export function requests(operations: readonly Operation[], fixtures: Fixtures): fc.Arbitrary<FuzzRequest> {
  const made = new Map<string, fc.Arbitrary<FuzzRequest>>();
  const request = (operation: Operation, defect: Defect) => {
    const key = `${operation.name} ${defect}`;
    const arbitrary = made.get(key) ?? requestOf(operation, defect, fixtures);
    made.set(key, arbitrary);
    return arbitrary;
  };
  return fc.tuple(fc.constantFrom(...operations), fc.nat(9), fc.nat()).chain(([operation, n, which]) => {
    const defects = defectsOf(operation);
    return request(operation, n < 3 ? (defects[which % defects.length] ?? null) : null);
  });
}

function defectsOf(operation: Operation): Defect[] {
  const { json, form } = bodiesOf(operation);
  const defects: Defect[] = ['query', 'headers'];
  if (operation.path.includes('{')) defects.push('path');
  if (json) defects.push('body', 'body', 'body', 'bytes', 'type');
  if (form) defects.push('body', 'type');
  if (!json && !form && operation.method !== 'GET') defects.push('superfluous body');
  return defects;
}

function requestOf(operation: Operation, defect: Defect, fixtures: Fixtures): fc.Arbitrary<FuzzRequest> {
  const who = fc.constantFrom<Who>('reporter', 'reporter', 'developer', 'developer', 'developer', 'nobody');
  const part = (place: 'query' | 'header', isDefective: boolean): fc.Arbitrary<Fields> => {
    const schema = parametersAs(operation, place);
    return (isDefective ? broken(schema, fixtures.hints) : valid(schema, fixtures.hints)) as fc.Arbitrary<Fields>;
  };
  return fc
    .record({
      who,
      path: pathOf(operation, defect === 'path', fixtures),
      query: part('query', defect === 'query'),
      headers: part('header', false),
      odd: defect === 'headers' ? oddHeaders : fc.constant({}),
      body: bodyOf(operation, defect, fixtures),
    })
    .map(({ who, path, query, headers, odd, body }) => ({
      operation,
      who,
      path: path + queryOf(query ?? {}),
      headers: { ...headerValues(headers), ...odd },
      body,
    }));
}

/** Keeps what may stand in a header: visible characters, at least one. */
const headerValues = (headers: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value).replace(/[^\x21-\x7e]/gu, '-') || '-']),
  );

const headerText = fc.stringMatching(/^[\x21-\x7e\xa0-\xff]{1,300}$/);
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.record(
    {
      'idempotency-key': headerText,
      'if-match': fc.oneof(headerText, fc.constantFrom('*', '"1"', 'W/"1"', '1', '"-1"', ',,', `"${'9'.repeat(400)}"`)),
      'if-none-match': headerText,
      'last-event-id': fc.oneof(headerText, fc.constantFrom('0', '-1', '1:1', '9'.repeat(100), '1e9')),
      'accept-language': headerText,
      range: fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=a', 'bytes=0-0,1-1'),
    },
    { requiredKeys: [] },
  ),
  fc.constantFrom<Record<string, string>>({ accept: 'text/html' }, { 'accept-encoding': 'x' }),
);

function pathOf({ path, ...operation }: Operation, isDefective: boolean, fixtures: Fixtures): fc.Arbitrary<string> {
  const { properties = {} } = parametersAs({ ...operation, path }, 'path');
  const names = Object.keys(properties);
  const each = (make: typeof valid) =>
    fc.record(Object.fromEntries(names.map((name) => [name, make(properties[name] as Schema, fixtures.hints)])));
  const odd = fc.constantFrom('%', '%00', '%ff', '%2f', '..', '.', 'null', ' ', 'a'.repeat(600), '%E0%A4%A');
  const fill = (ids: Fields) => path.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(ids[name] ?? ''));
  if (isDefective)
    return fc.oneof(
      each(broken).map((ids) => fill(ids).replace(/\/(?=\/|$)/g, '/-')),
      odd.map((text) => path.replace(/\{\w+\}/g, text.trim() || '%20')),
    );
  const existing = fixtures.idsIn(path);
  return (existing ? fc.oneof(existing, existing, each(valid)) : each(valid)).map((ids) => fill(ids as Fields));
}

const asJson = (json: unknown): Body => ({ type: 'application/json', json, content: utf8(JSON.stringify(json)) });

function bodyOf(operation: Operation, defect: Defect, fixtures: Fixtures): fc.Arbitrary<Body | null> {
  const { json, form } = bodiesOf(operation);
  const make = defect === 'body' ? broken : valid;
  if (defect === 'superfluous body') return fc.oneof(make(ANYTHING, fixtures.hints).map(asJson), otherTypes, garbage);
  const ways: fc.Arbitrary<Body>[] = [];
  if (json && defect === 'bytes') ways.push(garbage);
  else if (json) ways.push(make(json.schema, fixtures.hints).map(asJson));
  if (form)
    ways.push(
      make(form.schema, fixtures.hints)
        .chain((fields) => formOf(fields, form.schema))
        .map((content): Body => ({ content })),
    );
  if (ways.length === 0) return fc.constant(null);
  const whole = fc.oneof(...ways);
  return defect === 'type' ? otherTypes : whole;
}

const ANYTHING: Schema = { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' } } };

const otherTypes = fc
  .constantFrom(
    ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/JSON', 'application/json;;'],
    ...['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=x', 'x', ''],
  )
  .map((type): Body => ({ type, content: utf8('{"a":1}') }));

const garbage = fc
  .constantFrom(
    ...[
      '',
      '{',
      '[',
      '"',
      'nul',
      'NaN',
      '{"title":1,"title":"x"}',
      '\ufeff{}',
      '{"a":1}}',
      '{}{}',
      "{'a':1}",
      '{"a":1e999}',
    ],
    ...[
      '['.repeat(50_000),
      `{"title":"${'x'.repeat(300_000)}"}`,
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":1}}',
    ],
  )
  .chain((text) =>
    fc.constantFrom(Buffer.from(text), Buffer.concat([Buffer.from(text.slice(0, 100)), Buffer.from([0xff])])),
  )
  .map((content): Body => ({ type: 'application/json', content }));
