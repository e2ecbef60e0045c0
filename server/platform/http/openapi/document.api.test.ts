import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { OPERATION_IDS } from '#contract/operation-ids.ts';
import { record } from '#contract/scalars.ts';
import { onEachDatabase } from '#testing/start-app.ts';
import { NamedSchemas } from './named-schemas.ts';
import { brokenPromises, promisesOf } from './promises.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly responses: Readonly<Record<string, object>>;
}

interface Document extends Readonly<Record<string, unknown>> {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, Record<string, Operation>>;
  readonly tags: readonly { name: string }[];
  readonly components: Readonly<Record<string, Record<string, object>>>;
}

/** In bytes. */
const LARGEST = 600_000;
const CONTRACT = new URL('../../../../contract/', import.meta.url);
/** Files of the contract in which no schema is. */
const WITHOUT_SCHEMAS = [
  'bug-texts.ts',
  'mentions.ts',
  'name-forms.ts',
  'personal-data.ts',
  'file-texts.ts',
  'operation-ids.ts',
  'schemas.ts',
  'screens.ts',
  'ticket-fields.ts',
  'tags.ts',
  'trace-context.ts',
];

onEachDatabase('the document of the interface', (app) => {
  const read = async () => (await app().stranger.get<Document>('/api/openapi.json')).is(200);
  const operationsOf = ({ paths }: Pick<Document, 'paths'>) =>
    Object.values(paths).flatMap((methods) => Object.values(methods));

  test('gives each operation a name of its own, and uses each name of the list', async () => {
    const used = operationsOf(await read()).map(({ operationId }) => operationId);
    // The web app's pages, old addresses of them, and the agents' protocol are no part of the document.
    const hidden: readonly string[] = ['getWebApp', 'openOldAddress', 'exchangeMcpMessage'];
    const listed = OPERATION_IDS.filter((id) => !hidden.includes(id));
    assert.deepEqual(used.toSorted(), listed.toSorted());
  });

  test('keeps every promise of the last release', async () => {
    const released = readFileSync(new URL('released-interface.txt', CONTRACT), 'utf8');
    assert.ok(released.split('\n').length > 1000);
    const broken = brokenPromises(released, promisesOf(await read()));
    assert.deepEqual(broken, [], 'programs rely on this; add the new beside the old');
  });

  test('says what there is once: what has a name is a component, and every refusal is one', async () => {
    const { components, paths, webhooks } = await read();
    for (const name of ['Ticket', 'TicketDetail', 'Comment', 'Attachment', 'User', 'Project', 'Settings', 'Error'])
      assert.ok(components.schemas?.[name], name);
    for (const name of Object.keys(components.schemas ?? {})) assert.match(name, /^[A-Z]/);
    for (const { operationId, responses } of operationsOf({ paths }))
      for (const [status, response] of Object.entries(responses))
        if (Number(status) >= 400) assert.deepEqual(Object.keys(response), ['$ref'], `${operationId} ${status}`);
    assert.ok(webhooks['ticket.closed']?.post);
    for (const header of ['Link', 'ETag', 'Retry-After']) assert.ok(components.headers?.[header], header);
    for (const parameter of ['IdempotencyKey', 'Limit', 'Cursor'])
      assert.ok(components.parameters?.[parameter], parameter);
  });

  test('has references that lead somewhere, and nothing that only this service understands', async () => {
    const document = await read();
    const text = JSON.stringify(document);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      assert.ok(document.components[kind]?.[name], `${kind}/${name}`);
    assert.doesNotMatch(text, /"(text|line)":(true|"as is")/);
  });

  test('tells the scope that a token needs in words, for only OAuth has scopes in OpenAPI', async () => {
    const operations = operationsOf(await read());
    assert.deepEqual(new Set(operations.flatMap(({ security }) => security.flatMap(Object.values).flat())), new Set());
    for (const { description, security, operationId } of operations)
      assert.equal(
        security.some((scheme) => 'token' in scheme),
        /Scope of tokens: `(read|write|admin|shipments)`/.test(description),
        operationId,
      );
  });

  test('is small enough to be read at once', async () => {
    const answer = await fetch(`${app().address}/api/openapi.json`);
    const { byteLength } = await answer.arrayBuffer();
    assert.ok(byteLength < LARGEST, `${byteLength} bytes`);
  });
});

describe('the schemas of the document', () => {
  test('are those of every file of the contract', () => {
    const files = readdirSync(CONTRACT).filter((name) => /\.ts$/.test(name) && !/(\.test|\bwords)\.ts$/.test(name));
    const exported = readFileSync(new URL('schemas.ts', CONTRACT), 'utf8');
    const missing = files.filter((name) => !WITHOUT_SCHEMAS.includes(name) && !exported.includes(`'./${name}'`));
    assert.deepEqual(missing, [], 'export them from contract/schemas.ts');
  });

  test('have one name each', () => {
    const twice = { One: record({ a: record({}) }), Other: record({ a: record({}) }) };
    assert.throws(() => new NamedSchemas(twice), /One and Other are the same/);
  });
});

describe('a promise of the last release', () => {
  const document = (schema: object, codes: readonly string[] = []) => ({
    paths: {
      '/api/things': {
        get: {
          operationId: 'listThings',
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
            400: {
              content: { 'application/json': { schema: { allOf: [{ properties: { error: { enum: codes } } }] } } },
            },
          },
        },
      },
    },
    components: { schemas: { Thing: schema } },
  });
  const thing = { properties: { id: { type: 'string' }, size: { type: ['integer', 'null'] } }, required: ['id'] };
  const released = [
    'Thing.id: string',
    'Thing.size?: integer null',
    'listThings: /api/things GET',
    'listThings 200 application/json: Thing',
    'listThings refuses: 400/too_big',
  ].join('\n');

  test('is kept by a document that adds to it', () => {
    const more = { ...thing, properties: { ...thing.properties, name: { type: 'string' } } };
    assert.deepEqual(brokenPromises(released, promisesOf(document(more, ['too_big', 'too_small']))), []);
  });

  test('is broken when a field goes, is renamed, or changes its type, and when a code or an operation goes', () => {
    const broken = (schema: object, codes?: readonly string[]) =>
      brokenPromises(released, promisesOf(document(schema, codes)));
    const renamed = { properties: { key: { type: 'string' }, size: thing.properties.size }, required: ['key'] };
    assert.deepEqual(broken(renamed, ['too_big']), ['Thing.id: string']);
    assert.deepEqual(broken({ ...thing, required: [] }, ['too_big']), ['Thing.id: string']);
    assert.deepEqual(broken(thing, ['too_small']), ['listThings refuses: 400/too_big']);
    const moved = { ...document(thing, ['too_big']), paths: {} };
    assert.deepEqual(brokenPromises(released, promisesOf(moved)).slice(0, 2), [
      'listThings: /api/things',
      'listThings: GET',
    ]);
  });
});
