import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attachment } from '#contract/attachments.ts';
import { MINUTE } from '#platform';
import type { Player, SampleFile } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const photo: SampleFile = { name: 'photo.png', type: 'image/png', bytes: samples.png };

onEachDatabase('an attachment that is removed', (app) => {
  const storedNames = async () => (await Array.fromAsync(app().files.names())).map(({ name }) => name);
  const attached = async (who: Player, ticket: { id: string }) =>
    (await who.attaches(ticket, photo)).is(201).at(-1) as Attachment;

  test('is out of sight, with its bytes kept; the history keeps its name, and open pages hear of it', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const file = await attached(ada, ticket);
    const heard = await ada.listens();
    clock.advance(MINUTE);
    (await ada.removes(file)).is(204);
    (await ada.get(file.url)).isRefused(404, 'file_not_found');
    assert.ok((await storedNames()).includes(file.filename));
    const now = new Date(clock.now()).toISOString();
    const { attachments, history, updated_at, version } = (await ada.reads(ticket)).is(200);
    assert.deepEqual([attachments, updated_at, version], [[], now, ticket.version]);
    const change = { field: 'attachment_removed', old_value: 'photo.png', new_value: null };
    assert.deepEqual(history, [{ ...change, user_id: ada.id, user_name: ada.user.name, created_at: now, via: null }]);
    assert.equal((await heard.event()).event, 'ticket.updated');
    await heard.close();
    const last = (await dev.eventsOf(ticket)).at(-1);
    assert.deepEqual([last?.event_name, last?.payload.changed], ['ticket.updated', ['attachments']]);
    (await ada.removes(file)).isRefused(404, 'file_not_found');
  });

  test('was uploaded by the person who removes it, unless a developer does', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const [ticket, elsewhere] = [await ada.opens(), await ada.opens()];
    const [own, his] = [await attached(ada, ticket), await attached(dev, ticket)];
    (await jan.removes(own)).isRefused(403, 'forbidden');
    assert.match((await ada.removes(his)).isRefused(403, 'forbidden').message, /Somebody else uploaded/);
    (await ada.removes({ ...own, ticket_id: elsewhere.id })).isRefused(404, 'file_not_found');
    (await ada.removes({ ...own, id: UNKNOWN })).isRefused(404, 'file_not_found');
    (await ada.removes({ ...own, ticket_id: UNKNOWN })).isRefused(404, 'ticket_not_found');
    assert.deepEqual((await ada.removes({ ...own, id: 'x' })).isInvalid(), ['attachmentId']);
    for (const file of [own, his]) (await ewa.removes(file)).is(204);
    assert.deepEqual((await ada.reads(ticket)).is(200).attachments, []);
  });

  test('and came with a comment leaves the comment as it is', async () => {
    const ada = await app().cast.ada;
    const said = (await ada.commentsWith(await ada.opens(), {}, [photo, photo])).is(201);
    const [first, second] = said.attachments;
    assert.ok(first && second);
    (await ada.removes(first)).is(204);
    const { comments } = (await ada.reads({ id: said.ticket_id })).is(200);
    assert.deepEqual(comments, [{ ...said, attachments: [second] }]);
  });

  test('and was internal leaves reporters without row, event or trace', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const secret = (await dev.commentsWith(ticket, { is_internal: '1' }, [photo])).is(201).attachments[0] as Attachment;
    const before = (await ada.reads(ticket)).is(200);
    const heard = await ada.listens();
    clock.advance(MINUTE);
    (await ada.removes(secret)).isRefused(404, 'file_not_found');
    (await dev.removes(secret)).is(204);
    assert.deepEqual((await ada.reads(ticket)).is(200), before);
    const { history } = (await dev.reads(ticket)).is(200);
    assert.deepEqual([history[0]?.field, history[0]?.old_value], ['attachment_removed', 'photo.png']);
    assert.deepEqual((await dev.eventsOf(ticket)).at(-1)?.payload.changed, ['internal_attachments']);
    (await ada.comments(ticket, 'Anything?')).is(201);
    assert.equal((await heard.event()).event, 'comment.created');
    await heard.close();
  });
});
