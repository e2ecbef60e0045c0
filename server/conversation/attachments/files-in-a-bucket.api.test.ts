import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBucket } from '#testing/bucket.ts';
import type { SampleFile } from '#testing/cast.ts';
import { databases } from '#testing/databases.ts';
import { samples } from '#testing/sample-files.ts';
import { startApp } from '#testing/start-app.ts';

const photo: SampleFile = { name: 'photo.png', type: 'image/png', bytes: samples.png };
const note: SampleFile = { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('Tray 2.') };

for (const name of databases)
  test(`files of comments are kept in a bucket, given back, and stay while they can be brought back (${name})`, async (t) => {
    const { objects, open } = await startBucket(t);
    const app = await startApp(name, {}, undefined, { files: open('/kwit') });
    t.after(() => app.close());
    const { ada, dev } = await app.cast.all();
    const ticket = await ada.opens();
    const said = (await ada.commentsWith(ticket, {}, [photo, note])).is(201);
    const internal = (await dev.commentsWith(ticket, { is_internal: '1' }, [note])).is(201);
    assert.equal(objects.size, 3);
    const [picture, text] = said.attachments;
    const secret = internal.attachments[0];
    assert.ok(picture && text && secret);
    assert.deepEqual((await ada.get(picture.url)).bytes, samples.png);
    assert.equal((await dev.get(secret.url)).text, 'Tray 2.');
    (await ada.get(secret.url)).isRefused(403, 'forbidden');

    (await ada.removes(picture)).is(204);
    (await ada.get(picture.url)).isRefused(404, 'file_not_found');
    (await dev.takesBack(internal)).is(204);
    assert.equal((await ada.get(text.url)).status, 200);
    (await ada.commentsWith(ticket, { content: ' ' }, [photo])).isInvalid();
    assert.equal(objects.size, 3);
  });
