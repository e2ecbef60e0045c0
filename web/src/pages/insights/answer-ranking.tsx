import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { AnswerStatistics } from '../../backend/statistics.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { Section } from '../../design/page.tsx';
import { ago, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { StatusBadge } from '../../tickets/showing/status.tsx';

const SHOWN = 5;

/** The answers that helped most often, and the tickets that were reopened most often. */
export function AnswerRanking({ answers }: { answers: AnswerStatistics }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Ranking
        title={t('answers.helped')}
        empty={t('answers.noneHelped')}
        rows={answers.helped.map((row) => ({
          ...row,
          said: t('answers.helpedTimes', { count: row.times }),
          more: row.summary_content,
        }))}
      />
      <Ranking
        title={t('answers.reopened')}
        empty={t('answers.noneReopened')}
        rows={answers.reopened.map((row) => ({
          ...row,
          said: t('answers.reopenedTimes', { count: row.times }),
          sign: <StatusBadge status={row.status} />,
        }))}
      />
    </div>
  );
}

interface Row {
  ticket_id: string;
  number: number;
  title: string;
  times: number;
  last_at: string;
  /** How often, as a sentence. */
  said: string;
  more?: string | null;
  sign?: ReactNode;
}

/** A bar chart with one ticket a row; the number is beside the bar. */
function Ranking({ title, empty, rows }: { title: string; empty: string; rows: Row[] }) {
  const [all, setAll] = useState(false);
  const most = rows[0]?.times ?? 1;
  return (
    <Section title={title}>
      {rows.length === 0 && <Empty text={empty} />}
      <ol>
        {(all ? rows : rows.slice(0, SHOWN)).map(
          ({ ticket_id, number, title: name, times, last_at, said, more, sign }) => (
            <li key={ticket_id} className="border-b border-line px-4 py-3 text-sm last:border-b-0 md:px-5">
              <Link to="/t/$number" params={{ number: String(number) }} className="font-semibold hover:underline">
                <span className="tabular-nums font-normal text-muted">#{number}</span> {name}
              </Link>
              {more && <p className="line-clamp-2 text-muted">{more}</p>}
              <div className="mt-1.5 flex items-center gap-2 text-xs text-muted">
                {sign}
                <span className="font-medium text-ink">{said}</span>
                <time dateTime={last_at} title={moment(last_at)} className="ml-auto">
                  {ago(last_at)}
                </time>
              </div>
              <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
                <div className="h-full rounded-full bg-accent" style={{ width: `${(times / most) * 100}%` }} />
              </div>
            </li>
          ),
        )}
      </ol>
      {!all && rows.length > SHOWN && (
        <div className="p-2 text-center">
          <Button look="quiet" small onClick={() => setAll(true)}>
            {t('memory.more', { count: rows.length - SHOWN })}
          </Button>
        </div>
      )}
    </Section>
  );
}
