import { createHmac } from 'node:crypto';
import type { Player } from './cast.ts';
import type { App } from './start-app.ts';

/** Mails that people write to Kwit, handed over as a program does that pipes them in. */

export const MAIL_DOMAIN = 'kwit.example.com';
export const MAIL_SERVER = 'mx.example.com';
export const VERIFIED = `Authentication-Results: ${MAIL_SERVER}; dmarc=pass header.from=example.com`;

/** A mail as a person's program writes it. @param more header lines that stand above the others. */
export const writtenMail = (head: Record<string, string>, body = 'It works again.', more: readonly string[] = []) =>
  Buffer.from(
    [
      ...more,
      ...Object.entries({ Subject: 'Re: hello', 'Message-ID': `<${crypto.randomUUID()}@example.com>`, ...head }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      '',
      body,
      '',
    ].join('\r\n'),
  );

export interface PostedMail {
  readonly status: number;
  readonly body: { readonly id: string; readonly state: string; readonly error?: string };
}

/** Makes the secret of programs. @returns posts mails that it signs, `at` seconds since 1970. */
export async function mailPoster({ address, clock }: App, dev: Player) {
  const { secret } = (await dev.post<{ secret: string }>('/api/mail-in/secret', {})).is(201);
  return async (
    raw: Buffer,
    recipient: string,
    change: { id?: string; at?: number; isSaid?: boolean } = {},
  ): Promise<PostedMail> => {
    const at = String(change.at ?? Math.floor(clock.now() / 1000));
    const key = Buffer.from(secret.slice(6), 'base64');
    const bytes = new Uint8Array(raw);
    const hmac = createHmac('sha256', key).update(`m1.${at}.`).update(raw).digest('base64');
    const answer = await fetch(`${address}/api/mail-in/raw`, {
      method: 'POST',
      headers: {
        'content-type': 'message/rfc822',
        'kwit-recipient': recipient,
        ...{ 'webhook-id': change.id ?? 'm1', 'webhook-timestamp': at, 'webhook-signature': `v1,${hmac}` },
      },
      ...(change.isSaid === false ? { body: new Blob([bytes]).stream(), duplex: 'half' } : { body: bytes }),
    });
    return { status: answer.status, body: (await answer.json()) as PostedMail['body'] };
  };
}

/** Switches mail in on. @returns posts mails. */
export async function openMailIn(app: App, dev: Player) {
  const settings = { mail_in_domain: MAIL_DOMAIN, mail_in_authserv_id: MAIL_SERVER, force: true };
  (await dev.put('/api/mail-in/settings', settings)).is(200);
  return mailPoster(app, dev);
}

/** The text of a mail as an answer quotes it. */
export const quoting = (text: string): string =>
  `On 25 Nov 2026, Kwit <kwit@example.com> wrote:\r\n${text
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n')}`;

/** Lets every mail that waits go out. */
export async function sendAll({ worker }: Pick<App, 'worker'>): Promise<void> {
  for (let n = 0; n < 4; n += 1) await worker.runOnce();
}

/** The last mail to somebody with this in its subject, and its token. */
export function mailTo({ mailbox }: Pick<App, 'mailbox'>, to: string, subject: string) {
  const mail = mailbox.list().find((sent) => sent.to === to && sent.subject.includes(subject));
  const [, token = ''] = /Kwit-Ref: ([a-z2-7]{26})\n$/.exec(mail?.text ?? '') ?? [];
  return { text: mail?.text ?? '', token };
}
