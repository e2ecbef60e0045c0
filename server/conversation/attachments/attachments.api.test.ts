import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '#contract/tickets.ts';
import { DRAFT, formOf, type SampleFile } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const MIB = 1024 * 1024;
const file = (name: string, type: string, bytes: Uint8Array): SampleFile => ({ name, type, bytes });
const photo = file('photo.png', 'image/png', samples.png);
const office = 'application/vnd.openxmlformats-officedocument.';

const listed: SampleFile[] = [
  photo,
  file('a.jpg', 'image/jpeg', samples.jpeg),
  file('a.gif', 'image/gif', samples.gif),
  file('a.webp', 'image/webp', samples.webp),
  file('a.pdf', 'application/pdf', samples.pdf),
  file('zażółć.txt', 'text/plain', samples.text),
  file('a.json', 'application/json', samples.json),
  file('a.csv', 'text/csv', samples.csv),
  file('a.zip', 'application/zip', samples.zip),
  file('a.docx', `${office}wordprocessingml.document`, samples.docx),
  file('a.xlsx', `${office}spreadsheetml.sheet`, samples.xlsx),
];

onEachDatabase('an attachment', (app) => {
  test('of every listed type is taken, and comes back as it was', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    for (const sample of listed) {
      const all = (await ada.attaches(ticket, sample)).is(201);
      const added = all.at(-1);
      assert.ok(added);
      assert.deepEqual(
        [added.original_name, added.mime_type, added.size, added.uploaded_by, added.ticket_id],
        [sample.name, sample.type, sample.bytes.length, ada.id, ticket.id],
      );
      assert.equal(added.url, `/api/uploads/${added.filename}`);
      const answer = await ada.get(added.url);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.bytes, Buffer.from(sample.bytes));
      const inline = sample.type.startsWith('image/');
      const disposition = answer.headers.get('content-disposition') ?? '';
      assert.match(disposition, inline ? /^inline; filename/ : /^attachment; filename/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(
        answer.headers.get('content-security-policy') ?? '',
        /^default-src 'none'; .*frame-ancestors 'none'; sandbox$/,
      );
      assert.equal(answer.headers.get('content-type')?.split(';')[0], sample.type);
    }
    const names = (await ada.reads(ticket)).is(200).attachments.map(({ original_name }) => original_name);
    assert.deepEqual(
      names,
      listed.map(({ name }) => name),
    );
    assert.equal(new Set((await ada.reads(ticket)).is(200).attachments.map(({ filename }) => filename)).size, 11);
  });

  test('may claim nothing, but nothing that it is not', async () => {
    const { cast, files } = app();
    const ada = await cast.ada;
    const ticket = await ada.opens();
    const unclaimed = (await ada.attaches(ticket, file('a.png', 'application/octet-stream', samples.png))).is(201);
    assert.equal(unclaimed.at(-1)?.mime_type, 'image/png');
    const before = (await Array.fromAsync(files.names())).length;
    const liars = [
      file('a.png', 'image/png', samples.pdf),
      file('a.pdf', 'application/pdf', samples.png),
      file('a.html', 'text/html', Buffer.from('<!doctype html><script>alert(1)</script>')),
      file('a.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      file('a.doc', 'application/msword', samples.pdf),
      file('a.txt', 'text/plain', Buffer.from([0xff, 0xfe, 0x00])),
      file('a.exe', 'application/octet-stream', Buffer.from('MZ\x90\x00\x03\x00\x00\x00')),
    ];
    for (const liar of liars) {
      const { details } = (await ada.attaches(ticket, photo, liar)).isRefused(400, 'unsupported_file_type');
      assert.deepEqual(
        details?.map(({ path, name }) => [path, name]),
        [['attachments[1]', liar.name]],
      );
    }
    assert.equal((await ada.reads(ticket)).is(200).attachments.length, 1);
    assert.equal((await Array.fromAsync(files.names())).length, before);
  });

  test('comes with up to nine others, and 20 MiB in all', async () => {
    const { cast, files } = app();
    const ada = await cast.ada;
    const ticket = await ada.opens();
    const ten = Array.from({ length: 10 }, () => photo);
    assert.equal((await ada.attaches(ticket, ...ten)).is(201).length, 10);
    const half = file('a.txt', 'text/plain', Buffer.alloc(10 * MIB, 'a'));
    assert.equal((await ada.attaches(ticket, half, half)).is(201).length, 12);
    const before = (await Array.fromAsync(files.names())).length;
    (await ada.attaches(ticket, ...ten, photo)).isRefused(400, 'attachments_too_large');
    (await ada.attaches(ticket, half, half, file('b.txt', 'text/plain', Buffer.from('b')))).isRefused(
      400,
      'attachments_too_large',
    );
    const single = file('a.txt', 'text/plain', Buffer.alloc(20 * MIB + 1, 'a'));
    (await ada.attaches(ticket, single)).isRefused(400, 'attachments_too_large');
    (await ada.attaches(ticket)).isRefused(400, 'attachments_required');
    assert.equal((await Array.fromAsync(files.names())).length, before);
  });

  test('comes as a form and in the right part', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    const path = `/api/tickets/${ticket.id}/attachments`;
    (await ada.post(path, { attachments: [] })).isRefused(415, 'unsupported_media_type');
    (await ada.post(path, formOf({ title: 'x' }, [photo]))).isRefused(400, 'validation_error');
    (await ada.post(path, formOf({}, [photo], 'file'))).isRefused(400, 'validation_error');
    const broken = { 'content-type': 'multipart/form-data; boundary=x' };
    (await ada.send('POST', path, '--x\r\nbroken', broken)).isRefused(400, 'validation_error');
  });

  test('is added by everybody who may read the ticket, in every status', async () => {
    const { cast, stranger } = app();
    const { ada, jan, dev } = await cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    (await ada.attaches(ticket, photo)).is(201);
    (await dev.attaches(ticket, photo)).is(201);
    (await jan.attaches(ticket, photo)).isRefused(403, 'forbidden');
    (await jan.attaches({ id: UNKNOWN }, photo)).isRefused(404, 'ticket_not_found');
    (await stranger.post(`/api/tickets/${ticket.id}/attachments`, formOf({}, [photo]))).isRefused(401, 'unauthorized');
  });

  test('is told of once a request, to everyone who may see it, and not when it came with the report or was refused', async () => {
    const { cast } = app();
    const { ada, jan, dev } = await cast.all();
    const ticket = (await ada.post<Ticket>('/api/tickets', formOf({ ...DRAFT }, [photo]))).is(201);
    const heard = await ada.listens();
    (await ada.attaches(ticket, photo, photo)).is(201);
    (await ada.attaches(ticket, file('a.png', 'image/png', samples.pdf))).isRefused(400, 'unsupported_file_type');
    (await jan.attaches(ticket, photo)).isRefused(403, 'forbidden');
    (await dev.attaches(ticket, photo)).is(201);
    const [created, ...added] = await dev.eventsOf(ticket);
    assert.equal(created?.event_name, 'ticket.created');
    const payload = { ticket_id: ticket.id, number: ticket.number, changed: ['attachments'] };
    assert.deepEqual(
      added.map((event) => [event.event_name, event.actor_user_id, event.payload]),
      [ada, dev].map(({ id }) => ['ticket.updated', id, payload]),
    );
    const events = (await heard.until('ticket.updated', ticket)).concat(await heard.until('ticket.updated', ticket));
    assert.deepEqual(
      events.map(({ data }) => [data?.type, data?.actor_user_id, data?.version]),
      [ada, dev].map(({ id }) => ['ticket.updated', id, 1]),
    );
    await heard.close();
  });

  test('is downloaded by everybody who may read the ticket, whole or in part', async () => {
    const { cast, stranger } = app();
    const { ada, jan, dev } = await cast.all();
    const ticket = await ada.opens();
    const [added] = (await ada.attaches(ticket, file('a.txt', 'text/plain', Buffer.from('0123456789')))).is(201);
    const url = added?.url ?? '';
    (await stranger.get(url)).isRefused(401, 'unauthorized');
    (await jan.get(url)).isRefused(403, 'forbidden');
    assert.equal((await dev.get(url)).text, '0123456789');
    const ranges: [string, string, string][] = [
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=-11', '0123456789', 'bytes 0-9/10'],
      ['bytes=5-99', '56789', 'bytes 5-9/10'],
    ];
    for (const [range, text, contentRange] of ranges) {
      const answer = await ada.get(url, { range });
      assert.deepEqual(
        [answer.status, answer.text, answer.headers.get('content-range'), answer.headers.get('content-length')],
        [206, text, contentRange, String(text.length)],
      );
    }
    (await ada.get(url, { range: 'bytes=-0' })).isRefused(416, 'range_not_satisfiable');
    const beyond = await ada.get(url, { range: 'bytes=10-' });
    beyond.isRefused(416, 'range_not_satisfiable');
    const header = (name: string) => beyond.headers.get(name);
    assert.deepEqual([header('content-range'), header('cache-control')], ['bytes */10', 'no-store']);
    for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=x'])
      assert.deepEqual(
        [(await ada.get(url, { range })).status, (await ada.get(url, { range })).text.length],
        [200, 10],
      );
    for (const name of ['0'.repeat(32), 'x', 'kwit.db'])
      (await ada.get(`/api/uploads/${name}`)).isRefused(404, 'file_not_found');
    for (const name of ['..%2f..%2fkwit.db', '%00', 'a%20b', '%C5%BC'])
      (await ada.get(`/api/uploads/${name}`)).isRefused(400, 'invalid_filename');
  });

  test('is asked for again each time, by everybody who may read it now', async () => {
    const { ada, jan, stranger } = { ...(await app().cast.all()), stranger: app().stranger };
    const ticket = await ada.opens();
    const [added] = (await ada.attaches(ticket, photo)).is(201);
    const url = `${added?.url ?? ''}?v=2`;
    const { headers } = await ada.get(url);
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.match(headers.get('vary') ?? '', /Authorization/i);
    const held = { 'if-none-match': headers.get('etag') ?? '' };
    const again = await ada.get(url, held);
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    (await jan.get(url, held)).isRefused(403, 'forbidden');
    (await stranger.get(url, held)).isRefused(401, 'unauthorized');
  });

  test('that has gone is refused, and nobody keeps the refusal', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    const [added] = (await ada.attaches(ticket, photo)).is(201);
    const url = added?.url ?? '';
    assert.match((await ada.get(url)).headers.get('cache-control') ?? '', /no-cache/);
    await app().files.remove(added?.filename ?? '');
    for (const range of ['', 'bytes=0-3']) {
      const gone = await ada.get(url, range ? { range } : {});
      gone.isRefused(404, 'file_not_found');
      assert.equal(gone.headers.get('cache-control'), 'no-store');
      for (const name of ['etag', 'content-disposition', 'accept-ranges']) assert.equal(gone.headers.get(name), null);
    }
  });

  test('keeps its name, without what could harm', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    const [quoted] = (await ada.attaches(ticket, file('żółć "a"\n100%.txt', 'text/plain', samples.text))).is(201);
    assert.equal(quoted?.original_name, 'żółć "a"100%.txt');
    const [batch, program] = (
      await ada.attaches(
        await ada.opens(),
        file('run.bat', 'text/plain', samples.text),
        file('x.exe', 'image/png', samples.png),
      )
    ).is(201);
    assert.deepEqual([batch?.original_name, program?.original_name], ['run.bat.txt', 'x.exe.png']);
    for (const name of ['żółć "a".txt', '../../etc/passwd.txt', 'a\\b.txt', `${'n'.repeat(400)}.txt`]) {
      const added = (await ada.attaches(ticket, file(name, 'text/plain', samples.text))).is(201).at(-1);
      assert.doesNotMatch(added?.original_name ?? '/', /[/\\]/);
      assert.ok((added?.original_name ?? '').length <= 255);
      assert.equal((await ada.get(added?.url ?? '')).status, 200);
    }
  });
});
