/**
 * Mails go by a real Postfix to one Kwit by LMTP and by a real Dovecot to one that reads its mailbox, while both are killed. Each
 * report is one ticket, each answer to its acknowledgement one comment with the author's words alone. Run as root, where
 * postfix, dovecot-imapd and dovecot-lmtpd are installed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import PostalMime from 'postal-mime';
import type { InboundMail } from '#contract/mail-in.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { type Answer, Caller } from '../server/testing/caller.ts';
import { type DatabaseName, databases, ownDatabase } from '../server/testing/databases.ts';
import { connect } from './mail-in/corpus/deliver.mjs';
import { BOXES, BY_IMAP, BY_LMTP, MAIL_HOST, PASSWORD, startMailServers } from './mail-servers/mail-servers.ts';
import { ServiceProcess, tokenOf } from './service-process.ts';
import { chance, rounds, seed } from './size.ts';

const SECRET = 'a secret that is long enough for proofs';
const PEOPLE = 40;
const REPORTS_EACH = 5;
const KILLS = rounds(15);
/** A mail that a killed Kwit worked on is another's after two minutes. */
const MAILBOX_MS = 180_000;

type MailServers = Awaited<ReturnType<typeof startMailServers>>;

interface Desk {
  service: ServiceProcess;
  readonly environment: Record<string, string>;
  readonly token: string;
  readonly domain: string;
  /** The letter before the numbers of its people. */
  readonly letter: string;
}

/** Starts a Kwit that sends by Postfix, and takes mails of a domain. */
async function openDesk(t: TestContext, name: DatabaseName, { ports }: MailServers, domain: string): Promise<Desk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-desk-'));
  const own = await ownDatabase(name);
  const environment = {
    ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', SECRETS_KEY: SECRET, JWT_SECRET: SECRET },
    ...{ ALLOWED_DOMAINS: 'example.com', DEVELOPER_EMAILS: 'dev@example.com', WRITES_PER_MINUTE: '100000' },
    ...(domain === BY_LMTP
      ? { MAIL_IN_LISTEN: `127.0.0.1:${ports.kwit}` }
      : { MAIL_IN_IMAP: `imap://${BOXES.kwit}@127.0.0.1:${ports.imap}/INBOX` }),
    ...(own.url ? { DATABASE_URL: own.url } : {}),
  };
  const service = await ServiceProcess.start(environment);
  const token = await tokenOf(service.address);
  const dev = new Caller(service.address, token);
  const smtp = { mail_provider: 'smtp', smtp_host: '127.0.0.1', smtp_port: ports.smtp };
  (await dev.patch('/api/settings', { ...smtp, smtp_from: `Kwit <kwit@${domain}>` })).is(200);
  const mailbox = domain === BY_IMAP ? { mail_in_imap_password: PASSWORD, mail_in_imap_move: 'Done' } : {};
  const settings = { mail_in_domain: domain, mail_in_authserv_id: MAIL_HOST, force: true, ...mailbox };
  (await dev.put('/api/mail-in/settings', settings)).is(200);
  const desk = { service, environment, token, domain, letter: domain.slice(0, 1) };
  t.after(async () => {
    await desk.service.kill();
    await own.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return desk;
}

const titleOf = ({ letter }: Desk, n: number) => `Printer ${letter}${n} is out`;
const answerOf = (title: string) => `The second tray of ${title} as well.\n\nSince Monday, by the way.`;

function mailOf(from: string, to: string, subject: string, text: string, more: readonly string[] = []): Buffer {
  const head = [
    `Authentication-Results: ${MAIL_HOST}; dmarc=pass header.from=example.com`,
    ...[`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: <${crypto.randomUUID()}@example.com>`],
    ...more,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return Buffer.from([...head, '', ...text.split('\n'), ''].join('\r\n'));
}

interface Sent {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
}

const reportsTo = (desk: Desk): Sent[] =>
  Array.from({ length: PEOPLE * REPORTS_EACH }, (_, n) => {
    const [from, to] = [`${desk.letter}${n % PEOPLE}@example.com`, `report@${desk.domain}`];
    return { from, to, raw: mailOf(from, to, titleOf(desk, n), `No toner in ${n}.`) };
  });

/** Hands mails to Postfix, some at once. */
async function post({ ports }: MailServers, mails: readonly Sent[]): Promise<void> {
  const mta = await connect(ports.smtp, '127.0.0.1', { lmtp: false });
  for (const { from, to, raw } of mails) {
    const [reply] = await mta.deliver(from, [to], raw);
    assert.equal(reply?.code, 250, String(reply?.text));
    await wait(100);
  }
  await mta.quit();
}

/** The mails in the mailbox of everybody. */
async function mailsOfPeople({ ports }: MailServers) {
  const auth = { user: BOXES.people, pass: PASSWORD };
  const client = new ImapFlow({ host: '127.0.0.1', port: ports.imap, secure: false, logger: false, auth });
  await client.connect();
  await client.mailboxOpen('INBOX');
  const mails = [];
  for await (const { source } of client.fetch('1:*', { source: true }))
    if (source) mails.push(await PostalMime.parse(source));
  await client.logout();
  return mails;
}

/** Answers each acknowledgement, as a program does that quotes it below. One that a killed Kwit sent twice is one, by its Message-ID. */
async function answersOf(servers: MailServers): Promise<(Sent & { readonly title: string })[]> {
  const mails = new Map((await mailsOfPeople(servers)).map((mail) => [mail.messageId, mail]));
  return [...mails.values()].flatMap(({ to, replyTo, messageId, subject = '', text = '' }) => {
    const [from, back] = [to?.[0]?.address ?? '', replyTo?.[0]?.address ?? ''];
    const title = /Printer \w+ is out/.exec(subject)?.[0];
    // The developer is mailed as well.
    if (title === undefined || !/^[a-z]\d+@/.test(from) || !back.includes('+')) return [];
    const quoted = text.trimEnd().replaceAll(/^/gm, '> ');
    const said = `${answerOf(title)}\n\nOn 30 Nov 2026, ${back} wrote:\n${quoted}`;
    const raw = mailOf(from, back, `Re: ${subject}`, said, [`In-Reply-To: ${messageId}`]);
    return [{ from, to: back, raw, title }];
  });
}

/** Kills the desks in turn, at any moment, until somebody says stop. */
async function killInTurn(desks: readonly Desk[], random: () => number, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const desk = desks[kill % desks.length] as Desk;
    await wait(200 + random() * 1500);
    await desk.service.kill();
    desk.service = await ServiceProcess.start(desk.environment);
  }
}

const allOf = async <T>(desk: Desk, path: string): Promise<T[]> => {
  const dev = new Caller(desk.service.address, desk.token);
  const rows: T[] = [];
  for (let page: string | null = path; page !== null; ) {
    const answer: Answer<T[]> = await dev.get<T[]>(page);
    rows.push(...answer.is(200));
    page = answer.next;
  }
  return rows;
};

/** Waits until as many are there, and for a moment longer, for one too many. */
async function until(count: () => Promise<number>, least: number): Promise<void> {
  for (const end = Date.now() + MAILBOX_MS; Date.now() < end && (await count()) < least; ) await wait(500);
  await wait(3000);
}

interface Ticket {
  readonly id: string;
  readonly title: string;
}

/** @returns what is lost, doubled or altered of the reports. */
async function faultsOfReports(desk: Desk): Promise<string[]> {
  const tickets = await allOf<Ticket>(desk, '/api/tickets?limit=100');
  return Array.from({ length: PEOPLE * REPORTS_EACH }, (_, n) => titleOf(desk, n)).flatMap((title) => {
    const count = tickets.filter((ticket) => ticket.title === title).length;
    return count === 1 ? [] : [`${title}: ${count}`];
  });
}

/** @returns the mails of which neither a ticket nor a comment was made. */
async function undone(desk: Desk): Promise<string[]> {
  const mails = await allOf<InboundMail>(desk, '/api/mail-in?limit=100');
  return mails.flatMap(({ state, reason, subject, recipient }) =>
    state === 'report' || state === 'reply' ? [] : [`${subject} to ${recipient}: ${state} ${reason}`],
  );
}

async function faultsOfAnswers(desk: Desk, titles: readonly string[]): Promise<string[]> {
  const dev = new Caller(desk.service.address, desk.token);
  const faults: string[] = [];
  for (const { id, title } of await allOf<Ticket>(desk, '/api/tickets?limit=100')) {
    const { comments } = (await dev.get<TicketDetail>(`/api/tickets/${id}`)).is(200);
    const said = comments.map(({ content }) => content);
    const expected = titles.includes(title) ? [answerOf(title)] : [];
    if (JSON.stringify(said) !== JSON.stringify(expected)) faults.push(`${title}: ${JSON.stringify(said)}`);
  }
  return faults;
}

for (const name of databases)
  test(`${KILLS} kills while mails go by Postfix and Dovecot: 0 lost, 0 doubled (${name}, seed ${seed})`, async (t) => {
    const random = chance(seed);
    const servers = await startMailServers();
    t.after(() => servers.stop());
    const desks = [await openDesk(t, name, servers, BY_LMTP), await openDesk(t, name, servers, BY_IMAP)];
    const ticketsOf = async (desk: Desk) => (await allOf<Ticket>(desk, '/api/tickets?limit=100')).length;
    const killing = killInTurn(desks, random, Math.ceil(KILLS * 0.7));
    await Promise.all(desks.map((desk) => post(servers, reportsTo(desk))));
    await killing;
    for (const desk of desks) await until(() => ticketsOf(desk), PEOPLE * REPORTS_EACH);
    assert.equal(servers.queue(), '', 'the queue of Postfix is empty');
    assert.deepEqual((await Promise.all(desks.map(undone))).flat(), []);
    assert.deepEqual((await Promise.all(desks.map(faultsOfReports))).flat(), []);
    await until(async () => (await answersOf(servers)).length, PEOPLE * desks.length);
    const answers = await answersOf(servers);
    const again = killInTurn(desks, random, KILLS - Math.ceil(KILLS * 0.7));
    await post(servers, answers);
    await again;
    const commentsOf = async (desk: Desk) =>
      (await allOf<{ state: string }>(desk, '/api/mail-in?state=reply&limit=100')).length;
    for (const desk of desks)
      await until(() => commentsOf(desk), answers.filter(({ to }) => to.endsWith(desk.domain)).length);
    const titles = answers.map(({ title }) => title);
    assert.deepEqual((await Promise.all(desks.map(undone))).flat(), []);
    assert.deepEqual((await Promise.all(desks.map((desk) => faultsOfAnswers(desk, titles)))).flat(), []);
    assert.equal(servers.queue(), '', 'the queue of Postfix is empty');
    const reports = desks.length * PEOPLE * REPORTS_EACH;
    t.diagnostic(`${reports} reports and ${answers.length} answers, ${KILLS} kills: each is one ticket or one comment`);
  });
