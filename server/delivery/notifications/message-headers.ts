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
}

/**
 * The headers by which a mail program knows which message this is, to which thread it belongs, that no human sent it (RFC
 * 3834 § 5) and how to turn such messages off (RFC 2369, RFC 8058). The same event to the same person has the same id
 * however often it is sent. The root of a thread is a message that is never sent: programs put into one thread what refers
 * to it.
 */
export function messageHeaders({ host, eventId, recipientId, ticketId, offUrl }: Threaded) {
  const root = `<ticket.${ticketId}@${host}>`;
  return {
    messageId: `<${eventId}.${recipientId}@${host}>`,
    headers: {
      ...(ticketId === null ? {} : { 'In-Reply-To': root, References: root }),
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'All',
      ...(offUrl === null ? {} : { 'List-Unsubscribe': `<${offUrl}>` }),
      // RFC 8058 § 3.1 allows one click for https only.
      ...(offUrl?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
  };
}

type Whereabouts = Pick<EffectiveSettings, 'app_url' | 'mail_provider' | 'smtp_from' | 'ses_from'>;

/** The host for message ids: the application's, else the sender's domain. */
export function idHost({ app_url, mail_provider, smtp_from, ses_from }: Whereabouts): string {
  if (URL.canParse(app_url)) return new URL(app_url).hostname;
  const sender = mail_provider === 'ses' ? ses_from : smtp_from;
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(sender)?.[1] ?? 'localhost';
}
