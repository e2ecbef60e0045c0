import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { formOf } from '#testing/cast.ts';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { samples } from '../platform/files/sample-files.ts';

/** @returns what tells whether a text is of one piece. V8 may forget code that nobody runs, so each test asks anew. */
function teller(): (text: string) => boolean {
  setFlagsFromString('--allow-natives-syntax');
  const tells = new Function('text', 'return %StringIsFlat(text)') as (text: string) => boolean;
  assert.ok(tells(''));
  setFlagsFromString('--no-allow-natives-syntax');
  return tells;
}

/** The names of the fields whose texts are joined of parts. */
function joined(isOfOnePiece: (text: string) => boolean, value: unknown, name = ''): string[] {
  if (typeof value === 'string') return isOfOnePiece(value) ? [] : [name];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    joined(isOfOnePiece, part, Array.isArray(value) ? name : `${name}.${key}`),
  );
}

for (const database of databases)
  test(`tickets have texts of one piece: of an answer with any other V8 writes all in its slow way (${database})`, async (t) => {
    const isOfOnePiece = teller();
    const found = new Set<string>();
    const { stringify } = JSON;
    // The service takes it when it starts.
    t.mock.method(JSON, 'stringify', (...given: Parameters<typeof stringify>) => {
      for (const name of joined(isOfOnePiece, given[0])) if (name !== '') found.add(name);
      return stringify(...given);
    });
    const app = await startApp(database);
    t.after(() => app.close());
    const { ada, dev } = await app.cast.all();
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Printers' })).is(201);
    const picture = { name: 'picture.png', type: 'image/png', bytes: samples.png };
    (await dev.post(`/api/projects/${project.id}/icon`, formOf({}, [picture], 'icon'))).is(200);
    const { id } = await ada.opens({ project_id: project.id });
    (await ada.attaches({ id }, picture)).is(201);
    (await dev.comments({ id }, 'On it.')).is(201);
    assert.ok(!isOfOnePiece(`${id} and ${project.id}`));
    found.clear();
    for (const path of [`/api/tickets/${id}`, '/api/tickets', '/api/tickets?view=row', '/api/tickets/board?view=row'])
      (await dev.get(path)).is(200);
    assert.deepEqual([...found], []);
  });
