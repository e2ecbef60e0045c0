import fc from 'fast-check'
import { bodiesOf, type Operation, parametersAs, type Schema } from './document.ts'
import { formOf } from './forms.ts'
import { broken, valid } from './from-schema.ts'
import type { Who, World } from './world.ts'

type Fields = Record<string, unknown>

export interface Body {
  /** What it is called; a form names itself. */
  readonly type?: string
  /** The value that is sent as JSON, where it is one. */
  readonly json?: unknown
  readonly content: Uint8Array | FormData
}

/** What is asked. */
export interface Wish {
  readonly operation: Operation
  readonly who: Who
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | null
}

/** Which part of a request is not as it should be. */
type Flaw = 'path' | 'query' | 'headers' | 'body' | 'bytes' | 'type' | 'superfluous body' | null

const utf8 = (text: string) => Buffer.from(text)

/** As text in an address. Half of a surrogate pair goes as the bytes that some encoders make of it. */
const inAddress = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

function queryOf(fields: Fields): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined)
  const asked = pairs.flatMap(([name, value]) => [value].flat().map((one) => `${inAddress(name)}=${inAddress(one)}`))
  return asked.length === 0 ? '' : `?${asked.join('&')}`
}

/** Every operation, as everyone, with everything that its schemas accept; and in 30 of 100 with a flaw. */
export function requests(operations: readonly Operation[], world: World): fc.Arbitrary<Wish> {
  const made = new Map<string, fc.Arbitrary<Wish>>()
  const request = (operation: Operation, flaw: Flaw) => {
    const key = `${operation.name} ${flaw}`
    const known = made.get(key) ?? requestOf(operation, flaw, world)
    made.set(key, known)
    return known
  }
  return fc.tuple(fc.constantFrom(...operations), fc.nat(9), fc.nat()).chain(([operation, n, which]) => {
    const flaws = flawsOf(operation)
    return request(operation, n < 3 ? (flaws[which % flaws.length] ?? null) : null)
  })
}

function flawsOf(operation: Operation): Flaw[] {
  const { json, form } = bodiesOf(operation)
  const flaws: Flaw[] = ['query', 'headers']
  if (operation.path.includes('{')) flaws.push('path')
  if (json) flaws.push('body', 'body', 'body', 'bytes', 'type')
  if (form) flaws.push('body', 'type')
  if (!json && !form && operation.method !== 'GET') flaws.push('superfluous body')
  return flaws
}

function requestOf(operation: Operation, flaw: Flaw, world: World): fc.Arbitrary<Wish> {
  const who = fc.constantFrom<Who>('reporter', 'reporter', 'developer', 'developer', 'developer', 'nobody')
  const part = (place: 'query' | 'header', isFlawed: boolean): fc.Arbitrary<Fields> => {
    const schema = parametersAs(operation, place)
    return (isFlawed ? broken(schema, world.hints) : valid(schema, world.hints)) as fc.Arbitrary<Fields>
  }
  return fc
    .record({
      who,
      path: pathOf(operation, flaw === 'path', world),
      query: part('query', flaw === 'query'),
      headers: part('header', false),
      odd: flaw === 'headers' ? oddHeaders : fc.constant({}),
      body: bodyOf(operation, flaw, world),
    })
    .map(({ who, path, query, headers, odd, body }) => ({
      operation,
      who,
      path: path + queryOf(query ?? {}),
      headers: { ...visible(headers), ...odd },
      body,
    }))
}

/** A header has one line of visible text. */
const visible = (headers: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value).replace(/[^\x21-\x7e]/gu, '-') || '-']),
  )

const headerText = fc.stringMatching(/^[\x21-\x7e\xa0-\xff]{1,300}$/)
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
)

function pathOf({ path, ...operation }: Operation, isFlawed: boolean, world: World): fc.Arbitrary<string> {
  const { properties = {} } = parametersAs({ ...operation, path }, 'path')
  const names = Object.keys(properties)
  const each = (make: typeof valid) =>
    fc.record(Object.fromEntries(names.map((name) => [name, make(properties[name] as Schema, world.hints)])))
  const odd = fc.constantFrom('%', '%00', '%ff', '%2f', '..', '.', 'null', ' ', 'a'.repeat(600), '%E0%A4%A')
  const fill = (ids: Fields) => path.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(ids[name] ?? ''))
  if (isFlawed)
    return fc.oneof(
      each(broken).map((ids) => fill(ids).replace(/\/(?=\/|$)/g, '/-')),
      odd.map((one) => path.replace(/\{\w+\}/g, one.trim() || '%20')),
    )
  const known = world.idsIn(path)
  return (known ? fc.oneof(known, known, each(valid)) : each(valid)).map((ids) => fill(ids as Fields))
}

const asJson = (json: unknown): Body => ({ type: 'application/json', json, content: utf8(JSON.stringify(json)) })

function bodyOf(operation: Operation, flaw: Flaw, world: World): fc.Arbitrary<Body | null> {
  const { json, form } = bodiesOf(operation)
  const make = flaw === 'body' ? broken : valid
  if (flaw === 'superfluous body') return fc.oneof(make(ANYTHING, world.hints).map(asJson), otherTypes, garbage)
  const ways: fc.Arbitrary<Body>[] = []
  if (json && flaw === 'bytes') ways.push(garbage)
  else if (json) ways.push(make(json.schema, world.hints).map(asJson))
  if (form)
    ways.push(
      make(form.schema, world.hints)
        .chain((fields) => formOf(fields, form.schema))
        .map((content): Body => ({ content })),
    )
  if (ways.length === 0) return fc.constant(null)
  const whole = fc.oneof(...ways)
  return flaw === 'type' ? otherTypes : whole
}

const ANYTHING: Schema = { type: 'object', properties: { id: { type: 'string' }, title: { type: 'string' } } }

const otherTypes = fc
  .constantFrom(
    ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/JSON', 'application/json;;'],
    ...['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=x', 'x', ''],
  )
  .map((type): Body => ({ type, content: utf8('{"a":1}') }))

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
  .map((content): Body => ({ type: 'application/json', content }))
