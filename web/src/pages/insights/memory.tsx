import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type SummaryItem, summariesQuery } from '../../backend/statistics.ts'
import { Button } from '../../design/button.tsx'
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx'
import { Icon } from '../../design/icon.tsx'
import { Markdown } from '../../design/markdown.tsx'
import { Section } from '../../design/page.tsx'
import { day } from '../../texts/dates.ts'
import { foldText } from '../../texts/fold.ts'
import { t } from '../../texts/texts.ts'

const SHOWN = 5
const READ_AHEAD = 5

/** A search over the closure summaries: what the team already knows. */
export function Memory() {
  const { q = '' } = useSearch({ from: '/signed-in/insights' })
  const navigate = useNavigate()
  const [all, setAll] = useState(false)
  const found = useInfiniteQuery(summariesQuery)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  const pages = found.data?.pages.length ?? 0
  const items = useMemo(() => found.data?.pages.flatMap((page) => page.items) ?? [], [found.data])
  // The feed has no search: while the user searches, the page loads more of it.
  useEffect(() => {
    if (q && hasNextPage && !isFetchingNextPage && pages < READ_AHEAD) fetchNextPage()
  }, [q, hasNextPage, isFetchingNextPage, fetchNextPage, pages])

  const words = foldText(q).split(/\s+/).filter(Boolean)
  const hits = items.filter((item) => {
    const text = foldText(`#${item.ticket_number} ${item.ticket_title} ${item.summary_content}`)
    return words.every((word) => text.includes(word))
  })
  const shown = all ? hits : hits.slice(0, SHOWN)
  return (
    <Section title={t('memory.title')}>
      <div className="relative border-b border-line p-3 md:px-5">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-6 -translate-y-1/2 text-faint md:left-8"
        />
        <input
          type="search"
          aria-label={t('memory.search')}
          placeholder={t('memory.search')}
          value={q}
          onChange={(event) =>
            navigate({
              to: '/insights',
              search: event.target.value ? { q: event.target.value } : {},
              replace: true,
              resetScroll: false,
            })
          }
          className="h-11 w-full rounded-lg border border-line bg-surface pr-3 pl-10 hover:border-line-strong max-md:text-[1rem]"
        />
      </div>
      {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton lines={3} />}
      {found.data && hits.length === 0 && <Empty icon="search" text={q ? t('memory.none') : t('memory.empty')} />}
      <ul>
        {shown.map((item) => (
          <SummaryRow key={item.summary_comment_id} item={item} />
        ))}
      </ul>
      {!all && hits.length > SHOWN && (
        <div className="p-2 text-center">
          <Button look="quiet" small onClick={() => setAll(true)}>
            {t('memory.more', { count: hits.length - SHOWN })}
          </Button>
        </div>
      )}
    </Section>
  )
}

function SummaryRow({ item }: { item: SummaryItem }) {
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0 md:px-5">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <Link to="/t/$number" params={{ number: String(item.ticket_number) }} className="font-semibold hover:underline">
          <span className="font-mono font-normal text-muted">#{item.ticket_number}</span> {item.ticket_title}
        </Link>
        <span className="text-xs text-muted">
          {[t(`category.${item.ticket_category}`), item.summary_author_name, day(item.summary_created_at)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <div className="mt-1 text-sm">
        <Markdown text={item.summary_content} />
      </div>
    </li>
  )
}
