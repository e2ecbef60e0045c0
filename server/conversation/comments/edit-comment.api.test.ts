import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SummaryFeed } from '#contract/closure-summaries.ts';
import type { Comment, CommentEdit } from '#contract/comments.ts';
import { MINUTE } from '#platform';
import { type Player, withoutActs } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

type Said = Pick<Comment, 'id' | 'ticket_id'>;

const pathOf = ({ ticket_id, id }: Said) => `/api/tickets/${ticket_id}/comments/${id}`;
const edits = (who: Player, said: Said, content: unknown) => who.patch<Comment>(pathOf(said), { content });
const formerTexts = (who: Player, said: Said, query = '') => who.get<CommentEdit[]>(`${pathOf(said)}/edits${query}`);

onEachDatabase('a comment that is edited', (app) => {
  test('has its new text everywhere, says when, and moves the ticket up but is no new version of it', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const said = (await ada.comments(ticket, 'A quokka sits in the tray.')).is(201);
    assert.equal(said.edited_at, null);
    clock.advance(MINUTE);
    const now = new Date(clock.now()).toISOString();
    const edited = (await edits(ada, said, ' A wombat sits in the tray. ')).is(200);
    assert.deepEqual(edited, { ...said, content: 'A wombat sits in the tray.', edited_at: now });
    for (const [reader, seen] of [[ada, edited] as const, [dev, { ...edited, merged_from: null }] as const]) {
      const { comments, updated_at, version } = (await reader.reads(ticket)).is(200);
      assert.deepEqual([withoutActs(comments), updated_at, version], [[seen], now, ticket.version]);
    }
    const hits = async (word: string) => (await ada.lists(`?q=${word}`)).is(200).length;
    assert.deepEqual([await hits('quokka'), await hits('wombat')], [0, 1]);
  });

  test('is told to nobody: no event is recorded and no mail goes out', async () => {
    const { cast, mailbox, worker } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const mailsAboutIt = () => mailbox.list().filter(({ subject }) => subject.startsWith(`[#${ticket.number}]`)).length;
    const said = (await dev.comments(ticket, 'Soon.')).is(201);
    await worker.runOnce();
    const before = [await dev.namesOf(ticket), mailsAboutIt()];
    assert.ok(mailsAboutIt() > 0);
    (await edits(dev, said, 'Tomorrow.')).is(200);
    await worker.runOnce();
    assert.deepEqual([await dev.namesOf(ticket), mailsAboutIt()], before);
  });

  test('keeps its former texts for developers, newest first, page by page', async () => {
    const { cast, clock } = app();
    const { ada, jan, dev, ewa } = await cast.all();
    const ticket = await ada.opens();
    const said = (await dev.comments(ticket, { content: 'One.', is_closure_summary: true })).is(201);
    const at: string[] = [];
    for (const [who, text] of [[dev, 'Two.'] as const, [ewa, 'Three.'] as const]) {
      clock.advance(MINUTE);
      at.push(new Date(clock.now()).toISOString());
      (await edits(who, said, text)).is(200);
    }
    const expected = [
      { content: 'Two.', edited_by: ewa.id, edited_at: at[1] },
      { content: 'One.', edited_by: dev.id, edited_at: at[0] },
    ];
    assert.deepEqual((await formerTexts(ewa, said)).is(200), expected);
    const page = await formerTexts(dev, said, '?limit=1');
    const rest = await dev.get<CommentEdit[]>(page.next ?? '');
    assert.deepEqual([...page.is(200), ...rest.is(200), rest.next], [...expected, null]);
    for (const who of [ada, jan]) (await formerTexts(who, said)).isRefused(403, 'forbidden');
    (await formerTexts(dev, { ...said, id: UNKNOWN })).isRefused(404, 'comment_not_found');
    (await formerTexts(dev, { ...said, ticket_id: UNKNOWN })).isRefused(404, 'ticket_not_found');
    assert.deepEqual((await formerTexts(dev, said, '?cursor=WzFd')).isInvalid(), ['cursor']);
  });

  test('with the text that it has is left as it is', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const said = (await ada.comments(ticket, 'Same.')).is(201);
    const before = (await ada.reads(ticket)).is(200);
    assert.deepEqual((await edits(ada, said, 'Same. ')).is(200), said);
    assert.deepEqual((await ada.reads(ticket)).is(200), before);
    assert.deepEqual((await formerTexts(dev, said)).is(200), []);
  });

  test('is its author’s; a closure summary is any developer’s', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const [ticket, elsewhere] = [await ada.opens(), await ada.opens()];
    const [own, said] = [(await ada.comments(ticket, 'Mine.')).is(201), (await dev.comments(ticket, 'His.')).is(201)];
    for (const [who, comment] of [[dev, own] as const, [ewa, said] as const, [ada, said] as const])
      assert.match((await edits(who, comment, 'No.')).isRefused(403, 'forbidden').message, /Somebody else wrote/);
    (await edits(jan, own, 'No.')).isRefused(403, 'forbidden');
    const answer = (await dev.comments(ticket, { content: 'Done.', is_closure_summary: true })).is(201);
    (await edits(ada, answer, 'No.')).isRefused(403, 'forbidden');
    assert.equal((await edits(ewa, answer, 'All done.')).is(200).user_id, dev.id);
    (await dev.comments(ticket, { content: 'Better.', is_closure_summary: true })).is(201);
    (await edits(ewa, answer, 'No longer the answer.')).isRefused(403, 'forbidden');
    (await edits(ada, { ...own, ticket_id: elsewhere.id }, 'No.')).isRefused(404, 'comment_not_found');
    (await edits(ada, { ...own, ticket_id: UNKNOWN }, 'No.')).isRefused(404, 'ticket_not_found');
    for (const content of ['', '  ', 'x'.repeat(10_001), null, 1])
      assert.deepEqual((await edits(ada, own, content)).isInvalid(), ['content']);
    assert.deepEqual((await ada.patch(pathOf(own), {})).isInvalid(), ['body']);
    assert.deepEqual((await ada.patch(pathOf(own), { content: 'x', type: 'answer' })).isInvalid(), ['type']);
  });

  test('and is internal does not move the ticket, and stays unknown to others', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const quiet = (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201);
    const before = (await ada.reads(ticket)).is(200);
    clock.advance(MINUTE);
    (await edits(dev, quiet, 'Still between us.')).is(200);
    assert.deepEqual((await ada.reads(ticket)).is(200), before);
    const unknown = (await edits(ada, { ...quiet, id: UNKNOWN }, 'No.')).isRefused(404, 'comment_not_found');
    assert.equal((await edits(ada, quiet, 'No.')).isRefused(404, 'comment_not_found').message, unknown.message);
  });

  test('and is the answer of a closed ticket is the answer that others are offered and the feed tells', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({
      title: 'Platypus scanner is mute',
      description: 'The platypus scanner says nothing.',
    });
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Turn the platypus scanner on.' })).is(200);
    const [answer] = (await dev.reads(ticket)).is(200).comments;
    assert.ok(answer);
    (await edits(dev, answer, 'Reset the platypus scanner.')).is(200);
    const [similar] = (
      await dev.get<{ summary_content: string }[]>('/api/tickets/similar?title=platypus%20scanner%20reset')
    ).is(200);
    assert.equal(similar?.summary_content, 'Reset the platypus scanner.');
    const { items } = (await dev.get<SummaryFeed>('/api/tickets/closure-summaries/index-feed?limit=1')).is(200);
    assert.equal(items[0]?.summary_content, 'Reset the platypus scanner.');
  });

  test('can still be taken back, and its former texts go with it', async () => {
    const { ada, dev } = await app().cast.all();
    const said = (await ada.comments(await ada.opens(), 'One.')).is(201);
    (await edits(ada, said, 'Two.')).is(200);
    (await ada.takesBack(said)).is(204);
    (await formerTexts(dev, said)).isRefused(404, 'comment_not_found');
  });
});
