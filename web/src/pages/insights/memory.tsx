import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { answerPagesQuery } from '../../backend/answers.ts';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { useDebounced } from '../../design/use-debounced.ts';
import { t } from '../../texts/texts.ts';
import { SearchStepNote } from '../../tickets/filtering/search-step-note.tsx';
import { useSearchKey } from '../../tickets/filtering/use-search-key.ts';
import { AnswerRow } from '../../tickets/showing/answer-row.tsx';

const SHOWN = 5;
const PAUSE_MS = 250;

/** The answers that the page shows first. */
export const firstAnswersQuery = answerPagesQuery({});

/** A search over the answers: what the team already knows. The page of answers shows more than the first few. */
export function Memory() {
  const { q = '', ...search } = useSearch({ from: '/signed-in/insights' });
  const navigate = useNavigate();
  const settled = useDebounced(q.trim(), PAUSE_MS);
  const found = useInfiniteQuery({
    ...(settled ? answerPagesQuery({ q: settled }) : firstAnswersQuery),
    placeholderData: (before) => before,
  });
  const searchKey = useSearchKey();
  const first = found.data?.pages[0];
  return (
    <Section title={t('memory.title')}>
      <div className="relative border-b border-line p-3 md:px-5">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-6 -translate-y-1/2 text-faint md:left-8"
        />
        <input
          {...searchKey}
          type="search"
          aria-label={t('memory.search')}
          placeholder={t('memory.search')}
          value={q}
          onChange={(event) =>
            navigate({
              to: '/insights',
              search: event.target.value ? { ...search, q: event.target.value } : search,
              replace: true,
              resetScroll: false,
            })
          }
          className="h-11 w-full rounded-lg border border-line bg-surface pr-3 pl-10 hover:border-line-strong max-md:text-[1rem]"
        />
      </div>
      {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton lines={3} />}
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
