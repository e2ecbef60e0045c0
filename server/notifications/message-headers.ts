import type { EffectiveSettings } from '../settings/effective-settings.ts'

interface Threaded {
  /** What stands after the @ in ids. */
  readonly host: string
  readonly eventId: string
  readonly recipientId: string
  /** The ticket whose thread it belongs to; null for a message about several. */
  readonly ticketId: string | null
  /** Turns such messages off; null when nobody has said where Kwit is. */
  readonly offUrl: string | null
}

/**
 * What tells mail programs which message this is, to which thread it belongs, that no human sent it (RFC 3834 § 5) and how
 * to have no more of them (RFC 2369, RFC 8058). The same event to the same person has the same id however often it is
 * sent. The thread's root is a message that was never sent: programs then keep together what refers to it.
 */
export function messageHeaders({ host, eventId, recipientId, ticketId, offUrl }: Threaded) {
  const root = `<ticket.${ticketId}@${host}>`
  return {
    messageId: `<${eventId}.${recipientId}@${host}>`,
    headers: {
      ...(ticketId === null ? {} : { 'In-Reply-To': root, References: root }),
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
      'X-Auto-Response-Suppress': 'All',
      ...(offUrl === null ? {} : { 'List-Unsubscribe': `<${offUrl}>` }),
      // One click is only for https (RFC 8058 § 3.1).
      ...(offUrl?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
  }
}

type Whereabouts = Pick<EffectiveSettings, 'app_url' | 'mail_provider' | 'smtp_from' | 'ses_from'>

/** Where ids are at home: the application's host, else the sender's domain. */
export function idHost({ app_url, mail_provider, smtp_from, ses_from }: Whereabouts): string {
  if (URL.canParse(app_url)) return new URL(app_url).hostname
  const sender = mail_provider === 'ses' ? ses_from : smtp_from
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(sender)?.[1] ?? 'localhost'
}
