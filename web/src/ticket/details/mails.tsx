import { useQuery } from '@tanstack/react-query';
import { mailsQuery, type TicketDelivery } from '../../backend/mails.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { Icon } from '../../design/icon.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { ago, moment, number } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';

const SIGNS = {
  delivered: { icon: 'check', tone: 'text-success' },
  pending: { icon: 'clock', tone: 'text-warning' },
  failed: { icon: 'warning', tone: 'text-danger' },
  not_sent: { icon: 'close', tone: 'text-muted' },
  bounced: { icon: 'warning', tone: 'text-danger' },
} as const;

/**
 * The mails that the service sent about the ticket, or why it could not. Below everything else, because they load late.
 */
export function Mails({ ticket }: { ticket: TicketSummary }) {
  // A developer who only reported the ticket, or was added to it, reads none of its internals.
  const enabled = useIsDeveloper() && 'internal_note' in ticket;
  const mails = useQuery({ ...mailsQuery(ticket), enabled }).data ?? [];
  const pending = mails.filter(({ status }) => status === 'pending').length;
  const failed = mails.filter(({ status }) => status === 'failed' || status === 'bounced').length;
  if (mails.length === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11">
        <Icon name="mail" size={16} />
        <span>{t('mails.title', { count: mails.length })}</span>
        {pending ? (
          <span className="text-warning">
            {t('delivery.pending')}: {number(pending, 0)}
          </span>
        ) : null}
        {failed > 0 && <span className="font-medium text-danger">{t('mails.failed', { count: failed })}</span>}
        <Icon name="down" size={14} className="ml-auto group-open:rotate-180" />
      </summary>
      <ul className="flex flex-col gap-2.5 pt-2">
        {mails.map((mail) => (
          <Mail key={mail.id} mail={mail} />
        ))}
      </ul>
    </details>
  );
}

function Mail({ mail }: { mail: TicketDelivery }) {
  const { icon, tone } = SIGNS[mail.status];
  const at = mail.delivered_at ?? mail.next_attempt_at;
  return (
    <li className="flex min-w-0 gap-2 text-sm">
      <Icon name={icon} size={16} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0">
        <p className="truncate" title={mail.recipient_email ?? undefined}>
          {mail.recipient_name ?? t('field.nobody')}
        </p>
        <p className="text-xs text-muted">
          <span className={tone}>{t(`delivery.${mail.status}`)}</span> ·{' '}
          {maybeText(`mails.${mail.event_name.replace('.', '_')}`) ?? mail.event_name}
          {at && (
            <>
              {' · '}
              <time dateTime={at} title={moment(at)}>
                {mail.status === 'pending' ? t('mails.next', { when: moment(at) }) : ago(at)}
              </time>
            </>
          )}
        </p>
        {mail.last_error && <p className="text-xs wrap-anywhere text-danger">{mail.last_error}</p>}
      </div>
    </li>
  );
}
