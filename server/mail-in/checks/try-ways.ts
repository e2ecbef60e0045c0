import { connect } from 'node:net';
import type { MailInDraft, MailInSettings } from '#contract/mail-in.ts';
import { type Config, SECOND } from '#platform';
import type { CheckLine } from './check-words.ts';

export type Ways = Pick<Config, 'mailInListen' | 'mailInProtocol' | 'mailInImap'>;

/** What a step does first, outside of any transaction: each line, and how it stands then. */
export interface FirstStep {
  readonly lines: readonly CheckLine[];
  readonly state: 'running' | 'green' | 'red';
}

export const red = (...lines: CheckLine[]): FirstStep => ({ lines, state: 'red' });

export type TryMailbox = (draft: MailInDraft) => Promise<readonly string[]>;

/** Tries every way in that this Kwit was started with. @param tryMailbox reads the mailbox with values of a form: what the other side says. */
export async function tryWays(
  { values, hasSecret }: { readonly values: MailInSettings; readonly hasSecret: boolean },
  { mailInListen, mailInProtocol, mailInImap }: Ways,
  tryMailbox: TryMailbox,
): Promise<FirstStep> {
  const lines: CheckLine[] = [];
  if (mailInListen !== null) {
    const greeting = await greetingOf(mailInListen);
    if (greeting === null) return red(['nobody_answers', mailInListen]);
    const domain = values.mail_in_domain ?? '…';
    lines.push(
      ['answers', mailInListen, greeting],
      ['postfix', domain, `${mailInProtocol}:${mailInListen.startsWith('unix:') ? '' : 'inet:'}${mailInListen}`],
      ['exchange', domain],
      ['google', domain, `${values.mail_in_report}@${domain}`],
    );
  }
  if (mailInImap !== null) {
    try {
      lines.push(...(await tryMailbox(values)).map((words): CheckLine => ['words', words]));
    } catch (error) {
      return red(['no_mailbox', (error as Error).message.slice(0, 400)]);
    }
  }
  if (hasSecret) lines.push(['programs']);
  return lines.length > 0 ? { lines, state: 'green' } : red(['no_way']);
}

const LOOKED_MS = 3 * SECOND;

function greetingOf(listen: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const at = listen.lastIndexOf(':');
  const host = listen.slice(0, at).replace(/^\[|\]$/g, '');
  const where = listen.startsWith('unix:')
    ? { path: listen.slice(5) }
    : { host: host === '0.0.0.0' ? '127.0.0.1' : host, port: Number(listen.slice(at + 1)) };
  const socket = connect(where);
  socket.setTimeout(LOOKED_MS, () => socket.destroy());
  socket.once('data', (bytes: Buffer) => {
    resolve(bytes.toString('latin1').trim().slice(0, 200));
    socket.end('QUIT\r\n');
  });
  socket.on('error', () => resolve(null)).on('close', () => resolve(null));
  return promise;
}
