import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InboundMail } from '#contract/mail-in.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Player } from '#testing/cast.ts';
import { MAIL_DOMAIN, mailTo, openMailIn, sendAll, VERIFIED, writtenMail } from '#testing/incoming-mail.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { type as typed } from '#testing/typed-command.ts';

/** HR has a sealed project: Lena works in it, Rob reads it; Dev is any other developer. */
async function department({ cast }: App) {
  const { ada, jan, dev } = await cast.all();
  const [lena, rob] = [await cast.newDeveloper(), await cast.newDeveloper()];
  const hr = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
  const law = (await rob.post<Team>('/api/teams', { name: 'Law' })).is(201);
  const teams = [
    { team_id: hr.id, level: 'work' },
    { team_id: law.id, level: 'read' },
  ];
  const draft = { name: 'Files', sealed: true, teams };
  const project = (await lena.post<Project>('/api/projects', draft)).is(201);
  return { ada, jan, dev, lena, rob, project };
}

const listed = async (person: Player) =>
  (await person.get<InboundMail[]>('/api/mail-in')).is(200).map(({ subject }) => subject);

onEachDatabaseAnew('mails about what is sealed', (app) => {
  test('are there for workers and readers of the ticket alone, and decided about by workers', async () => {
    const { ada, jan, dev, lena, rob, project } = await department(app());
    const post = await openMailIn(app(), dev);
    const ticket = await ada.opens({ project_id: project.id, title: 'My contract' });
    (await lena.comments(ticket, 'Which one?')).is(201);
    await sendAll(app());
    const { token } = mailTo(app(), 'ada@example.com', `#${ticket.number}`);
    const to = `r+${token}@${MAIL_DOMAIN}`;
    const held = await post(writtenMail({ From: 'jan@example.com', Subject: 'Contract' }, 'It is about Ada.'), to);
    assert.equal(held.body.state, 'held');
    const report = writtenMail({ From: 'ada@example.com', Subject: 'Another' }, 'It is sealed as well.', [VERIFIED]);
    assert.equal((await post(report, `report+files@${MAIL_DOMAIN}`)).body.state, 'report');
    const unverified = writtenMail({ From: 'ada@example.com', Subject: 'A third' }, 'Who am I?');
    assert.equal((await post(unverified, `report+files@${MAIL_DOMAIN}`)).body.state, 'held');

    const all = ['A third', 'Another', 'Contract'];
    assert.deepEqual(await Promise.all([lena, rob, dev].map(listed)), [all, all, []]);
    const at = `/api/mail-in/${held.body.id}`;
    (await dev.get(at)).isRefused(404, 'mail_not_found');
    (await dev.get(`${at}/raw`)).isRefused(404, 'mail_not_found');
    (await dev.post(`${at}/accept`, { as: 'reply' })).isRefused(404, 'mail_not_found');
    (await dev.post(`${at}/discard`)).isRefused(404, 'mail_not_found');
    for (const who of [ada, jan]) (await who.get(at)).isRefused(403, 'forbidden');
    (await rob.get(at)).is(200);
    (await rob.post(`${at}/accept`, { as: 'reply' })).isRefused(403, 'forbidden');
    (await rob.post(`${at}/discard`)).isRefused(403, 'forbidden');
    (await lena.post(`${at}/accept`, { as: 'reply' })).is(200);
    assert.equal((await ada.reads(ticket)).is(200).comments.at(-1)?.user_id, lena.id);
  });

  test('are there where their words stand after joining and splitting', async () => {
    const { ada, dev, lena, project } = await department(app());
    const post = await openMailIn(app(), dev);
    const answers = async (title: string) => {
      const ticket = await ada.opens({ title });
      (await dev.comments(ticket, 'Which one?')).is(201);
      await sendAll(app());
      const { token } = mailTo(app(), 'ada@example.com', `#${ticket.number}`);
      const mail = writtenMail({ From: 'ada@example.com' }, 'The upper one.', [VERIFIED]);
      const { body } = await post(mail, `r+${token}@${MAIL_DOMAIN}`);
      assert.equal(body.state, 'reply');
      const comment = (await ada.reads(ticket)).is(200).comments.at(-1)?.id;
      return { ticket, at: `/api/mail-in/${body.id}`, comment };
    };
    const [joined, split] = [await answers('My drawer'), await answers('My cupboard')];
    const sealed = await ada.opens({ project_id: project.id, title: 'My contract' });
    (await lena.post(`/api/tickets/${joined.ticket.id}/merge`, { into: sealed.id, mode: 'join' })).is(200);
    const parts = { comment_ids: [split.comment], title: 'Apart' };
    const apart = (await dev.post<{ id: string }>(`/api/tickets/${split.ticket.id}/split`, parts)).is(201);
    (await dev.patches(apart, { project_id: project.id, confirm: true })).is(200);
    for (const { at } of [joined, split])
      for (const path of [at, `${at}/raw`]) {
        (await dev.get(path)).isRefused(404, 'mail_not_found');
        assert.equal((await lena.get(path)).status, 200, path);
      }
    assert.deepEqual(await listed(dev), []);
  });

  test('are made of restricted tickets too, and of one that was sealed afterwards', async () => {
    const { ada, dev, lena, project } = await department(app());
    const post = await openMailIn(app(), dev);
    const ticket = await ada.opens({ title: 'My pay slip' });
    (await dev.comments(ticket, 'Which month?')).is(201);
    await sendAll(app());
    const { token } = mailTo(app(), 'ada@example.com', `#${ticket.number}`);
    const held = await post(writtenMail({ From: 'jan@example.com' }, 'Mine.'), `r+${token}@${MAIL_DOMAIN}`);
    assert.equal((await listed(dev)).length, 1);
    (await dev.patches(ticket, { project_id: project.id })).is(200);
    assert.deepEqual(await listed(dev), []);
    (await dev.get(`/api/mail-in/${held.body.id}`)).isRefused(404, 'mail_not_found');
    assert.equal((await listed(lena)).length, 1);
  });

  test('stay unseen when their token is good no longer', async () => {
    const { ada, dev, lena, project } = await department(app());
    const post = await openMailIn(app(), dev);
    const ticket = await ada.opens({ project_id: project.id, title: 'My contract' });
    (await lena.comments(ticket, 'Which one?')).is(201);
    await sendAll(app());
    const { token } = mailTo(app(), 'ada@example.com', `#${ticket.number}`);
    const sql = `update reply_addresses set revoked_at = created_at where token = '${token}'`;
    await app().database.write((connection) => connection.run({ sql, parameters: [] }));
    await post(writtenMail({ From: 'ada@example.com', Subject: 'Mine' }, 'The old one.'), `r+${token}@${MAIL_DOMAIN}`);
    assert.deepEqual(await Promise.all([lena, dev].map(listed)), [['Mine'], []]);
  });
});

onEachDatabaseAnew('answers by mail to a merged ticket', (app) => {
  test('go to the root, and after it was unmerged to the source again', async () => {
    const { ada, dev } = await app().cast.all();
    const post = await openMailIn(app(), dev);
    const [source, target] = [await ada.opens({ title: 'Printer jams again' }), await ada.opens()];
    (await dev.comments(source, 'Which tray?')).is(201);
    await sendAll(app());
    const { token } = mailTo(app(), 'ada@example.com', `#${source.number}`);
    const answer = async (text: string) => {
      const { body } = await post(writtenMail({ From: 'ada@example.com' }, text), `r+${token}@${MAIL_DOMAIN}`);
      assert.equal(body.state, 'reply');
    };
    const last = async (ticket: { id: string }) => (await dev.reads(ticket)).is(200).comments.at(-1);
    (await dev.post(`/api/tickets/${source.id}/merge`, { into: target.id, mode: 'join' })).is(200);
    await answer('The upper one.');
    assert.deepEqual([(await last(target))?.content, (await last(target))?.via_mail], ['The upper one.', true]);
    assert.notEqual((await dev.reads(target)).is(200).awaiting_reply_since, null);
    (await dev.post(`/api/tickets/${source.id}/unmerge`)).is(200);
    await answer('No, the lower one.');
    assert.equal((await last(source))?.content, 'No, the lower one.');
    assert.equal((await last(target))?.content === 'No, the lower one.', false);
    const verified = await typed(app(), 'mail-in', 'verify');
    assert.deepEqual([verified.code, verified.said], [0, '2 mails, none lacks anything.']);
  });

  test('a mail whose bytes are gone is told by verify', async () => {
    const { dev } = await app().cast.all();
    const post = await openMailIn(app(), dev);
    const { body } = await post(writtenMail({ From: 'ada@example.com' }), `report@${MAIL_DOMAIN}`);
    const { files } = app().mailIn.parts;
    for await (const { name } of files.names()) await files.remove(name);
    const verified = await typed(app(), 'mail-in', 'verify');
    assert.deepEqual(
      [verified.code, verified.said],
      [1, `${body.id}: its bytes are gone.\n1 of 1 mails lack something.`],
    );
  });
});
