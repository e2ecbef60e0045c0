import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { InboundMail } from '#contract/mail-in.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { bombs, largest } from './mail-in/bombs.ts';
import { built, losing } from './mail-in/corpus/build.mjs';
import { mails } from './mail-in/corpus/given/mails.mjs';
import { AUTHSERV, becomes, type Desk, DOMAIN, openDesk, sendAll, valuesFor } from './mail-in/desk.ts';

type Corpus = { readonly name: string };

/** Mails that quote the whole letter, of six programs. */
const QUOTING = [
  'gmail-web-pl',
  'outlook-new-pl-od-block-logo',
  'apple-mail-mac-en',
  'thunderbird-pl-top-flowed',
  'k9-en',
  'zimbra-en',
];
const CARRIERS = ['address', 'message_id', 'reference_line'];
/** Every set of carriers that may be lost, all of them too. */
const LOSSES = Array.from({ length: 8 }, (_, bits) => CARRIERS.filter((_, at) => (bits & (1 << at)) !== 0));

onEachDatabaseAnew('answers that lost carriers of their token', (app) => {
  test('go to the right ticket, or are held: never to a wrong one', { timeout: 240_000 }, async () => {
    const desk = await openDesk(app());
    const wrong: string[] = [];
    for (const name of QUOTING)
      for (const lost of LOSSES) {
        const mail = (mails as Corpus[]).find((entry) => entry.name === name);
        const values = await valuesFor(desk, `${QUOTING.indexOf(name)}${LOSSES.indexOf(lost)}`);
        await becomes(desk, built(mail, losing(values, lost)));
        const [row] = (await desk.dev.get<InboundMail[]>('/api/mail-in?limit=1')).is(200);
        const isRight = row?.state === 'reply' ? row.ticket_id === values.ticket : row?.state === 'held';
        const isFound = lost.length < CARRIERS.length ? row?.state === 'reply' : row?.state !== 'reply';
        if (!isRight || !isFound) wrong.push(`${name} without ${lost.join(', ')}: ${row?.state} ${row?.reason}`);
      }
    await desk.close();
    assert.deepEqual(wrong, []);
  });
});

const mail = (head: readonly string[], body = 'Please close it.') =>
  Buffer.from([...head, `Message-ID: <${crypto.randomUUID()}@x.test>`, '', body, ''].join('\r\n'));

/** Mails of somebody who knows addresses, numbers and a token of another. */
function forgeries(values: Readonly<Record<string, string>>, old: string): Record<string, [string, Buffer]> {
  const { FROM = '', OTHER_FROM = '', TOKEN = '', SECOND_TOKEN = '', REPLY_ADDRESS = '' } = values;
  const plain = `r@${DOMAIN}`;
  const report = `report@${DOMAIN}`;
  const theirs = `Authentication-Results: ${AUTHSERV}; dmarc=pass header.from=example.com`;
  return {
    'the token of another': [REPLY_ADDRESS, mail([`From: ${OTHER_FROM}`, 'Subject: x'])],
    'the token of another in each carrier': [
      REPLY_ADDRESS,
      mail([`From: ${OTHER_FROM}`, `In-Reply-To: <r.${TOKEN}.2@${DOMAIN}>`], `Me.\r\n\r\nKwit-Ref: ${TOKEN}`),
    ],
    'a token that nobody has': [`r+${'a'.repeat(26)}@${DOMAIN}`, mail([`From: ${FROM}`])],
    'a token that was revoked': [`r+${old}@${DOMAIN}`, mail([`From: ${FROM}`])],
    'a subject with a number': [plain, mail([`From: ${FROM}`, 'Subject: Re: [#1] Printer'])],
    'tokens of two tickets': [REPLY_ADDRESS, mail([`From: ${FROM}`], `No.\r\n\r\nKwit-Ref: ${SECOND_TOKEN}`)],
    'two From': [REPLY_ADDRESS, mail([`From: ${FROM}`, `From: ${OTHER_FROM}`])],
    'two addresses in one From': [REPLY_ADDRESS, mail([`From: ${FROM}, ${OTHER_FROM}`])],
    'a group in From': [REPLY_ADDRESS, mail([`From: Team: ${FROM};`])],
    'an address in the name of another': [REPLY_ADDRESS, mail([`From: "${FROM}" <thief@elsewhere.test>`])],
    'a sender below ours': [REPLY_ADDRESS, mail(['From: thief@elsewhere.test', `Sender: ${FROM}`])],
    'an answer that our server knows to be false': [
      REPLY_ADDRESS,
      mail([`Authentication-Results: ${AUTHSERV}; dmarc=fail header.from=przyklad.test`, `From: ${FROM}`]),
    ],
    'a header without a name by LMTP': [report, mail(['Authentication-Results: dmarc=pass', 'From: dev@example.com'])],
    'a developer whom nobody has verified': [report, mail(['From: dev@example.com', 'Subject: Give me rights'])],
    'a header of ours below a failed one': [
      report,
      mail([
        `Authentication-Results: ${AUTHSERV}; dmarc=fail header.from=example.com`,
        theirs,
        'From: dev@example.com',
      ]),
    ],
    'a header of another server': [
      report,
      mail(['Authentication-Results: mx.elsewhere.test; dmarc=pass header.from=example.com', 'From: dev@example.com']),
    ],
    'a pass that stands in a comment': [
      report,
      mail([
        `Authentication-Results: ${AUTHSERV}; spf=fail (see; dmarc=pass header.from=example.com ) smtp.mailfrom=example.com`,
        'From: dev@example.com',
      ]),
    ],
    'a pass of another domain': [
      report,
      mail([`Authentication-Results: ${AUTHSERV}; spf=pass smtp.mailfrom=elsewhere.test`, 'From: dev@example.com']),
    ],
  };
}

async function textsOf(desk: Desk): Promise<string[]> {
  const tickets = (await desk.dev.get<{ id: string; title: string }[]>('/api/tickets?limit=100')).is(200);
  const details = await Promise.all(
    tickets.map(({ id }) => desk.dev.get<{ comments: unknown[] }>(`/api/tickets/${id}`)),
  );
  return details.map((detail, at) => `${tickets[at]?.title}: ${detail.is(200).comments.length}`);
}

onEachDatabaseAnew('forged mails', (app) => {
  test('make no comment and no ticket', { timeout: 400_000 }, async () => {
    const desk = await openDesk(app());
    const values = await valuesFor(desk, '1');
    const gone = await valuesFor(desk, '2');
    const sql = `update reply_addresses set revoked_at = created_at where token = '${gone.TOKEN}'`;
    await app().database.write((connection) => connection.run({ sql, parameters: [] }));
    const before = await textsOf(desk);
    const states: Record<string, string> = {};
    for (const [what, [to, raw]] of Object.entries(forgeries(values, gone.TOKEN ?? ''))) {
      await desk.mta.deliver('somebody@elsewhere.test', [to], raw);
      const [row] = (await desk.dev.get<InboundMail[]>('/api/mail-in?limit=1')).is(200);
      states[what] = `${row?.state}: ${row?.reason}`;
    }
    await sendAll(app());
    assert.deepEqual(await textsOf(desk), before);
    for (const [what, state] of Object.entries(states)) assert.match(state, /^held: /, what);
    await desk.close();
  });
});

onEachDatabaseAnew('mails that are made to take long', (app) => {
  test('are held or taken within seconds, and the next one goes on', { timeout: 240_000 }, async (t) => {
    const desk = await openDesk(app());
    const { REPLY_ADDRESS = '' } = await valuesFor(desk, '3');
    for (const [what, raw] of Object.entries(bombs(REPLY_ADDRESS))) {
      globalThis.gc?.();
      const before = process.cpuUsage();
      const memory = process.memoryUsage().rss;
      const [reply] = await desk.mta.deliver('ada@example.com', [REPLY_ADDRESS], raw);
      const { user, system } = process.cpuUsage(before);
      const [row] = (await desk.dev.get<InboundMail[]>('/api/mail-in?limit=1')).is(200);
      t.diagnostic(
        `${what}: ${reply?.code}, ${row?.state}: ${row?.reason}, ${Math.round((user + system) / 1000)} ms of CPU, ${Math.round((process.memoryUsage().rss - memory) / 1e6)} MB`,
      );
      assert.equal(reply?.code, 250, what);
      assert.ok(row?.state === 'held', `${what}: ${row?.state}`);
      assert.ok(user + system < 2_000_000, `${what} took ${(user + system) / 1_000_000} s`);
    }
    const next = await valuesFor(desk, '4');
    await desk.mta.deliver(next.FROM ?? '', [next.REPLY_ADDRESS ?? ''], mail([`From: ${next.FROM}`], 'It works.'));
    const [row] = (await desk.dev.get<InboundMail[]>('/api/mail-in?limit=1')).is(200);
    assert.equal(row?.state, 'reply');
    await desk.close();
  });
});

const SCRIPT = fileURLToPath(new URL('./mail-in/read-bomb.ts', import.meta.url));

describe('reading mails that are made to take much room', () => {
  const most = 60;
  for (const [what, raw] of Object.entries({ ...bombs('r@kwit.test'), ...largest() }))
    test(`${what}: takes less than ${most} MB with the mail itself`, { timeout: 400_000 }, (t) => {
      const path = join(mkdtempSync(join(tmpdir(), 'kwit-bomb-')), 'mail.eml');
      t.after(() => rmSync(dirname(path), { recursive: true }));
      writeFileSync(path, raw);
      // On a busy machine garbage lies about for longer; what a mail needs, it needs each time.
      let least = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 3 && least >= most; n += 1) {
        // As the service runs.
        const { status, stdout, stderr } = spawnSync(process.execPath, ['--max-semi-space-size=2', SCRIPT, path]);
        assert.equal(status, 0, String(stderr));
        least = Math.min(least, Number(stdout));
      }
      t.diagnostic(`${what}: ${least} MB`);
      assert.ok(least < most, `${what} took ${least} MB`);
    });
});
