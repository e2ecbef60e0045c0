import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { PersonalRecords } from '#contract/personal-records.ts';
import type { User } from '#contract/users.ts';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { filesIn, folderFor, rowsIn } from '#testing/export-archive.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { newId } from '../../../server/platform/new-id.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const MINE = '/api/auth/me/data.tar';
const SECRET = 'for developers alone';
const internal = { content: SECRET, is_internal: true };

async function archiveIn(t: TestContext, answer: Answer<unknown>): Promise<Map<string, Buffer>> {
  assert.equal(answer.status, 200, answer.text);
  const path = join(await folderFor(t), 'data.tar');
  await writeFile(path, answer.bytes);
  return filesIn(path);
}

const everything = (files: ReadonlyMap<string, Buffer>) => [...files.values()].join('\n');
const textFile = (words: string) => ({ name: 'a.txt', type: 'text/plain', bytes: Buffer.from(words) });

/** A ticket of Ada with what she may see, and with what she may not. */
async function withSecrets({ ada, dev }: { ada: Player; dev: Player }) {
  const ticket = await ada.opens({ title: 'The door of the archive' });
  (await ada.attaches(ticket, textFile('her file'))).is(201);
  (await ada.comments(ticket, 'Her own words.')).is(201);
  (await dev.comments(ticket, internal)).is(201);
  (await dev.patches(ticket, { internal_note: SECRET, assignee_id: dev.id })).is(200);
  return ticket;
}

onEachDatabaseAnew('the data about a person', (app) => {
  test('of oneself is what one may see: of a reporter nothing that is internal', async (t) => {
    const { ada, dev } = await app().cast.all();
    await withSecrets({ ada, dev });
    const files = await archiveIn(t, await ada.get(MINE));
    assert.equal(rowsIn(files, 'users')[0]?.email, 'ada@example.com');
    assert.equal(rowsIn(files, 'tickets')[0]?.title, 'The door of the archive');
    assert.equal(rowsIn(files, 'comments')[0]?.content, 'Her own words.');
    assert.ok([...files.values()].some((bytes) => bytes.toString() === 'her file'));
    assert.ok(!everything(files).includes(SECRET));
    assert.ok(!everything(files).includes('internal_note'), 'not even that there is one');
    assert.ok(!files.has('tables/notices.ndjson') && !files.has('tables/event_outbox.ndjson'));
  });

  test('of somebody who was a developer leaves out what they no longer see, their own words too', async (t) => {
    const { cast } = app();
    const { ada, dev } = await cast.all();
    const ticket = await withSecrets({ ada, dev });
    const guest = await cast.guest();
    (await dev.patch(`/api/users/${guest.id}`, { role: 'developer' })).is(200);
    (await guest.commentsWith(ticket, { is_internal: 'true' }, [textFile(SECRET)])).is(201);
    (await guest.comments(ticket, internal)).is(201);
    (await guest.patches(ticket, { internal_note: `${SECRET}, too`, priority: 'high' })).is(200);
    assert.ok(everything(await archiveIn(t, await guest.get(MINE))).includes(SECRET), 'a developer sees it');
    (await dev.patch(`/api/users/${guest.id}`, { role: 'user' })).is(200);
    const files = await archiveIn(t, await guest.get(MINE));
    assert.ok(!everything(files).includes(SECRET));
    assert.ok(!everything(files).includes(ticket.id), 'somebody else reported it');
  });

  test('is told, taken along and erased by developers, with a record of it', async (t) => {
    const { ada, dev } = await app().cast.all();
    const ticket = await withSecrets({ ada, dev });
    (await ada.post('/api/auth/me/avatar', avatar())).is(200);
    const { tables } = (await dev.get<PersonalRecords>(`/api/users/${ada.id}/data`)).is(200);
    assert.equal(tables.find(({ table }) => table === 'tickets')?.rows, 1);
    const files = await archiveIn(t, await dev.get(`/api/users/${ada.id}/data.tar`));
    assert.ok(everything(files).includes(SECRET), 'a developer may see it all');
    const erase = `/api/users/${ada.id}/erase`;
    assert.deepEqual((await dev.post(erase, { answers: true })).isInvalid(), ['answers']);
    assert.deepEqual((await dev.post(erase, { texts: true })).is(200), { files: 2 });
    (await ada.get('/api/auth/me')).isRefused(401, 'unauthorized');
    assert.equal((await dev.reads(ticket)).is(200).title, '[erased]');
    const [erased] = (await dev.get<User[]>(`/api/users?id=${ada.id}`)).is(200);
    assert.match(erased?.name ?? '', /^Erased person/);
    const actions = (await dev.get<AuditEntry[]>('/api/audit'))
      .is(200)
      .map(({ action, target_id }) => [action, target_id]);
    assert.deepEqual(actions.slice(0, 2), [
      ['person.erased', ada.id],
      ['person.exported', ada.id],
    ]);
  });

  test('that the company account’s provider said goes with an erasure, of whoever was refused too', async () => {
    const { dev } = await app().cast.all();
    const nina = await app().cast.guest();
    const claims = JSON.stringify({ sub: 'nina-7', name: 'Nina' });
    for (const id of [newId(), newId()]) {
      const sql = `insert into sign_in_attempts (id, at, user_id, error, claims, problems)
        values ('${id}', '2026-01-01T00:00:00.000Z', null, 'not_in_group', '${claims}', '[]')`;
      await app().database.write((connection) => connection.run({ sql, parameters: [] }));
    }
    const attempts = async () => (await dev.get('/api/settings/oidc/attempts')).text;
    assert.ok((await attempts()).includes('nina-7'));
    (await dev.post(`/api/users/${nina.id}/erase`, {})).is(200);
    assert.equal((await attempts()).includes('nina-7'), false);
  });

  test('of nobody is not found, and nobody erases themselves', async () => {
    const { dev } = await app().cast.all();
    for (const path of ['data', 'data.tar'])
      (await dev.get(`/api/users/${UNKNOWN}/${path}`)).isRefused(404, 'user_not_found');
    (await dev.post(`/api/users/${UNKNOWN}/erase`, {})).isRefused(404, 'user_not_found');
    (await dev.post(`/api/users/${dev.id}/erase`, {})).isRefused(403, 'forbidden');
    (await dev.get('/api/auth/me')).is(200);
  });
});

const avatar = () => {
  const form = new FormData();
  form.append('avatar', new File([Buffer.from(samples.png)], 'a.png', { type: 'image/png' }));
  return form;
};
