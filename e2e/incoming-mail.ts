/** Mails that people write to Kwit, handed over as a program hands them over. */
import { createHmac } from 'node:crypto';
import type { Kwit } from './kwit.ts';

/** A mail as somebody's program writes it. */
export const writtenMail = ({
  from,
  text,
  subject = 'Re: hello',
  cc = '',
}: {
  from: string;
  text: string;
  subject?: string;
  cc?: string;
}) =>
  Buffer.from(
    [
      `From: ${from}`,
      `Subject: ${subject}`,
      ...(cc === '' ? [] : [`Cc: ${cc}`]),
      `Message-ID: <${crypto.randomUUID()}@example.com>`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      '',
      ...text.split('\n'),
      '',
    ].join('\r\n'),
  );

/** The text of a mail as an answer quotes it. */
export const quoting = (text: string): string =>
  `On 25 Nov 2026, Kwit <kwit@example.com> wrote:\n${text
    .trimEnd()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}`;

/** Makes the secret of programs. @returns posts mails that it signs. */
export async function mailPoster(kwit: Kwit): Promise<(raw: Buffer, recipient: string) => Promise<string>> {
  const { secret } = await kwit.call<{ secret: string }>('dev', 'POST', '/mail-in/secret');
  return (raw, recipient) => postMail(kwit, secret, raw, recipient);
}

/** Posts a mail. @returns what became of it. */
export async function postMail({ url }: Kwit, secret: string, raw: Buffer, recipient: string): Promise<string> {
  const at = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`m.${at}.`).update(raw).digest('base64');
  const answer = await fetch(`${url}/api/mail-in/raw`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'kwit-recipient': recipient,
      ...{ 'webhook-id': 'm', 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` },
    },
    body: new Uint8Array(raw),
  });
  if (!answer.ok) throw new Error(`A mail to ${recipient} was refused: ${await answer.text()}`);
  return ((await answer.json()) as { state: string }).state;
}
