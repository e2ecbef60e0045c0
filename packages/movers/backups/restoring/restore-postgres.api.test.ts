/** A backup of PostgreSQL comes back into an empty database. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { emptyDatabase } from '#testing/empty-database.ts';
import { comparable, exportTo, filesIn, folderFor } from '#testing/export-archive.ts';
import { samples } from '#testing/sample-files.ts';
import { startApp } from '#testing/start-app.ts';
import { type } from '#testing/typed-command.ts';

for (const name of databases.filter((database) => database === 'postgres'))
  describe(`a restore (${name})`, () => {
    test('has every row and file again, and sends nothing old', async (t) => {
      const app = await startApp(name);
      t.after(() => app.close());
      const folder = await folderFor(t);
      const { ada, dev } = await app.cast.all();
      const ticket = await ada.opens();
      (await ada.attaches(ticket, { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf })).is(201);
      const comment = (await dev.comments(ticket, 'Seen?')).is(201);
      (await ada.comments(ticket, { content: 'Yes.', parent_id: comment.id })).is(201);
      (await dev.patches(ticket, { status: 'closed', closure_summary: 'Turned it off and on.' })).is(200);
      (await dev.patch('/api/settings', { app_name: 'Ours', smtp_host: 'mail.example.com', smtp_pass: 'hunter2' })).is(
        200,
      );
      assert.equal((await type(app, 'backup', join(folder, 'backups'))).code, 0);
      const [backup = ''] = readdirSync(join(folder, 'backups')).filter((folderName) => /^\d/.test(folderName));
      const empty = await emptyDatabase();
      t.after(() => empty.drop());
      const environment = { ...app.environment, DATABASE_URL: empty.url, DATA_DIR: join(folder, 'data') };
      const restore = () => type({ ...app, environment }, 'restore', join(folder, 'backups', backup));
      const { code, said } = await restore();
      assert.equal(code, 0, said);
      assert.match(said, /Nothing old is sent: [1-9]/);
      assert.match((await restore()).said, /has tables of Kwit/);
      const again = await startApp(name, { DATABASE_URL: empty.url, DATA_DIR: join(folder, 'data') });
      t.after(() => again.close());
      const [before, after] = [join(folder, 'before.tar'), join(folder, 'after.tar')];
      await exportTo(before, app);
      await exportTo(after, { ...again, files: app.files });
      assert.deepEqual(comparable(await filesIn(after)), comparable(await filesIn(before)));
      assert.equal((await type({ ...app, environment }, 'check')).code, 0);
      while ((await again.worker.runOnce()).claimed > 0);
      assert.equal(again.mailbox.list().length, 0);
      const headers = { authorization: `Bearer ${ada.token}` };
      (await again.stranger.get(`/api/tickets/${ticket.id}`, headers)).is(200);
    });
  });
