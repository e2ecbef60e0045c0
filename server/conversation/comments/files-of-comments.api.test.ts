import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attachment } from '#contract/attachments.ts';
import type { Comment } from '#contract/comments.ts';
import { formOf, type Player, type SampleFile, withoutActs } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const photo: SampleFile = { name: 'photo.png', type: 'image/png', bytes: samples.png };
const text = (name: string, content = name): SampleFile => ({
  name,
  type: 'text/plain',
  bytes: Buffer.from(content),
});

onEachDatabase('a comment with files', (app) => {
  const countFiles = async () => (await Array.fromAsync(app().files.names())).length;
  const namesOf = (files: readonly Attachment[]) => files.map(({ original_name }) => original_name);
  const downloads = (who: Player, files: readonly Attachment[]) => Promise.all(files.map(({ url }) => who.get(url)));

  test('is answered with them, and the ticket has them under the comment and among its own', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const [own] = (await ada.attaches(ticket, text('own.txt'))).is(201);
    const said = (await dev.commentsWith(ticket, { content: 'See both.', type: 'answer' }, [photo, text('a.txt')])).is(
      201,
    );
    assert.deepEqual([said.content, said.type, said.is_internal], ['See both.', 'answer', false]);
    assert.deepEqual(
      said.attachments.map((file) => [file.original_name, file.comment_id, file.ticket_id, file.is_internal]),
      [photo.name, 'a.txt'].map((name) => [name, said.id, ticket.id, false]),
    );
    assert.deepEqual([own?.comment_id, own?.is_internal], [null, false]);
    // Developers also read where a comment and its files came from.
    for (const [who, more] of [[ada, {}] as const, [dev, { merged_from: null }] as const]) {
      const { comments, attachments } = (await who.reads(ticket)).is(200);
      const files = withoutActs(said.attachments).map((file) => ({ ...file, ...more }));
      assert.deepEqual(withoutActs(comments), [{ ...withoutActs(said), ...more, attachments: files }]);
      assert.deepEqual(withoutActs(attachments), [{ ...own, ...more }, ...files]);
      assert.deepEqual(
        [...comments, ...attachments].map((row) => row.act_id !== undefined),
        Array(4).fill(who === dev),
      );
    }
    const [shown, written] = await downloads(ada, said.attachments);
    assert.deepEqual([shown?.bytes, written?.text], [samples.png, 'a.txt']);
  });

  test('takes the fields of a comment as text, and only those', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const parent = (await dev.comments(ticket, { content: 'First.', is_internal: true })).is(201);
    const reply = { is_internal: 'true', is_closure_summary: '0', parent_id: parent.id, type: '' };
    const said = (await dev.commentsWith(ticket, reply, [])).is(201);
    assert.deepEqual(
      [said.is_internal, said.is_closure_summary, said.parent_id, said.type, said.attachments],
      [true, false, parent.id, 'comment', []],
    );
    const before = await countFiles();
    for (const [fields, wrong] of [
      [{ content: ' ' }, 'content'],
      [{ is_internal: 'yes' }, 'is_internal'],
      [{ colour: 'red' }, 'colour'],
    ] as const)
      assert.deepEqual((await dev.commentsWith(ticket, fields, [photo])).isInvalid(), [wrong]);
    (await ada.commentsWith(ticket, { is_internal: '1' }, [photo])).isRefused(403, 'forbidden');
    (await ada.commentsWith(ticket, { parent_id: parent.id }, [photo])).isRefused(400, 'invalid_parent_comment');
    const nothing = await ada.post(`/api/tickets/${ticket.id}/comments`, formOf({}, [photo]));
    assert.deepEqual(nothing.isInvalid(), ['content']);
    assert.equal((await dev.reads(ticket)).is(200).attachments.length, 0);
    assert.equal(await countFiles(), before);
  });

  test('is there whole or not at all', async () => {
    const { ada, jan } = await app().cast.all();
    const ticket = await ada.opens();
    const before = await countFiles();
    const liar = { ...photo, bytes: samples.pdf };
    const eleven = Array.from({ length: 11 }, () => photo);
    const large = text('large.txt', 'a'.repeat(20 * 1024 * 1024 + 1));
    (await ada.commentsWith(ticket, {}, [photo, liar])).isRefused(400, 'unsupported_file_type');
    (await ada.commentsWith(ticket, {}, eleven)).isRefused(400, 'attachments_too_large');
    (await ada.commentsWith(ticket, {}, [large])).isRefused(400, 'attachments_too_large');
    (await jan.commentsWith(ticket, {}, [photo])).isRefused(403, 'forbidden');
    (await ada.commentsWith({ id: UNKNOWN }, {}, [photo])).isRefused(404, 'ticket_not_found');
    const { comments, attachments, history, updated_at } = (await ada.reads(ticket)).is(200);
    assert.deepEqual([comments, attachments, history, updated_at], [[], [], [], ticket.updated_at]);
    assert.equal(await countFiles(), before);
    assert.equal((await ada.commentsWith(ticket, {}, eleven.slice(1))).is(201).attachments.length, 10);
  });

  test('that is sent again with its key is there once, with its files; other files are another request', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    const key = { 'idempotency-key': `files ${ticket.id}` };
    const first = (await ada.commentsWith(ticket, {}, [photo, text('a.txt')], key)).is(201);
    const before = await countFiles();
    assert.deepEqual((await ada.commentsWith(ticket, {}, [photo, text('a.txt')], key)).is(201), first);
    (await ada.commentsWith(ticket, {}, [photo, text('a.txt', 'b')], key)).isRefused(422, 'idempotency_key_reused');
    (await ada.comments(ticket, 'Look.', key)).isRefused(422, 'idempotency_key_reused');
    assert.equal(await countFiles(), before);
    assert.deepEqual((await ada.reads(ticket)).is(200).comments, [first]);
  });

  test('and is internal shows its files to developers alone, anywhere', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const heard = await ada.listens();
    const secret = (await dev.commentsWith(ticket, { is_internal: '1' }, [photo, text('secret.txt')])).is(201);
    assert.deepEqual(
      secret.attachments.map(({ is_internal }) => is_internal),
      [true, true],
    );
    const shown = (await dev.commentsWith(ticket, {}, [text('shown.txt')])).is(201);
    for (const answer of await downloads(ewa, [...secret.attachments, ...shown.attachments]))
      assert.equal(answer.status, 200);
    for (const who of [ada, jan])
      for (const answer of await downloads(who, secret.attachments)) answer.isRefused(403, 'forbidden');
    assert.deepEqual(namesOf((await ada.reads(ticket)).is(200).attachments), ['shown.txt']);
    assert.deepEqual(namesOf((await ada.attaches(ticket, text('own.txt'))).is(201)), ['shown.txt', 'own.txt']);
    assert.equal((await dev.attaches(ticket, text('his.txt'))).is(201).length, 5);
    const count = async (who: Player) => {
      const [row] = (await who.get<{ attachment_count: number }[]>(`/api/tickets?view=row&number=${ticket.number}`)).is(
        200,
      );
      return row?.attachment_count;
    };
    assert.deepEqual([await count(ada), await count(dev)], [3, 5]);
    const hidden = secret.attachments[0] as Attachment;
    (await ada.removes(hidden)).isRefused(404, 'file_not_found');
    const events = [(await heard.event()).event, (await heard.event()).event];
    assert.deepEqual(events, ['comment.created', 'ticket.updated']);
    await heard.close();
  });

  test('that is taken back takes its files along', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const said = (await ada.commentsWith(ticket, {}, [photo, text('a.txt')])).is(201);
    const quiet = (await dev.commentsWith(ticket, { is_internal: 'true' }, [photo])).is(201);
    for (const [who, comment] of [[ada, said] as const, [dev, quiet] as const]) {
      (await who.takesBack(comment)).is(204);
      for (const answer of await downloads(dev, comment.attachments)) answer.isRefused(404, 'file_not_found');
    }
    const { comments, attachments, history } = (await dev.reads(ticket)).is(200);
    assert.deepEqual([comments, attachments, history], [[], [], []]);
    const changed = (await dev.eventsOf(ticket)).slice(-2).map(({ payload }) => payload.changed);
    assert.deepEqual(changed, [
      ['comments', 'attachments'],
      ['internal_comments', 'internal_attachments'],
    ]);
  });

  test('that is edited keeps them', async () => {
    const ada = await app().cast.ada;
    const said = (await ada.commentsWith(await ada.opens(), {}, [photo])).is(201);
    const path = `/api/tickets/${said.ticket_id}/comments/${said.id}`;
    const edited = (await ada.patch<Comment>(path, { content: 'Look here.' })).is(200);
    assert.deepEqual(edited.attachments, said.attachments);
  });
});
