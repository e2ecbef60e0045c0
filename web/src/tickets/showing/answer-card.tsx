import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plainText } from '../../../../packages/markdown/plain-text.ts';
import type { SimilarTicket } from '../../backend/tickets.ts';
import { Icon } from '../../design/icon.tsx';
import { Markdown } from '../../design/markdown.tsx';
import { day } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';

/** An answer that covers less of what was asked may or may not help. */
const CERTAIN = 0.5;

/** A closed ticket: its title and the beginning of its answer, which the user unfolds. */
export function AnswerCard({ answer, children }: { answer: SimilarTicket; children?: ReactNode }) {
  return (
    <div className="rounded-xl border border-line bg-surface px-4 py-3">
      <details className="group/answer">
        <summary className="flex list-none gap-1.5 text-sm max-md:-my-2 max-md:py-3">
          <Icon name="right" size={14} className="-ml-1 mt-1 shrink-0 text-faint group-open/answer:rotate-90" />
          <span className="min-w-0">
            <span className="font-medium">{answer.title ?? t('similar.untitled', { number: answer.number })}</span>
            <span className="block text-xs text-muted">
              {answer.share < CERTAIN && `${t('similar.perhaps')} · `}
              {t('similar.closed', { day: day(answer.closed_at) })}
            </span>
            <span className="mt-1 line-clamp-2 text-muted group-open/answer:hidden">
              {plainText(answer.summary_content)}
            </span>
          </span>
        </summary>
        <div className="mt-2 border-t border-line pt-2 text-sm">
          <Markdown text={answer.summary_content} />
          {answer.ticket_id !== null && (
            <Link
              to="/t/$number"
              params={{ number: String(answer.number) }}
              className="mt-2 inline-block font-medium text-accent max-md:py-3 underline underline-offset-2"
            >
              {t('similar.open', { number: answer.number })}
            </Link>
          )}
        </div>
      </details>
      {children}
    </div>
  );
}
