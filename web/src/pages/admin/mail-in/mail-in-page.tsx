import { useQuery } from '@tanstack/react-query';
import { type MailInStatus, mailInSettingsQuery, mailInStatusQuery } from '../../../backend/mail-in.ts';
import { LoadFailed, Skeleton } from '../../../design/feedback.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Section } from '../../../design/page.tsx';
import { ago, number } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { InboundMails, useInboundMails } from './inbound-mails.tsx';
import { MailInSetup } from './mail-in-setup.tsx';

/** How mails come in: what came, then what proves that they do. Nothing is switched on before that. */
export function MailInPage() {
  const settings = useQuery(mailInSettingsQuery);
  const status = useQuery(mailInStatusQuery);
  const domain = settings.data?.mail_in_domain ?? null;
  const mails = useInboundMails(domain !== null);
  const failed = [settings, status].find(({ error, data }) => error && !data);
  if (failed) return <LoadFailed error={failed.error} onRetry={() => failed.refetch()} />;
  // The steps stand below the mails: they are shown when their place is known.
  if (!settings.data || !status.data || (domain !== null && mails.pages.isPending)) return <Skeleton lines={8} />;
  return (
    <>
      {domain !== null && <Watch status={status.data} domain={domain} />}
      {domain !== null && <InboundMails {...mails} />}
      <MailInSetup settings={settings.data} runs={status.data.checks} />
    </>
  );
}

/** Mails may wait so long without anything being wrong, in milliseconds. */
const PATIENCE_MS = 5 * 60_000;

function Watch({ status, domain }: { status: MailInStatus; domain: string }) {
  const { waiting, oldest_waiting_at: oldest, last_received_at: last, states } = status;
  const isLate = oldest !== null && Date.parse(oldest) < Date.now() - PATIENCE_MS;
  return (
    <Section
      title={t('mailIn.watch', { domain })}
      aside={states.length > 0 && <span className="text-xs text-muted">{t('mailIn.lastDay')}</span>}
    >
      <div
        className={`flex items-start gap-3 px-4 py-3 text-sm md:px-5 ${isLate ? 'bg-warning-soft text-warning' : 'bg-success-soft text-success'}`}
      >
        <Icon name={isLate ? 'warning' : 'check'} />
        <div>
          <p className="font-semibold">
            {last === null ? t('mailIn.noMail') : t('mailIn.lastMail', { when: ago(last) })}
          </p>
          <p>{oldest === null ? t('mailIn.noneWaits') : t('mailIn.waits', { count: waiting, when: ago(oldest) })}</p>
        </div>
      </div>
      {states.length > 0 && (
        <dl
          aria-label={t('mailIn.lastDay')}
          className="flex flex-wrap gap-x-4 gap-y-2 border-t border-line px-4 py-3 md:px-5"
        >
          {states.map(({ state, count }) => (
            <div key={state} className="flex flex-col">
              <dt className="order-2 text-sm text-muted">{t(`mailIn.state.${state}`)}</dt>
              <dd className="order-1 text-2xl font-semibold tabular-nums">{number(count, 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
