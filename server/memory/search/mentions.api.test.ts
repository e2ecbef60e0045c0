import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mentionable } from '#contract/comments.ts';
import type { Notice } from '#contract/notices.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

const at = (...people: readonly { id: string }[]) => people.map(({ id }) => `<@${id}>`).join(' ');
const noticesOf = async (who: Player, ticket: { id: string }) =>
  (await who.get<Notice[]>('/api/notices')).is(200).filter(({ ticket_id }) => ticket_id === ticket.id);
const offered = async (who: Player, ticket: { id: string }, query = '') =>
  who.get<Mentionable[]>(`/api/tickets/${ticket.id}/mentionable${query}`);

onEachDatabase('a comment that names people', (app) => {
  test('says whom, and tells each of them once', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const content = `${at(ewa, ada)} look, ${at(ewa)} and <@${UNKNOWN}>`;
    const said = (await dev.comments(ticket, content)).is(201);
    const expected = [ewa, ada].map(({ id, user: { name } }) => ({ id, name }));
    assert.deepEqual([said.content, said.mentions], [content, expected]);
    for (const reader of [ada, ewa]) {
      assert.deepEqual((await reader.reads(ticket)).is(200).comments[0]?.mentions, expected);
      const [notice, ...others] = await noticesOf(reader, ticket);
      assert.deepEqual([notice?.reason, notice?.comment_id, others], ['mentioned', said.id, []]);
    }
  });

  test('is refused when one of them may not read it, or is gone, with the id', async () => {
    const { cast } = app();
    const { ada, jan, dev } = await cast.all();
    const gone = await cast.newDeveloper();
    (await dev.patch(`/api/users/${gone.id}`, { is_active: false })).is(200);
    const ticket = await ada.opens();
    const refused = async (who: Player, draft: object | string, named: { id: string }) => {
      const answer = await who.comments(ticket, draft as string);
      assert.equal(answer.isRefused(400, 'cannot_be_mentioned').details?.[0]?.code, named.id);
    };
    await refused(ada, at(dev, jan), jan);
    await refused(dev, at(gone), gone);
    await refused(dev, { content: at(ada), is_internal: true }, ada);
    const answer = await dev.patches(ticket, { status: 'closed', closure_summary: at(jan) });
    answer.isRefused(400, 'cannot_be_mentioned');
    assert.deepEqual((await dev.reads(ticket)).is(200).comments, []);
  });

  test('is found by its words, and not by the ids in it', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.comments(ticket, `Ask ${at(ewa)} about the quokka.`)).is(201);
    const foundBy = async (q: string) =>
      (await dev.lists(`?q=${encodeURIComponent(q)}&snippets=1`)).is(200).filter(({ id }) => id === ticket.id);
    for (const part of [ewa.id, ...ewa.id.split('-')]) assert.deepEqual(await foundBy(`"${part}"`), [], part);
    const [row] = await foundBy('"about the quokka"');
    const shown = row?.snippet?.parts.map(({ text }) => text).join('') ?? '';
    assert.match(shown, /^Ask about the quokka/);
  });

  test('names at most 20', async () => {
    const { cast } = app();
    const ticket = await (await cast.ada).opens();
    const people: Player[] = [];
    for (let index = 0; index < 21; index++) people.push(await cast.newDeveloper());
    const dev = await cast.dev;
    assert.deepEqual((await dev.comments(ticket, at(...people))).isInvalid(), ['content']);
    assert.equal((await dev.comments(ticket, at(...people.slice(1)))).is(201).mentions.length, 20);
  });

  test('by an edit only, tells nobody, and may not name others than before either', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const said = (await dev.comments(ticket, 'Look.')).is(201);
    const edit = (content: string) => dev.patch(`/api/tickets/${ticket.id}/comments/${said.id}`, { content });
    (await edit(at(jan))).isRefused(400, 'cannot_be_mentioned');
    (await edit(at(ewa))).is(200);
    assert.deepEqual(await noticesOf(ewa, ticket), []);
  });

  test('is mailed with their names', async () => {
    const { cast, mailbox, worker } = app();
    const { ada, dev, ewa } = await cast.all();
    const ticket = await ada.opens();
    (await dev.comments(ticket, `${at(ewa)} look`)).is(201);
    await worker.runOnce();
    const mail = mailbox
      .list()
      .find(({ to, subject }) => to === ewa.user.email && subject.includes(`#${ticket.number}]`));
    assert.match(mail?.text ?? '', new RegExp(`^Dev mentioned you in a comment:\n\n> @${ewa.user.name} look\n`));
  });
});

onEachDatabase('the people whom a comment may name', (app) => {
  test('are developers and the reporter; of an internal one, developers', async () => {
    const { cast } = app();
    const me = await cast.signsIn('quokka.reporter@example.com');
    const other = await cast.signsIn('quokka.other@example.com');
    const helper = await cast.signsIn('quokka.helper@example.com');
    const dev = await cast.dev;
    (await dev.patch(`/api/users/${helper.id}`, { role: 'developer' })).is(200);
    const ticket = await me.opens();
    const names = async (who: Player, query: string) =>
      (await offered(who, ticket, query)).is(200).map(({ id, role }) => [id, role]);
    const both = [
      [helper.id, 'developer'],
      [me.id, 'user'],
    ];
    for (const who of [me, dev]) assert.deepEqual(await names(who, '?q=QUÓKKA'), both);
    assert.deepEqual(await names(dev, '?q=quokka&internal=1'), both.slice(0, 1));
    (await offered(me, ticket, '?internal=1')).isRefused(403, 'forbidden');
    (await offered(other, ticket)).isRefused(403, 'forbidden');
    (await dev.patch(`/api/users/${helper.id}`, { is_active: false })).is(200);
    assert.deepEqual(await names(dev, '?q=quokka&internal=1'), []);
  });
});
