import { samples, zip } from '#testing/sample-files.ts';
import type { SignedIn } from '../../contract/sign-in.ts';
import type { User } from '../../contract/users.ts';
import { Player } from '../../server/testing/cast.ts';
import { writeInternalSummary } from '../../server/testing/older-summary.ts';
import type { App } from '../../server/testing/start-app.ts';
import type { WebhookReceiver } from '../../server/testing/webhook-receiver.ts';
import { heldMail, pictureIn } from '../access/fixtures.ts';
import { ADA_AND_DEVELOPERS, Canaries, DEVELOPERS, JAN_AND_DEVELOPERS, NOBODY } from './canaries.ts';
import { plantAnswers } from './plant-answers.ts';
import { plantForge, plantOutbox, plantOwnThings, plantSettings } from './plant-beside-tickets.ts';
import { plantFilesOfComments } from './plant-files.ts';
import { plantEditedComments, plantMentionsForAda, plantMentionsForJan } from './plant-in-comments.ts';
import { plantMerged } from './plant-merged.ts';
import type { Planted } from './planted.ts';

type Ids = { id: string };

/** Plants a canary in every field that not everybody may read. */
export async function plant(app: App, receiver: WebhookReceiver): Promise<Planted> {
  const canaries = new Canaries();
  const { ada, dev, ewa } = await app.cast.all();
  await plantSettings(canaries, dev);
  const jan = await newJan(app, canaries);
  const adaTicket = await ada.opens({
    title: canaries.plant("title of Ada's ticket", ADA_AND_DEVELOPERS),
    description: canaries.plant("description of Ada's ticket", ADA_AND_DEVELOPERS),
  });
  const taken = await ada.opens();
  (await dev.patches(taken, { status: 'in_progress' })).is(200);
  await writeInternalSummary(app, dev, taken, canaries.plant('internal answer', DEVELOPERS));
  (await dev.patches(taken, { status: 'closed' })).is(200);
  const janTicket = await jan.opens(
    Object.fromEntries(
      ['title', 'description', 'steps_to_reproduce', 'expected_result', 'actual_result', 'environment'].map((field) => [
        field,
        canaries.plant(`${field} of Jan's ticket`, JAN_AND_DEVELOPERS),
      ]),
    ),
  );
  const planted = {
    canaries,
    people: { ada, jan, dev, ewa },
    adaTicket,
    taken,
    janTicket,
    merged: [] as string[],
    ids: [] as string[],
    filenames: [] as string[],
    addresses: {} as Record<string, readonly string[]>,
    hook: `${receiver.newUrl()}/${canaries.plant('address of a webhook', DEVELOPERS)}`,
  };
  planted.ids.push(adaTicket.id, taken.id, janTicket.id, ada.id, jan.id, dev.id);
  planted.filenames.push((await jan.get<User>('/api/auth/me')).is(200).avatar_filename ?? '');
  await plantOnTicketOfAda(app, planted);
  await plantOnTicketOfJan(planted);
  await plantOwnThings(planted);
  await plantForge(planted);
  planted.ids.push((await heldMail({ app, dev })).id);
  await plantOutbox(app, planted, receiver);
  return planted;
}

/** Signs Jan up with canaries as name and address. */
async function newJan(app: App, canaries: Canaries): Promise<Player> {
  const email = `${canaries.plant("Jan's address", JAN_AND_DEVELOPERS)}@example.com`;
  (await app.stranger.post('/api/auth/request-otp', { email })).is(200);
  const agent = { 'user-agent': canaries.plant('what Jan signs in with', ['jan']) };
  const code = app.cast.codeFor(email);
  const jan = new Player(
    app.address,
    (await app.stranger.post<SignedIn>('/api/auth/verify-otp', { email, code }, agent)).is(200),
  );
  (await jan.patch('/api/auth/me', { name: canaries.plant("Jan's name", JAN_AND_DEVELOPERS) })).is(200);
  canaries.record("Jan's id", JAN_AND_DEVELOPERS, jan.id);
  const { avatar_filename } = (
    await jan.post<{ avatar_filename: string }>('/api/auth/me/avatar', pictureIn('avatar'))
  ).is(200);
  canaries.record("name of the file of Jan's avatar", JAN_AND_DEVELOPERS, avatar_filename);
  const [session] = (await jan.get<Ids[]>('/api/auth/sessions')).is(200);
  canaries.record("id of Jan's session", ['jan'], session?.id ?? '');
  const draft = { name: canaries.plant("name of Jan's token", JAN_AND_DEVELOPERS), scope: 'read' };
  const token = (await jan.post<Ids & { token: string }>('/api/tokens', draft)).is(201);
  canaries.record("id of Jan's token", JAN_AND_DEVELOPERS, token.id);
  canaries.record("Jan's token itself", NOBODY, token.token);
  const view = { name: canaries.plant("name of Jan's view", ['jan']), page: 'tickets' };
  (await jan.post('/api/views', view)).is(201);
  return jan;
}

async function plantOnTicketOfAda(app: App, planted: Planted): Promise<void> {
  const {
    canaries,
    people: { ada, dev },
    adaTicket,
    janTicket,
    ids,
    filenames,
  } = planted;
  // A developer from whom Ada gets nothing else writes what only developers may read.
  const quiet = await app.cast.signsIn(`${canaries.plant('who only writes internally', DEVELOPERS)}@example.com`);
  canaries.record('id of who only writes internally', DEVELOPERS, quiet.id);
  (await dev.patch(`/api/users/${quiet.id}`, { role: 'developer' })).is(200);
  canaries.record('the very field of internal notes', DEVELOPERS, '"internal_note":');
  for (const what of ['first', 'second']) {
    const internal_note = canaries.plant(`${what} internal note`, DEVELOPERS);
    (await quiet.patches(adaTicket, { internal_note })).is(200);
    if (what === 'second')
      canaries.record('internal note in its field', DEVELOPERS, `"internal_note":"${internal_note}"`);
  }
  const parent_id = await plantEditedComments(planted, quiet);
  await plantMentionsForAda(app, planted, quiet);
  const revoked = (where: string, is_internal: boolean) => ({ is_internal, content: canaries.plant(where, NOBODY) });
  for (const [who, what] of [
    [ada, revoked('comment that Ada has taken back', false)],
    [quiet, revoked('internal comment that was taken back', true)],
  ] as const)
    (await who.takesBack((await who.comments(adaTicket, what)).is(201))).is(204);
  const internal = { is_internal: true, parent_id };
  const hidden = { ...internal, content: `Toner: ${canaries.plant('internal comment', DEVELOPERS)}` };
  ids.push(
    canaries.record('id of an internal comment', DEVELOPERS, (await quiet.comments(adaTicket, hidden)).is(201).id),
  );
  await writeInternalSummary(app, quiet, adaTicket, canaries.plant('internal summary', DEVELOPERS));
  (await quiet.post(`/api/tickets/${adaTicket.id}/related`, { related_ticket_id: janTicket.id })).is(201);
  await plantFilesOfComments(planted, quiet);
  const name = `${canaries.plant("name of a file on Ada's ticket", ADA_AND_DEVELOPERS)}.txt`;
  const text = canaries.plant("text of a file on Ada's ticket", ADA_AND_DEVELOPERS);
  const [file] = (await ada.attaches(adaTicket, { name, type: 'text/plain', bytes: Buffer.from(text) })).is(201);
  filenames.push(file?.filename ?? '');
}

async function plantOnTicketOfJan(planted: Planted): Promise<void> {
  const {
    canaries,
    people: { jan, dev, ewa },
    janTicket,
    ids,
    filenames,
  } = planted;
  const says = (where: string) => canaries.plant(`${where} on Jan's ticket`, JAN_AND_DEVELOPERS);
  (await jan.patches(janTicket, { environment: says('later environment') })).is(200);
  (await jan.comments(janTicket, says('comment of Jan'))).is(201);
  await plantMentionsForJan(planted);
  const inside = canaries.plant("internal comment on Jan's ticket", DEVELOPERS);
  (await dev.comments(janTicket, { content: inside, is_internal: true })).is(201);
  (await dev.patches(janTicket, { internal_note: canaries.plant("internal note on Jan's ticket", DEVELOPERS) })).is(
    200,
  );
  const files = [
    { name: `${says('name of a text')}.txt`, type: 'text/plain', bytes: Buffer.from(says('content of a text')) },
    { name: `${says('name of a picture')}.png`, type: 'image/png', bytes: samples.png },
    { name: 'a.zip', type: 'application/zip', bytes: zip([{ name: says('name in an archive'), content: 'x' }]) },
  ];
  for (const { filename } of (await jan.attaches(janTicket, ...files)).is(201)) {
    canaries.record(`name under which a file of Jan's is kept (${filenames.length})`, JAN_AND_DEVELOPERS, filename);
    filenames.push(filename);
  }
  const reference = {
    ref_type: 'git_pr',
    url: `https://example.com/${says('address')}`,
    title: says('title of an address'),
  };
  const [created] = (await ewa.post<Ids[]>(`/api/tickets/${janTicket.id}/external-references`, reference)).is(201);
  ids.push(created?.id ?? '');
  await plantAnswers(planted);
  await plantMerged(planted);
  const [notice] = (await jan.get<Ids[]>('/api/notices?limit=1')).is(200);
  ids.push(canaries.record('id of a notice of Jan', JAN_AND_DEVELOPERS, notice?.id ?? ''));
}
