import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { samples } from '#testing/sample-files.ts';
import { formOf as browserForm, DRAFT } from '../server/testing/cast.ts';
import { type DatabaseName, databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { chance, seed, sharedOut, size } from './size.ts';
import { ARCHIVES } from './uploads/archives.ts';
import type { Case } from './uploads/case.ts';
import { CONTENTS } from './uploads/contents.ts';
import { filePart, formOf } from './uploads/form.ts';
import { NAMES } from './uploads/names.ts';
import { runCase } from './uploads/run-case.ts';
import { SHAPES } from './uploads/shapes.ts';
import { SIZES } from './uploads/sizes.ts';
import { disconnectAfter, sendInPieces } from './uploads/slow-clients.ts';
import { storedFiles } from './uploads/stored-files.ts';
import { type Target, targetsIn } from './uploads/targets.ts';

/** The cases of one database. What is refused or taken by its bytes alone is one rule and one code on every database. */
const corpusOn = (name: DatabaseName): Readonly<Record<string, readonly Case[]>> => ({
  'contents of every kind': sharedOut(CONTENTS, name),
  archives: sharedOut(ARCHIVES, name),
  // A database keeps them, and they come back from it.
  'names of every kind': NAMES,
  'forms that are not as they should be': sharedOut(SHAPES, name),
  'sizes around the limits': sharedOut(SIZES, name),
});

/** A form that every target takes. */
const aPhoto = ({ fields, part }: Target) => formOf([...fields, filePart(part, 'a.png', 'image/png', samples.png)]);

for (const name of databases) {
  describe(`uploads (${name})`, () => {
    let app: App;
    let targets: Target[];
    before(async () => {
      app = await startApp(name);
      targets = await targetsIn(app);
    });
    after(() => app.close());

    test('slow bodies are taken, however small their pieces', async () => {
      for (const target of targets)
        for (const pieces of [2, 10, 100, 300])
          assert.equal(
            await sendInPieces(app, target, aPhoto(target), pieces),
            target.status,
            `${target.name}, ${pieces}`,
          );
    });

    test(`a client that disconnects in the middle leaves no file behind (seed ${seed})`, async () => {
      const before = await storedFiles(app);
      const random = chance(seed);
      for (const target of targets) {
        const sent = aPhoto(target);
        const places = Array.from({ length: size(8, 500) }, () => Math.floor(random() * sent.body.length));
        for (const after of [0, 1, ...places, sent.body.length - 1]) await disconnectAfter(app, target, sent, after);
      }
      assert.deepEqual(await storedFiles(app), before);
    });

    test('files of a report that is refused, or that was made before with the same key, do not stay', async () => {
      const dev = await app.cast.dev;
      const before = await storedFiles(app);
      const photo = { name: 'a.png', type: 'image/png', bytes: samples.png };
      const nowhere = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
      (await dev.post('/api/tickets', browserForm({ ...DRAFT, project_id: nowhere }, [photo]))).isRefused(
        400,
        'project_not_found',
      );
      assert.deepEqual(await storedFiles(app), before);
      const once = { 'idempotency-key': 'once' };
      const uploads = Array.from({ length: 5 }, () => dev.post('/api/tickets', browserForm(DRAFT, [photo]), once));
      for (const { status } of await Promise.all(uploads)) assert.ok(status === 201 || status === 409);
      assert.deepEqual(await storedFiles(app), { ...before, count: before.count + 1 });
    });

    for (const [what, cases] of Object.entries(corpusOn(name))) {
      test(`${what}: each target takes or refuses each case as expected (${cases.length} cases)`, async () => {
        const wrong: string[] = [];
        for (const testCase of cases) {
          for (const target of targets) {
            await runCase(app, target, testCase).catch((error: Error) =>
              wrong.push(`${testCase.what}, for ${target.name}: ${error.message}`),
            );
          }
        }
        assert.deepEqual(wrong, []);
      });
    }

    test('every row has its file and every file its row', async () => {
      const { withoutRow, withoutFile, count } = await storedFiles(app);
      assert.deepEqual({ withoutRow, withoutFile }, { withoutRow: [], withoutFile: [] });
      assert.ok(count > 100);
    });
  });
}
