import type { TicketDetail } from '../../backend/tickets.ts';
import { Ago } from '../../design/ago.tsx';
import { t } from '../../texts/texts.ts';

const TONES = { open: 'text-info', merged: 'text-success', closed: 'text-muted' } as const;

/** The commits, branches, pull and merge requests that name a ticket. */
export function CodeChanges({ changes }: { changes: NonNullable<TicketDetail['changes']> }) {
  return (
    <section aria-label={t('telling.code')}>
      <h2 className="mb-2 text-sm font-semibold text-muted">{t('telling.code')}</h2>
      <ul className="flex flex-col gap-1.5">
        {changes.map(({ id, kind, title, url, repository, author, state, at }) => (
          <li key={id} className="min-w-0 text-sm">
            <p className="wrap-anywhere">
              {url === null ? (
                title
              ) : (
                <a href={url} target="_blank" rel="noreferrer" className="hover:underline">
                  {title}
                </a>
              )}
            </p>
            <p className="text-xs text-muted">
              {t(`telling.change.${kind}`)} · <span className={TONES[state]}>{t(`telling.changed.${state}`)}</span> ·{' '}
              {repository}
              {author && ` · ${author}`} · <Ago at={at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
