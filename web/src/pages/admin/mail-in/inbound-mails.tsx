import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MAIL_IN_STATES, type MailInState } from '../../../../../contract/words.ts';
import { inboundMailsQuery } from '../../../backend/mail-in.ts';
import { Empty, LoadFailed } from '../../../design/feedback.tsx';
import { Section } from '../../../design/page.tsx';
import { Select } from '../../../design/select.tsx';
import { ShowMore } from '../../../design/show-more.tsx';
import { t } from '../../../texts/texts.ts';
import { InboundMailRow, idOfRow } from './inbound-mail-row.tsx';

const FILTERS = ['held', 'all', ...MAIL_IN_STATES.filter((state) => state !== 'held')] as const;

/** The mails that the address asks for, where mail may come in: those before them stay until they are there. */
export function useInboundMails(enabled: boolean) {
  const { status } = useSearch({ from: '/signed-in/admin/$section' });
  const filter = FILTERS.find((one) => one === status) ?? 'held';
  const query = inboundMailsQuery(filter === 'all' ? undefined : filter);
  return { filter, pages: useInfiniteQuery({ ...query, enabled, placeholderData: keepPreviousData }) };
}

/** The mails that came in: first those that wait for somebody to decide. */
export function InboundMails({ filter, pages }: ReturnType<typeof useInboundMails>) {
  const { entry } = useSearch({ from: '/signed-in/admin/$section' });
  const navigate = useNavigate();
  const mails = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const go = (search: { status?: string; entry?: string }) =>
    navigate({ to: '/admin/$section', params: { section: 'mail-in' }, search, replace: true, resetScroll: false });
  const kept = filter === 'held' ? {} : { status: filter };
  // Who decides by keys goes on with the next one.
  const focusNext = (index: number) => document.getElementById(idOfRow(mails[index + 1]?.id ?? ''))?.focus();
  return (
    <Section
      title={t('mailIn.mails')}
      aside={
        <Select
          label={t('mailIn.filter')}
          className="w-auto"
          value={filter}
          onChoose={(next: MailInState | 'all') => go(next === 'held' ? {} : { status: next })}
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
            open={mail.id === entry}
            onToggle={() => go({ ...kept, ...(mail.id === entry ? {} : { entry: mail.id }) })}
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
