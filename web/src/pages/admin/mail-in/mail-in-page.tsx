import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { MAIL_IN_STATES, type MailInReason, type MailInState } from '../../../../../contract/mail-in-words.ts';
import { randomKey } from '../../../backend/client.ts';
import { postComment } from '../../../backend/comments.ts';
import {
  acceptMail,
  discardMail,
  type InboundMail,
  inboundMailsQuery,
  type MailInStatus,
  mailInSettingsQuery,
  mailInStatusQuery,
} from '../../../backend/mail-in.ts';
import { ticketQuery } from '../../../backend/ticket-detail.ts';
import { reach } from '../../../commands/reach.ts';
import { Ago } from '../../../design/ago.tsx';
import { buttonClass } from '../../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../../design/feedback.tsx';
import { useAct } from '../../../design/form.tsx';
import { Section } from '../../../design/page.tsx';
import { ShowMore } from '../../../design/pending.tsx';
import { Select } from '../../../design/select.tsx';
import { toast } from '../../../design/toast.tsx';
import { changeDraft } from '../../../session/draft.ts';
import { useMe } from '../../../session/me.ts';
import { ago, number } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { BLANK_COMMENT, draftName } from '../../../ticket/conversation/comment-draft.ts';
import { FoldOut, HealthNote, State, useSectionSearch } from '../entries.tsx';
import { MailDetail } from './mail-detail.tsx';
import { MailInSetup } from './mail-in-setup.tsx';
import { obviousAcceptance, outcomeText, type Taking } from './taking.ts';

/** The mails that came in. */
export function MailInPage() {
  const settings = useQuery(mailInSettingsQuery);
  const status = useQuery(mailInStatusQuery);
  const domain = settings.data?.mail_in_domain ?? null;
  const mails = useInboundMails(domain !== null);
  const failed = [settings, status].find(({ error, data }) => error && !data);
  if (failed) return <LoadFailed error={failed.error} onRetry={() => failed.refetch()} />;
  if (!settings.data || !status.data || (domain !== null && mails.pages.isPending)) return <Skeleton lines={8} />;
  if (domain === null) return <Empty text={t('mailIn.notYet')} action={<ToSetup />} />;
  return (
    <>
      <Watch status={status.data} domain={domain} />
      <InboundMails {...mails} />
    </>
  );
}

const ToSetup = () => (
  <Link to="/admin/$section" params={{ section: 'mail-in-setup' }} search={{}} className={buttonClass('primary')}>
    {t('admin.mail-in-setup')}
  </Link>
);

/** How mails come in, and the steps that prove it. Nothing is switched on before that. */
export function MailInSetupPage() {
  const settings = useQuery(mailInSettingsQuery);
  const status = useQuery(mailInStatusQuery);
  const failed = [settings, status].find(({ error, data }) => error && !data);
  if (failed) return <LoadFailed error={failed.error} onRetry={() => failed.refetch()} />;
  if (!settings.data || !status.data) return <Skeleton lines={8} />;
  return <MailInSetup settings={settings.data} runs={status.data.checks} />;
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
      <HealthNote well={!isLate} title={last === null ? t('mailIn.noMail') : t('mailIn.lastMail', { when: ago(last) })}>
        <p>{oldest === null ? t('mailIn.noneWaits') : t('mailIn.waits', { count: waiting, when: ago(oldest) })}</p>
      </HealthNote>
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

const FILTERS = ['held', 'all', ...MAIL_IN_STATES.filter((state) => state !== 'held')] as const;

/** The mails that the address asks for, where mail may come in: those before them stay until they are there. */
function useInboundMails(enabled: boolean) {
  const [{ status, entry }, go] = useSectionSearch('mail-in');
  const filter = FILTERS.find((candidate) => candidate === status) ?? 'held';
  const query = inboundMailsQuery(filter === 'all' ? undefined : filter);
  const pages = useInfiniteQuery({ ...query, enabled, placeholderData: keepPreviousData });
  return { filter, entry, go, pages };
}

/** The mails that came in: first those that wait for somebody to decide. */
function InboundMails({ filter, entry, go, pages }: ReturnType<typeof useInboundMails>) {
  const mails = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const statusOf = (next: MailInState | 'all') => (next === 'held' ? undefined : next);
  // People who decide by keys go on with the next mail.
  const focusNext = (index: number) => document.getElementById(idOfRow(mails[index + 1]?.id ?? ''))?.focus();
  return (
    <Section
      title={t('mailIn.mails')}
      aside={
        <Select
          label={t('mailIn.filter')}
          className="w-auto"
          value={filter}
          onChoose={(next: MailInState | 'all') => go({ status: statusOf(next) })}
          choices={FILTERS.map((value) => ({ value, label: t(`mailIn.state.${value}`) }))}
        />
      }
    >
      {pages.error && !pages.data && <LoadFailed error={pages.error} onRetry={() => pages.refetch()} />}
      {pages.data && mails.length === 0 && <Empty text={t(filter === 'held' ? 'mailIn.noneHeld' : 'mailIn.none')} />}
      <ul>
        {mails.map((mail, index) => (
          <InboundMailRow
            key={mail.id}
            mail={mail}
            isFirst={index === 0}
            open={mail.id === entry}
            onToggle={() => go({ status: statusOf(filter), entry: mail.id === entry ? undefined : mail.id })}
            onDecided={() => focusNext(index)}
          />
        ))}
      </ul>
      {mails.length > 0 && filter === 'held' && (
        <p className="border-t border-line px-4 py-2.5 text-xs text-muted max-md:hidden md:px-5">{t('mailIn.keys')}</p>
      )}
      <ShowMore pages={pages} />
    </Section>
  );
}

const TONES: Record<MailInState, string> = {
  waiting: 'bg-info-soft text-info',
  reply: 'bg-success-soft text-success',
  report: 'bg-success-soft text-success',
  bounce: 'bg-sunken text-muted',
  machine: 'bg-sunken text-muted',
  held: 'bg-warning-soft text-warning',
  refused: 'bg-sunken text-muted',
  failed: 'bg-danger-soft text-danger',
  discarded: 'bg-sunken text-muted',
  duplicate: 'bg-sunken text-muted',
};

/** A key that ends in `_many` would be a plural form. */
const reasonText = (reason: MailInReason): string =>
  t(reason === 'too_many' ? 'mailIn.reason.overLimit' : `mailIn.reason.${reason}`);

const idOfRow = (id: string): string => `mail-${id}`;

interface RowProps {
  mail: InboundMail;
  /** Whether the command for held mails leads to it. */
  isFirst: boolean;
  open: boolean;
  onToggle: () => void;
  /** Called before a mail that was decided about leaves the list. */
  onDecided: () => void;
}

function InboundMailRow({ mail, isFirst, open, onToggle, onDecided }: RowProps) {
  const client = useQueryClient();
  const me = useMe();
  const accept = async ({ answer, ...acceptance }: Taking) => {
    const { ticket_number } = await acceptMail(mail.id, acceptance);
    const text = t(`mailIn.became.${acceptance.as}`, { number: String(ticket_number) });
    if (answer && ticket_number !== null) {
      const ticket = await client.fetchQuery({ ...ticketQuery(ticket_number), staleTime: 0 });
      const draft = { content: answer, is_internal: false };
      const sending = { draft, mentions: [], files: [], idempotencyKey: randomKey() };
      await postComment(client, ticket, me, sending).catch((error) => {
        // The mail is taken: its answer waits where it is written next.
        changeDraft(draftName(me, ticket), BLANK_COMMENT, () => ({ ...BLANK_COMMENT, text: answer }));
        throw error;
      });
    }
    toast({ text: answer ? t('mailIn.answered', { text }) : text });
  };
  /** Accepts a mail as this, or discards it. */
  const { act: decide, busy: isBusy } = useAct(
    async (taking?: Taking) => {
      await (taking ? accept(taking) : discardMail(mail.id));
      onDecided();
    },
    ['mail-in'],
  );
  const isUndecided = mail.state === 'held' || mail.state === 'failed' || mail.state === 'machine';
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isUndecided || isBusy || event.ctrlKey || event.metaKey || event.altKey) return;
    const acceptance = obviousAcceptance(mail);
    if (event.key === 'd' && mail.state !== 'machine') decide();
    else if (event.key === 'a' && acceptance) decide(acceptance);
    else if (event.key === 'r') {
      event.preventDefault();
      if (!open) onToggle();
      reach('answerMail');
    }
  };
  return (
    <FoldOut
      id={idOfRow(mail.id)}
      open={open}
      aria-keyshortcuts={isUndecided ? 'a d r' : undefined}
      data-reach={isFirst ? 'held' : undefined}
      onClick={onToggle}
      onKeyDown={onKeyDown}
      detail={<MailDetail mail={mail} isBusy={isBusy} onDecide={isUndecided ? decide : undefined} />}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{mail.subject || t('mailIn.noSubject')}</span>
        <span className="block truncate text-xs text-muted">
          {mail.from ?? mail.envelope_from ?? t('mailIn.unknownSender')}
          {mail.ticket_number !== null && ` · #${mail.ticket_number}`}
          {mail.reason && ` · ${reasonText(mail.reason)}`}
          {isUndecided && ` · ${outcomeText(mail)}`}
        </span>
      </span>
      <State tone={TONES[mail.state]}>{t(`mailIn.state.${mail.state}`)}</State>
      <Ago at={mail.received_at} className="min-w-20 shrink-0 text-right text-xs text-muted max-md:hidden" />
    </FoldOut>
  );
}
