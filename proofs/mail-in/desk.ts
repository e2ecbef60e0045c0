import assert from 'node:assert/strict';
import type { InboundMail, InboundMailDetail } from '#contract/mail-in.ts';
import { MailListener } from '#mail-in/serving';
import type { Player } from '#testing/cast.ts';
import type { App } from '#testing/start-app.ts';
import type { BuiltMail, Values } from './corpus/build.mjs';
import { connect, type Mta } from './corpus/deliver.mjs';

/** A desk that takes mails by LMTP: what the mails of the corpus are sent to. */

export const DOMAIN = 'kwit.test';
export const AUTHSERV = 'mx.kwit.test';

export interface Desk {
  readonly app: App;
  readonly dev: Player;
  readonly mta: Mta;
  close(): Promise<void>;
}

/** Opens mail in, with a listener of its own. */
export async function openDesk(app: App): Promise<Desk> {
  const dev = await app.cast.dev;
  const settings = { allowed_domains: ['example.com', 'przyklad.test', 'dom-wrony.test'] };
  (await dev.patch('/api/settings', settings)).is(200);
  (await dev.put('/api/mail-in/settings', { mail_in_domain: DOMAIN, mail_in_authserv_id: AUTHSERV, force: true })).is(
    200,
  );
  const address = { host: '127.0.0.1', port: 0, path: null };
  const listener = new MailListener({ mailIn: app.mailIn, address, protocol: 'lmtp', log: { error: () => {} } });
  const mta = await connect(await listener.start());
  return {
    ...{ app, dev, mta },
    close: async () => {
      await mta.quit();
      await listener.stop();
    },
  };
}

/** Lets every mail that waits go out. */
export async function sendAll(app: App): Promise<void> {
  for (let n = 0; n < 4; n += 1) await app.worker.runOnce();
}

const reportOf = (from: string, name: string, subject: string) =>
  Buffer.from(
    [
      `Authentication-Results: ${AUTHSERV}; dmarc=pass header.from=${from.slice(from.indexOf('@') + 1)}`,
      `From: ${name} <${from}>`,
      `To: report@${DOMAIN}`,
      `Subject: ${subject}`,
      `Message-ID: <${crypto.randomUUID()}@przyklad.test>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'It has been so since Monday.',
      '',
    ].join('\r\n'),
  );

async function opened({ mta, dev }: Desk, from: string, name: string, subject: string): Promise<InboundMail> {
  const [reply] = await mta.deliver(from, [`report@${DOMAIN}`], reportOf(from, name, subject));
  assert.equal(reply?.code, 250, String(reply?.text));
  const [mail] = (await dev.get<InboundMail[]>('/api/mail-in?limit=1')).is(200);
  assert.ok(mail?.state === 'report');
  return mail;
}

const COMMENT =
  'I changed the driver on the print server. Please print a test page and write whether the second side comes out, because I cannot see it from here.\n\nIs it the same printer that stood in the office before?';

/** The last mail to somebody about a ticket. */
function sentTo({ app }: Desk, to: string, number: number) {
  const mail = app.mailbox
    .list()
    .find((sent) => sent.to === to && sent.subject.startsWith(`[#${number}]`) && sent.text.includes('Kwit-Ref'));
  assert.ok(mail, `Nothing was sent to ${to} about #${number}.`);
  const [, token = ''] = /Kwit-Ref: ([a-z2-7]{26})\n$/.exec(mail.text) ?? [];
  return { ...mail, token };
}

/** People and tickets for one mail of the corpus, with what was really sent to them. */
export async function valuesFor(desk: Desk, n: string): Promise<Values & { ticket: string }> {
  const [from, other] = [`zofia.wrona${n}@przyklad.test`, `igor.lis${n}@przyklad.test`];
  const first = await opened(desk, from, 'Zofia Wrona', `Drukarka ${n} nie drukuje dwustronnie`);
  const second = await opened(desk, from, 'Zofia Wrona', `Skaner ${n} wysyła puste strony`);
  const others = await opened(desk, other, 'Igor Lis', `Krzesło ${n}`);
  const { dev, app } = desk;
  (await dev.put(`/api/tickets/${first.ticket_id}/people/${others.person_id}`, {})).is(204);
  for (const id of [first.ticket_id, second.ticket_id]) (await dev.comments({ id: String(id) }, COMMENT)).is(201);
  await sendAll(app);
  const [a, b, c] = [
    sentTo(desk, from, first.ticket_number ?? 0),
    sentTo(desk, from, second.ticket_number ?? 0),
    sentTo(desk, other, first.ticket_number ?? 0),
  ];
  const addresses = (prefix: string, token: string) => ({
    [`${prefix}TOKEN`]: token,
    [`${prefix}REPLY_ADDRESS`]: `r+${token}@${DOMAIN}`,
    [`${prefix || 'OUR_'}MESSAGE_ID`]: `<r.${token}.2@${DOMAIN}>`,
  });
  return {
    ...{ FROM: from, FROM_NAME: 'Zofia Wrona', OTHER_FROM: other, OTHER_NAME: 'Igor Lis' },
    ...{ FROM_ALT: `zofia${n}@dom-wrony.test`, STRANGER: 'obcy@nieznana-firma.test' },
    ...{ DOMAIN, AUTHSERV_ID: AUTHSERV, OWN_ADDRESS: `r@${DOMAIN}`, OWN_NAME: 'Kwit', PLAIN_ADDRESS: `r@${DOMAIN}` },
    ...addresses('', a.token),
    ...addresses('SECOND_', b.token),
    ...addresses('OTHER_', c.token),
    ...{ BOUNCE_ADDRESS: `b+${a.token}@${DOMAIN}`, LOOP_VALUE: DOMAIN },
    ...{ SENT_SUBJECT: a.subject, SENT_TEXT: a.text, SENT_HTML: a.html },
    ticket: String(first.ticket_id),
  };
}

interface Shown {
  readonly description: string;
  readonly title: string;
  readonly comments: readonly { id: string; content: string; elided: string | null }[];
  readonly attachments: readonly { comment_id: string | null; original_name: string; size: number }[];
}

/** The outcome of a mail, as the judge reads it. */
export async function becomes({ dev, mta }: Desk, mail: BuiltMail): Promise<object> {
  const replies = await mta.deliver(mail.envelope.from, mail.envelope.to, mail.raw);
  const [row] = (await dev.get<InboundMail[]>('/api/mail-in?limit=1')).is(200);
  if (replies[0]?.code === 550 || replies[0]?.code === 552) return { kind: 'refused', reason: row?.reason };
  assert.equal(replies[0]?.code, 250, `${mail.name}: ${replies[0]?.text}`);
  const detail = (await dev.get<InboundMailDetail>(`/api/mail-in/${row?.id}`)).is(200);
  const { state: kind, reason, ticket_id, comment_id, verdict } = detail;
  const outcome = { kind, reason: reason ?? undefined, bounce: verdict.bounce ?? undefined };
  if (kind !== 'reply' && kind !== 'report') return outcome;
  const ticket = (await dev.get<Shown>(`/api/tickets/${ticket_id}`)).is(200);
  const comment = ticket.comments.find(({ id }) => id === comment_id);
  const files = ticket.attachments.filter((file) => file.comment_id === comment_id);
  return {
    ...outcome,
    text: kind === 'reply' ? comment?.content : ticket.description,
    title: ticket.title,
    elided: comment?.elided ?? undefined,
    files: files.map(({ original_name: name, size }) => ({ name, size })),
    named: verdict.files_left_out ?? [],
  };
}
