import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type AnswerStatistics, answersQuery, figuresQuery } from '../../backend/statistics.ts';
import { Ago } from '../../design/ago.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { PageHeader, Section } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { t } from '../../texts/texts.ts';
import { SearchBox } from '../../tickets/filtering/search-box.tsx';
import { FigureSections } from './figures.tsx';
import { useFiltersPending } from './period.tsx';
import './paper.css';
import '../../tickets/filtering/filter-chips.css';
import { answerPagesQuery } from '../../backend/answers.ts';
import { Button } from '../../design/button.tsx';
import { useDebounced } from '../../design/use-debounced.ts';
import { SearchStepNote } from '../../tickets/filtering/search-step-note.tsx';
import { AnswerRow } from '../../tickets/showing/answer-row.tsx';
import { StatusBadge } from '../../tickets/showing/status.tsx';

/**
 * Requests everything at once, and draws each part after those above it, so that no part pushes down what the user
 * reads.
 */
export function InsightsPage() {
  const query = useQuery(figuresQuery(useSearch({ from: '/signed-in/insights' })));
  const areFiltersPending = useFiltersPending();
  const figures = { isPending: query.isPending || areFiltersPending };
  const memory = useInfiniteQuery(firstAnswersQuery);
  const answers = useQuery(answersQuery);
  return (
    <>
      <PageHeader title={t('nav.insights')} />
      <div className="figures mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
        <FigureSections {...figures} />
        {/* What goes to paper are figures. */}
        <div className="contents print:hidden">
          {!figures.isPending && <Memory />}
          <Part after={[figures, memory]} of={answers}>
            {(ranked) => <AnswerRanking answers={ranked} />}
          </Part>
        </div>
      </div>
    </>
  );
}

interface PartProps<T> {
  after: { isPending: boolean }[];
  of: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

function Part<T>({ after, of: query, children }: PartProps<T>) {
  if (after.some(({ isPending }) => isPending)) return null;
  if (query.isPending) return <Skeleton />;
  if (query.data === undefined) return <LoadFailed error={query.error} onRetry={() => query.refetch()} />;
  return children(query.data);
}

const SHOWN = 5;
const PAUSE_MS = 250;

/** The answers that the page shows first. */
const firstAnswersQuery = answerPagesQuery({});

/** A search over the answers: what the team already knows. The page of answers shows more than the first few. */
function Memory() {
  const { q = '', ...search } = useSearch({ from: '/signed-in/insights' });
  const navigate = useNavigate();
  const settled = useDebounced(q.trim(), PAUSE_MS);
  const query = useInfiniteQuery({
    ...(settled ? answerPagesQuery({ q: settled }) : firstAnswersQuery),
    placeholderData: (before) => before,
  });
  const first = query.data?.pages[0];
  return (
    <Section title={t('memory.title')}>
      <div className="border-b border-line p-3 md:px-5">
        <SearchBox
          label={t('memory.search')}
          sign="left-3"
          value={q}
          onChange={(text) =>
            navigate({ to: '/insights', search: { ...search, q: text }, replace: true, resetScroll: false })
          }
        />
      </div>
      {!query.data && <Pending query={query} lines={3} />}
      {first?.items.length === 0 && <Empty text={t(settled ? 'memory.none' : 'memory.empty')} />}
      <SearchStepNote step={first?.step} />
      <ul className="flex flex-col gap-3 p-3 empty:hidden md:px-5">
        {first?.items.slice(0, SHOWN).map((answer) => (
          <AnswerRow key={answer.id} answer={answer} />
        ))}
      </ul>
      {first && first.items.length > SHOWN && (
        <p className="pb-3 text-center text-sm">
          <Link
            to="/answers"
            search={settled ? { q: settled } : {}}
            className="font-medium text-accent underline underline-offset-2"
          >
            {t('answers.all')}
          </Link>
        </p>
      )}
    </Section>
  );
}

/** The answers that helped most often, and the tickets that were reopened most often. */
function AnswerRanking({ answers }: { answers: AnswerStatistics }) {
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
                <Ago at={last_at} className="ml-auto" />
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
