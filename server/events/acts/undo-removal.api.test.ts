import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attachment } from '#contract/attachments.ts';
import type { Comment } from '#contract/comments.ts';
import { DAY, HOUR, MINUTE } from '#platform';
import { act, actOf, undoes } from '#testing/acts.ts';
import { formOf, type Player, type SampleFile } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';
import { DUTIES } from '../../build-worker.ts';
import { runnerOn } from '../../runner.ts';
import { Housekeeping } from '../../service/housekeeping/housekeeping.ts';

const photo: SampleFile = { name: 'photo.png', type: 'image/png', bytes: samples.png };

const attached = async (who: Player, ticket: { id: string }) =>
  (await who.attaches(ticket, photo)).is(201).at(-1) as Attachment;

const detail = async (who: Player, ticket: { id: string }) => {
  const { comments, attachments, awaiting_reply_since, wait } = (await who.reads(ticket)).is(200);
  return { comments, attachments, awaiting_reply_since, wait };
};

onEachDatabase('the undo of a removal', (app) => {
  test('brings a comment back, with its files, replies and notices, as often as one likes', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.put(`/api/tickets/${ticket.id}/following`)).is(204);
    const said = (await ada.commentsWith(ticket, { content: 'Quokka asks why.' }, [photo])).is(201);
    const reply = { content: 'Between us.', is_internal: true, parent_id: said.id };
    (await dev.comments(ticket, reply)).is(201);
    await app().worker.runOnce();
    const states = [await detail(dev, ticket)];
    const notices = async () => (await dev.get<object[]>('/api/notices')).is(200);
    const before = await notices();
    let last = actOf(await ada.takesBack(said));
    states.push(await detail(dev, ticket));
    assert.equal((await dev.lists('?q=quokka')).is(200).length, 0);
    app().clock.advance(HOUR);
    for (let n = 0; n < 3; n += 1) {
      const undo = await undoes(ada, last);
      assert.deepEqual(
        undo.is(200).undone.map(({ field, thing }) => [field, thing?.id]),
        [['comment', said.id]],
      );
      assert.deepEqual(await detail(dev, ticket), states[n % 2]);
      last = actOf(undo);
    }
    assert.deepEqual(await notices(), before);
    const [file] = said.attachments;
    assert.deepEqual((await ada.get(file?.url ?? '')).bytes, samples.png);
    assert.equal((await dev.lists('?q=quokka')).is(200).length, 1);
  });

  test('of a comment is its author’s, and of a file whoever may remove it', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const said = (await dev.comments(ticket, 'For now.')).is(201);
    const file = await attached(ada, ticket);
    const gone = { comment: actOf(await dev.takesBack(said)), file: actOf(await ewa.removes(file)) };
    const { left } = (await undoes(ewa, gone.comment)).is(200);
    assert.deepEqual(
      left.map(({ error }) => error),
      ['not_allowed'],
    );
    for (const who of [ada, jan]) (await undoes(who, gone.comment)).isRefused(404, 'act_not_found');
    (await ada.get(file.url)).isRefused(404, 'file_not_found');
    (await undoes(dev, gone.file)).is(200);
    assert.deepEqual((await ada.get(file.url)).bytes, samples.png);
    assert.deepEqual((await ada.reads(ticket)).is(200).attachments, [file]);
    const { history } = (await ada.reads(ticket)).is(200);
    assert.deepEqual(
      history.map(({ field, old_value, new_value }) => [field, old_value, new_value]),
      [
        ['attachment_removed', 'photo.png', null],
        ['attachment_removed', null, 'photo.png'],
      ],
    );
  });

  test('of a file waits for the comment with which it came', async () => {
    const ada = await app().cast.ada;
    const said = (await ada.commentsWith(await ada.opens(), {}, [photo])).is(201) as Comment;
    const file = actOf(await ada.removes(said.attachments[0] as Attachment));
    const comment = actOf(await ada.takesBack(said));
    const [line] = (await undoes(ada, file)).is(200).left;
    assert.equal(line?.error, 'gone');
    for (const id of [comment, file]) assert.deepEqual((await undoes(ada, id)).is(200).left, []);
    assert.deepEqual((await ada.reads({ id: said.ticket_id })).is(200).comments, [said]);
  });
});

const SOURCE = { given: {}, sealingKey: Buffer.alloc(32) };

const tidies = ({ database, clock, files, sessionUse }: App) => {
  const log = { info() {}, error: (facts: object) => assert.fail(JSON.stringify(facts)) };
  const runner = runnerOn(database, clock);
  return new Housekeeping({ runner, files, source: SOURCE, log, sessionUse, ...DUTIES, jobs: {} }).runDue();
};

onEachDatabaseAnew('what is removed', (app) => {
  const names = async () => (await Array.fromAsync(app().files.names())).map(({ name }) => name);

  test('goes for good once nobody can take it back, its file too', async () => {
    const { ada } = await app().cast.all();
    const ticket = await ada.opens();
    const [stays, file] = [await attached(ada, ticket), await attached(ada, ticket)];
    (await ada.removes(file)).is(204);
    app().clock.advance(30 * DAY - MINUTE);
    await tidies(app());
    assert.ok((await names()).includes(file.filename));
    app().clock.advance(2 * DAY);
    await tidies(app());
    assert.deepEqual(await names(), [stays.filename]);
  });

  test('is gone where it was kept for a shorter time before, the icon of a project too', async () => {
    const { dev } = await app().cast.all();
    const { id } = (await dev.post<{ id: string }>('/api/projects', { name: 'Icons' })).is(201);
    const icon = formOf({}, [{ name: 'a.png', type: 'image/png', bytes: samples.png }], 'icon');
    const path = `/api/projects/${id}/icon`;
    (await dev.send('POST', path, icon)).is(200);
    const removed = actOf(await dev.delete(path));
    (await dev.patch('/api/settings', { undo_days: 1 })).is(200);
    app().clock.advance(3 * DAY);
    await tidies(app());
    (await dev.patch('/api/settings', { undo_days: 30 })).is(200);
    assert.deepEqual(
      (await undoes(dev, removed)).is(200).left.map(({ error }) => error),
      ['gone'],
    );
    (await dev.get(path)).isRefused(404, 'file_not_found');
  });

  test('goes at once with an erasure of its author, and its line is gone', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const file = await attached(ada, ticket);
    const removed = actOf(await dev.removes(file));
    (await dev.post(`/api/users/${ada.id}/erase`, {})).is(200);
    assert.ok(!(await names()).includes(file.filename));
    assert.deepEqual(
      (await act(dev, removed)).lines?.map(({ state }) => state),
      ['gone'],
    );
    assert.deepEqual(
      (await undoes(dev, removed)).is(200).left.map(({ error }) => error),
      ['gone'],
    );
  });
});
