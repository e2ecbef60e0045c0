import type { Language } from '#contract/words.ts';
import type { RecordedEvent } from '#events/serving';
import type { OutgoingCarriers } from '#mail-in';
import { htmlOf, plainText } from '#markdown';
import { escaped, htmlMessage, type Message } from '#platform';
import type { EffectiveSettings } from '#settings';

interface Threaded {
  /** The part of message ids after the @. */
  readonly host: string;
  readonly eventId: string;
  readonly recipientId: string;
  /** The ticket whose thread the message belongs to; null for a message about several tickets. */
  readonly ticketId: string | null;
  /** Turns such messages off; null when `app_url` is not set. */
  readonly offUrl: string | null;
  /** By what an answer finds its ticket; null while no mail comes in. */
  readonly carriers?: OutgoingCarriers | null;
}

/**
 * The headers tell a mail program the id of the message, its thread, that no human sent it (RFC 3834 § 5), and how to turn
 * such messages off (RFC 2369, RFC 8058). A message about one event to one person keeps its id however often it is sent.
 * Each message of a thread refers to a root that is never sent, so that mail programs show them together.
 */
export function messageHeaders({ host, eventId, recipientId, ticketId, offUrl, carriers = null }: Threaded) {
  const root = `<ticket.${ticketId}@${host}>`;
  return {
    messageId: carriers?.messageId ?? `<${eventId}.${recipientId}@${host}>`,
    headers: {
      ...(ticketId === null ? {} : { 'In-Reply-To': root, References: root }),
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'All',
      ...(carriers === null ? {} : { 'Reply-To': carriers.replyTo, 'X-Loop': carriers.loop }),
      ...(offUrl === null ? {} : { 'List-Unsubscribe': `<${offUrl}>` }),
      // RFC 8058 § 3.1 allows one click for https only.
      ...(offUrl?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
  };
}

export const mailHeadersOf = (
  settings: Whereabouts,
  { eventId }: Pick<RecordedEvent, 'eventId'>,
  recipientId: string,
  thread: Pick<Threaded, 'ticketId' | 'offUrl' | 'carriers'>,
) => messageHeaders({ host: idHost(settings), eventId, recipientId, ...thread });

type Whereabouts = Pick<EffectiveSettings, 'app_url' | 'mail_provider' | 'smtp_from' | 'ses_from'>;

/** The host for message ids: the application's, else the sender's domain. */
export function idHost({ app_url, mail_provider, smtp_from, ses_from }: Whereabouts): string {
  if (URL.canParse(app_url)) return new URL(app_url).hostname;
  const sender = mail_provider === 'ses' ? ses_from : smtp_from;
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(sender)?.[1] ?? 'localhost';
}

/** A notification as blocks, and as text and HTML. What people wrote stays text: it becomes neither markup nor a header. */

export type Block =
  | { readonly kind: 'line'; readonly text: string }
  /** A person's words, of any length. */
  | { readonly kind: 'quote'; readonly text: string }
  /** Files that came with it, by their names. */
  | { readonly kind: 'files'; readonly text: string; readonly names: readonly string[]; readonly url: string | null }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** `url` is null when `app_url` is not set. */
  /** `text` stands before the address; null for the address alone. */
  | { readonly kind: 'link'; readonly text: string | null; readonly url: string }
  | { readonly kind: 'ticket'; readonly title: string; readonly about: string | null; readonly url: string | null };

export interface Notification {
  readonly language: Language;
  readonly subject: string;
  /** `https://kwit.example.com`; empty when `app_url` is not set. */
  readonly appUrl?: string;
  readonly blocks: readonly Block[];
  /** Below the line: why the reader gets it, and what else to know. */
  readonly footer: readonly string[];
  /** How to turn such notifications off: a sentence, and the address when there is one. null when they cannot be. */
  readonly off: { readonly text: string; readonly url: string | null } | null;
  /** The last line: by it an answer that quotes it finds its ticket. */
  readonly reference?: string | null;
}

/** How many code points of a person's text a mail quotes. The ticket has the whole text. */
export const QUOTED = 2000;

/** The subject of a notification, and its text and HTML. */
export const rendered = (notification: Notification): Pick<Message, 'subject' | 'text' | 'html'> => ({
  subject: notification.subject,
  text: asText(notification),
  html: htmlMessage(notification.language, notification.subject, asHtml(notification)),
});

/** A text in one line, at most `length` code points, so that it may stand in a header. */
export function oneLine(text: string, length: number): string {
  return cut(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), length);
}

/** At most so many code points, the last of them "…" when there was more. */
export function cut(text: string, length: number): string {
  const points = [...text];
  return points.length <= length
    ? text
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** The lines that a person wrote, without characters that only control a terminal. */
const quoted = (text: string): string =>
  cut(text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''), QUOTED)
    // Half an address leads elsewhere.
    .replace(/\S*:\/\/\S*…$/, '…');

function asText({ blocks, footer, off, reference }: Notification): string {
  const small = [...footer, ...(off === null ? [] : [named(off)]), ...(reference ? [reference] : [])];
  return `${[...blocks.map(blockText), ['-- ', ...small].join('\n')].join('\n\n')}\n`;
}

/** An address with what stands before it. One of them is there. */
const named = ({ text, url }: { readonly text: string | null; readonly url: string | null }): string =>
  [text, url].filter((part) => part !== null).join(' ');

function blockText(block: Block): string {
  if (block.kind === 'line') return block.text;
  if (block.kind === 'link') return named(block);
  if (block.kind === 'facts') return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if (block.kind === 'ticket') return [block.title, block.about, block.url].filter((line) => line !== null).join('\n');
  if (block.kind === 'files')
    return [`${block.text}: ${block.names.join(', ')}`, block.url].filter((line) => line !== null).join('\n');
  return plainText(quoted(block.text))
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function asHtml({ appUrl = '', blocks, footer, off, reference }: Notification): string {
  const last = reference ? [escaped(reference)] : [];
  const small = [...footer.map(escaped), ...(off === null ? [] : [offHtml(off)]), ...last].join('<br>\n');
  return [
    ...blocks.map((block) => blockHtml(block, appUrl)),
    `<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #888;font-size:14px;opacity:.75">${small}</p>`,
  ].join('\n');
}

const offHtml = ({ text, url }: NonNullable<Notification['off']>): string =>
  url ? linkSaying(text, url) : escaped(text);

/** In HTML a link is its text, without the colon that leads to the address. */
const linkSaying = (text: string, url: string): string => link(url, text.replace(/:$/, ''));

const link = (url: string, text: string): string => `<a href="${escaped(url)}">${escaped(text)}</a>`;

/** A person's words as the page shows them. An address of Kwit is whole; without one it is words. */
const quotedHtml = (text: string, appUrl: string): string =>
  htmlOf(quoted(text)).replace(/<a href="(\/[^"]*)">(.*?)<\/a>/gs, (_, path, words) =>
    appUrl === '' ? words : `<a href="${escaped(appUrl)}${path}">${words}</a>`,
  );

function blockHtml(block: Block, appUrl: string): string {
  if (block.kind === 'line') return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`;
  if (block.kind === 'quote')
    return `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #888;overflow-wrap:anywhere">${quotedHtml(block.text, appUrl)}</blockquote>`;
  if (block.kind === 'files') {
    const { text, names, url } = block;
    const shown = names.map((name) => (url === null ? escaped(name) : link(url, name)));
    return `<p style="margin:0 0 16px">${escaped(text)}: ${shown.join(', ')}</p>`;
  }
  if (block.kind === 'facts') {
    const lines = block.facts.map(([name, value]) => `${escaped(name)}: ${escaped(value)}`);
    return `<p style="margin:0 0 16px">${lines.join('<br>\n')}</p>`;
  }
  if (block.kind === 'link') return `<p style="margin:0 0 16px">${linkSaying(block.text ?? block.url, block.url)}</p>`;
  const linked = block.url ? link(block.url, block.title) : escaped(block.title);
  const about = block.about === null ? '' : `<br>\n${escaped(block.about)}`;
  return `<p style="margin:0 0 16px"><strong>${linked}</strong>${about}</p>`;
}
