/** A page with one ticket open in a panel beside it. The address holds which; Back and Escape close it. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { Skeleton } from '../../design/feedback.tsx'
import { t } from '../../texts/texts.ts'
import type { Peek } from '../../tickets/ticket-search.ts'

const PeekPanel = lazy(() => import('./peek-panel.tsx').then(({ PeekPanel }) => ({ default: PeekPanel })))

export function usePeek() {
  const navigate = useNavigate()
  const { peek }: Peek = useSearch({ strict: false })
  const open = useCallback(
    (number: number) => {
      navigate({
        to: '.',
        search: (old: object) => ({ ...old, peek: number }),
        replace: peek !== undefined,
        resetScroll: false,
      } as never)
    },
    [navigate, peek],
  )
  const close = useCallback(() => {
    navigate({
      to: '.',
      search: (old: object) => ({ ...old, peek: undefined }),
      replace: true,
      resetScroll: false,
    } as never)
  }, [navigate])
  return { peek, open, close }
}

export function WithPeek({ children }: { children: ReactNode }) {
  const { peek, close } = usePeek()
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      {peek !== undefined && (
        <aside
          aria-label={t('ticket.panel', { number: peek })}
          className="z-30 flex flex-col overflow-y-auto border-line bg-surface max-lg:fixed max-lg:inset-0 max-lg:pb-16 lg:sticky lg:top-0 lg:h-dvh lg:w-[32rem] lg:shrink-0 lg:border-l 2xl:w-[40rem]"
        >
          <Suspense fallback={<Skeleton />}>
            <PeekPanel number={peek} onClose={close} />
          </Suspense>
        </aside>
      )}
    </div>
  )
}
