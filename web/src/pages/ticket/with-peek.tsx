/** A page with one ticket open in a panel beside it. The address holds which; Back and Escape close it. */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { Skeleton } from '../../design/feedback.tsx'
import { t } from '../../texts/texts.ts'
import type { Peek } from '../../tickets/ticket-search.ts'

const PeekPanel = lazy(() => import('./peek-panel.tsx').then(({ PeekPanel }) => ({ default: PeekPanel })))

/** Marks the entry of the history that the panel made: closing it goes back, so that Back does not open it again. */
const OPENED = { peekOpened: true }

export function usePeek() {
  const navigate = useNavigate()
  const router = useRouter()
  const { peek }: Peek = useSearch({ strict: false })
  const open = useCallback(
    (number: number) => {
      const shown = peek !== undefined
      navigate({
        to: '.',
        search: (old: object) => ({ ...old, peek: number }),
        replace: shown,
        resetScroll: false,
        state: shown ? true : OPENED,
      } as never)
    },
    [navigate, peek],
  )
  const close = useCallback(() => {
    if ((router.state.location.state as Partial<typeof OPENED>).peekOpened) router.history.back()
    else
      navigate({
        to: '.',
        search: (old: object) => ({ ...old, peek: undefined }),
        replace: true,
        resetScroll: false,
      } as never)
  }, [navigate, router])
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
