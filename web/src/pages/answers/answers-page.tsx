import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { readAnswerSearch } from '../../address-search.ts';
import { type Answer, answerPagesQuery } from '../../backend/answers.ts';
import { CATEGORIES } from '../../backend/tickets.ts';
import { onRow, useCommands } from '../../commands/registry.ts';
import { buttonClass } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { Empty } from '../../design/feedback.tsx';
import { PageHeader } from '../../design/page.tsx';
import { Pending, ShowMore } from '../../design/pending.tsx';
import { useDebounced } from '../../design/use-debounced.ts';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { SearchBox } from '../../tickets/filtering/search-box.tsx';
import { SearchStepNote } from '../../tickets/filtering/search-step-note.tsx';
import { AnswerRow } from '../../tickets/showing/answer-row.tsx';
import { useRowKeys } from '../../tickets/walking/walk.ts';

const PAUSE_MS = 250;
const ALL = 'all';

/** The team's memory: every answer that the user may read, the most helpful ones first, or what has the words of a search. */
export function AnswersPage() {
  const { q = '', category } = useSearch({ from: '/signed-in/answers' });
  const developer = useIsDeveloper();
  const navigate = useNavigate();
  const settled = useDebounced(q.trim(), PAUSE_MS);
  const chosen = CATEGORIES.find((candidate) => candidate === category);
  const query = useInfiniteQuery({
    ...answerPagesQuery({ ...(settled ? { q: settled } : {}), ...(chosen ? { category: chosen } : {}) }),
    placeholderData: (before) => before,
  });
  const answers = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const current = useAnswerKeys(answers);
  const change = (search: ReturnType<typeof readAnswerSearch>) =>
    navigate({ to: '/answers', search, replace: true, resetScroll: false });
  return (
    <>
      <PageHeader title={t('nav.answers')}>
        {developer && (
          <Link to="/answers/review" className={buttonClass('plain', true)}>
            {t('answers.review')}
          </Link>
        )}
      </PageHeader>
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4 md:p-6">
        <SearchBox label={t('answers.search')} value={q} onChange={(text) => change({ q: text, category: chosen })} />
        <ChoiceChips
          legend={t('field.category')}
          value={chosen ?? ALL}
          onChoose={(value) => change({ q, category: value === ALL ? undefined : value })}
          choices={[
            { value: ALL, label: t('answers.everyCategory') },
            ...CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) })),
          ]}
        />
        {!query.data && <Pending query={query} />}
        <SearchStepNote step={query.data?.pages[0]?.step} />
        {query.data && answers.length === 0 && (
          <Empty
            text={t(settled || chosen ? 'answers.noneMatch' : 'answers.none')}
            // The way on is to report it.
            action={
              settled && (
                <Link to="/new" className={buttonClass('primary')}>
                  {t('answers.report')}
                </Link>
              )
            }
          />
        )}
        <ul aria-label={t('nav.answers')} className="flex flex-col gap-3 empty:hidden">
          {answers.map((answer) => (
            <AnswerRow key={answer.id} answer={answer} current={answer.id === current?.id} />
          ))}
        </ul>
        <ShowMore pages={query} />
      </div>
    </>
  );
}

/** J and K move over the answers, Enter opens one, Space shows it as well: there is no panel for answers. */
function useAnswerKeys(answers: readonly Answer[]): Answer | undefined {
  const navigate = useNavigate();
  const { current, commands } = useRowKeys(
    useMemo(
      () => answers.map((answer) => ({ ...answer, key: answer.id, number: answer.ticket_number ?? 0 })),
      [answers],
    ),
  );
  const open = ({ id }: Answer) => navigate({ to: '/answers/$id', params: { id } });
  useCommands([
    ...commands,
    onRow(current, 'open', t('command.open'), 'enter', open),
    onRow(current, 'peek', t('command.open'), 'space', open),
  ]);
  return current;
}
