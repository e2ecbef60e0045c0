import { randomUUID } from 'node:crypto';
import { samples } from '#testing/sample-files.ts';
import { unsubscribeToken } from '../../server/delivery/notifications/unsubscribe.ts';
import { formOf } from '../../server/testing/cast.ts';
import type { Ids, Scene } from './row.ts';

/** A form with a picture in the part `part`. */
export const pictureIn = (part: string) => formOf({}, [{ name: 'a.png', type: 'image/png', bytes: samples.png }], part);

export const aFile = () => formOf({}, [{ name: 'a.txt', type: 'text/plain', bytes: samples.text }]);

export const aTable = () =>
  formOf({}, [{ name: 'a.csv', type: 'text/csv', bytes: Buffer.from('title\n\n""\n') }], 'file');

type Maker = (scene: Scene) => Promise<Ids>;

const made = <T extends { id: string }>(thing: T): Ids => ({ id: thing.id });

/** A webhook to a port of this machine on which nothing listens. */
export const aWebhook = { url: 'http://127.0.0.1:9/hook' };

/** Somebody who has not come yet, and whom nobody misses. */
export const invited: Maker = async ({ dev }) =>
  made((await dev.post<{ id: string }>('/api/users/invite', { email: `${randomUUID()}@example.com` })).is(201));

/** A ticket that Ada reported. */
export const openTicket: Maker = async ({ ada }) => made(await ada.opens());

/** A ticket of Ada's by its number. */
export const numberedTicket: Maker = async ({ ada }) => ({ number: String((await ada.opens()).number) });

/** A ticket that Ada reported and Dev has closed. */
export const closedTicket: Maker = async ({ ada, dev }) => {
  const { id } = await ada.opens();
  (await dev.patches({ id }, { status: 'closed', closure_summary: 'Replaced the roller.' })).is(200);
  return { id };
};

/** A comment that Ada wrote. */
export const commented: Maker = async ({ ada }) => {
  const { id, ticket_id } = (await ada.comments(await ada.opens(), 'Like this.')).is(201);
  return { id: ticket_id, commentId: id };
};

/** A notice of Ada. */
export const noticed: Maker = async ({ ada, dev }) => {
  const ticket = await ada.opens();
  (await dev.comments(ticket, 'Like this.')).is(201);
  const [notice] = (await ada.get<{ id: string }[]>('/api/notices?limit=1')).is(200);
  return { id: notice?.id ?? '' };
};

/** The answer of a ticket that Ada reported. */
const answered: Maker = async ({ ada, dev }) => {
  const ticket = await ada.opens();
  (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
  const [answer] = (await ada.get<{ id: string; ticket_id: string }[]>('/api/answers'))
    .is(200)
    .filter(({ ticket_id }) => ticket_id === ticket.id);
  return { id: answer?.id ?? '' };
};

const linked: Maker = async ({ ada, dev }) => {
  const [ticket, related] = [await ada.opens(), await ada.opens()];
  (await dev.post(`/api/tickets/${ticket.id}/related`, { related_ticket_id: related.id })).is(201);
  return { id: ticket.id, relatedId: related.id };
};

/** Two tickets that Ada reported, not linked. */
export const twoTickets: Maker = async ({ ada }) => ({ id: (await ada.opens()).id, second: (await ada.opens()).id });

/** A ticket that Dev has joined to another one, both of Ada. */
export const mergedTicket: Maker = async (scene) => {
  const { id, second } = await twoTickets(scene);
  (await scene.dev.post(`/api/tickets/${id}/merge`, { into: second, mode: 'join' })).is(200);
  return { id: id ?? '' };
};

const referred: Maker = async ({ ada, dev }) => {
  const { id } = await ada.opens();
  const path = `/api/tickets/${id}/external-references`;
  const [reference] = (await dev.post<{ id: string }[]>(path, { ref_type: 'other', url: 'https://example.com/' })).is(
    201,
  );
  return { id, refId: reference?.id ?? '' };
};

const attached: Maker = async ({ ada }) => {
  const { id } = await ada.opens();
  const [file] = (await ada.post<{ id: string; filename: string }[]>(`/api/tickets/${id}/attachments`, aFile())).is(
    201,
  );
  return { id, attachmentId: file?.id ?? '', filename: file?.filename ?? '' };
};

/** Ada's avatar. */
const avatar: Maker = async ({ ada }) => {
  const user = (await ada.post<{ avatar_filename: string }>('/api/auth/me/avatar', pictureIn('avatar'))).is(200);
  return { filename: user.avatar_filename };
};

/** A table that Dev has uploaded. */
const uploadedTable: Maker = async ({ dev }) =>
  made((await dev.post<{ id: string }>('/api/imports', aTable())).is(201));

/** An uploaded table that was checked. */
export const checkedTable: Maker = async (scene) => {
  const { id } = await uploadedTable(scene);
  (await scene.dev.post(`/api/imports/${id}/check`, {})).is(200);
  return { id: id ?? '' };
};

const project: Maker = async ({ dev }) => {
  const { id } = (await dev.post<{ id: string }>('/api/projects', { name: 'Intranet' })).is(201);
  (await dev.post(`/api/projects/${id}/icon`, pictureIn('icon'))).is(200);
  return { id };
};

/** A draft of a field that reporters see. */
export const fieldDraft = () => ({
  ...{ key: `f_${randomUUID().slice(0, 8)}`, kind: 'text', name: { pl: 'Maszyna', en: 'Machine' } },
  ...{ ask: 'report', reporter_sees: true },
});

export const noFields: Maker = async ({ dev }) => {
  for (const { id } of (await dev.get<{ id: string }[]>('/api/fields')).is(200)) await dev.delete(`/api/fields/${id}`);
  return {};
};

export const noConnections: Maker = async ({ dev }) => {
  for (const { id } of (await dev.get<{ id: string }[]>('/api/git-connections')).is(200))
    await dev.delete(`/api/git-connections/${id}`);
  return {};
};

const connection: Maker = async (scene) => {
  await noConnections(scene);
  const { id } = (await scene.dev.post<{ id: string }>('/api/git-connections', { name: 'A', forge: 'github' })).is(201);
  return { id, receivedId: id };
};

const field: Maker = async (scene) => {
  await noFields(scene);
  const { id } = (await scene.dev.post<{ id: string }>('/api/fields', fieldDraft())).is(201);
  return { id };
};

/** A label that no ticket has. Those of before go: there may be 200. */
const label: Maker = async ({ dev }) => {
  const labels = (await dev.get<{ id: string }[]>('/api/labels')).is(200);
  if (labels.length > MANY_TEAMS) for (const spare of labels) await dev.delete(`/api/labels/${spare.id}`);
  const { id } = (await dev.post<{ id: string }>('/api/labels', { name: randomUUID() })).is(201);
  return { id };
};

export const aCalendar = () => ({ name: randomUUID(), zone: 'Europe/Warsaw', week: { mon: ['08:00-16:00'] } });

/** There may be twenty calendars. */
export const noCalendars: Maker = async ({ dev }) => {
  for (const { id } of (await dev.get<{ id: string }[]>('/api/calendars')).is(200))
    await dev.delete(`/api/calendars/${id}`);
  return {};
};

const calendar: Maker = async (scene) => {
  await noCalendars(scene);
  return made((await scene.dev.post<{ id: string }>('/api/calendars', aCalendar())).is(201));
};

/** More than this many teams are removed before another one is made: there may be a hundred. */
const MANY_TEAMS = 60;

/** A team that Dev leads, with Jan in it. */
const team: Maker = async ({ dev, jan }) => {
  const teams = (await dev.get<{ id: string }[]>('/api/teams')).is(200);
  if (teams.length > MANY_TEAMS) for (const member of teams) await dev.delete(`/api/teams/${member.id}`);
  const { id } = (await dev.post<{ id: string }>('/api/teams', { name: `Team ${randomUUID()}` })).is(201);
  (await dev.put(`/api/teams/${id}/members/${jan.id}`, {})).is(204);
  return { id, userId: jan.id };
};

/** A ticket that Ada reported, and somebody who is to be added to it. */
const ticketAndPerson: Maker = async ({ ada, app }) => ({
  id: (await ada.opens()).id,
  userId: (await app.cast.guest()).id,
});

export const withLogo: Maker = async ({ dev }) => {
  (await dev.post('/api/settings/logo', pictureIn('logo'))).is(200);
  return {};
};

/** A second session of Ada. */
const session: Maker = async ({ app, ada }) => {
  const { token } = await app.cast.signsIn(ada.user.email);
  const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
  return { id: claims.sid };
};

/** A token of Ada's for programs. */
const token: Maker = async ({ ada }) =>
  made((await ada.post<{ id: string }>('/api/tokens', { name: 'CI bot', scope: 'read' })).is(201));

/** The token of an unsubscribe link in a mail to a guest. */
export const unsubscription: Maker = async ({ app }) => {
  const guest = await app.cast.guest();
  const wish = { userId: guest.id, interest: 'ticket_status' } as const;
  return { token: unsubscribeToken(app.secrets.unsubscribeKey, wish) };
};

/** A mail of Ada's that nobody has verified. */
export const heldMail = async ({ app, dev }: Pick<Parameters<Maker>[0], 'app' | 'dev'>) => {
  (await dev.put('/api/mail-in/settings', { mail_in_domain: 'kwit.example.com', force: true })).is(200);
  const raw = Buffer.from(
    `From: ada@example.com\r\nSubject: It jams\r\nMessage-ID: <${randomUUID()}@a>\r\n\r\nAgain.\r\n`,
  );
  const taken = await app.mailIn.take({
    raw,
    via: 'http',
    envelopeFrom: 'ada@example.com',
    recipient: 'report@kwit.example.com',
  });
  return { id: typeof taken === 'object' && 'id' in taken ? taken.id : randomUUID() };
};

/** The makers of the ids of an address, by the beginning of its pattern; the longest that fits counts. */
export const FIXTURES: Readonly<Record<string, Maker>> = {
  '/api/answers/:id': answered,
  '/api/auth/avatar/:filename': avatar,
  '/api/auth/passkeys/:id': async () => ({ id: randomUUID() }),
  '/api/auth/sessions/:id': session,
  '/api/dev-tasks/:id': async ({ dev }) =>
    made((await dev.post<Ids & { id: string }>('/api/dev-tasks', { title: 'Order toner' })).is(201)),
  '/api/glossary/suggestions/:id': async () => ({ id: randomUUID() }),
  '/api/imports/:id': uploadedTable,
  '/api/mail-in/:id': heldMail,
  '/api/mail-in/checks/:id': async () => ({ id: randomUUID() }),
  '/api/notices/:id': noticed,
  '/api/projects/:id': project,
  '/api/settings/events/outbox/:id': async ({ dev }) => {
    await dev.opens();
    const { items } = (await dev.get<{ items: { id: string }[] }>('/api/settings/events/outbox?limit=1')).is(200);
    return { id: items[0]?.id ?? '' };
  },
  '/api/calendars/:id': calendar,
  '/api/fields/:id': field,
  '/api/git-connections/:id': connection,
  '/api/git/:connection': async () => ({ connection: randomUUID() }),
  '/api/labels/:id': label,
  '/api/teams/:id': team,
  '/api/tickets/:id/people/:userId': ticketAndPerson,
  '/api/ticket-templates/:id': async ({ dev }) =>
    made((await dev.post<{ id: string }>('/api/ticket-templates', { name: 'Printer' })).is(201)),
  '/api/tickets/:id': openTicket,
  '/api/tickets/:id/attachments/:attachmentId': attached,
  '/api/tickets/:id/comments/:commentId': commented,
  '/api/tickets/:id/external-references/:refId': referred,
  '/api/tickets/:id/related/:relatedId': linked,
  '/api/tokens/:id': token,
  '/api/uploads/:filename': attached,
  '/api/users/:id': async ({ app }) => made(await app.cast.guest()),
  '/api/users/:id/identities/:identityId': async ({ app }) => ({
    ...made(await app.cast.guest()),
    identityId: randomUUID(),
  }),
  '/api/users/:id/mail-addresses/:address': async ({ app }) => ({
    ...made(await app.cast.guest()),
    address: 'anna@home.example',
  }),
  '/api/views/:id': async ({ ada }) =>
    made((await ada.post<{ id: string }>('/api/views', { name: 'Mine', page: 'tickets' })).is(201)),
  '/api/webhooks/:id': async ({ dev }) => made((await dev.post<{ id: string }>('/api/webhooks', aWebhook)).is(201)),
};

/** @returns what makes the ids of an address; null for a pattern without parameters. */
export function makerFor(url: string): Maker | null {
  if (!url.includes(':')) return null;
  const fitting = Object.keys(FIXTURES).filter((prefix) => `${url}/`.startsWith(`${prefix}/`));
  const longest = fitting.toSorted((a, b) => b.length - a.length)[0];
  return (longest && FIXTURES[longest]) || null;
}
