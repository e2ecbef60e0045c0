/**
 * A page with a panel beside it that shows one ticket. The address holds its number; Back and Escape close the panel.
 */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { Skeleton } from '../../design/feedback.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { useFirstSign } from '../../design/use-first-sign.ts';
import { t } from '../../texts/texts.ts';
import type { Peek } from '../../tickets/filtering/ticket-search.ts';

const PeekPanel = onDemand(async () => (await import('./peek-panel.tsx')).PeekPanel);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Opening the panel made this entry of the history. Closing then goes back, so that Back does not open it again.
     */
    peekOpened?: boolean;
  }
}

export function usePeek() {
  const navigate = useNavigate();
  const router = useRouter();
  const { peek }: Peek = useSearch({ strict: false });
  const open = useCallback(
    (number: number) => {
      const shown = peek !== undefined;
      navigate({
        to: '.',
        search: (old) => ({ ...old, peek: number }),
        replace: shown,
        resetScroll: false,
        state: shown ? true : { peekOpened: true },
      });
    },
    [navigate, peek],
  );
  const close = useCallback(() => {
    if (router.state.location.state.peekOpened) router.history.back();
    else
      navigate({
        to: '.',
        search: (old) => ({ ...old, peek: undefined }),
        replace: true,
        resetScroll: false,
      });
  }, [navigate, router]);
  return { peek, open, close };
}

export function WithPeek({ children }: { children: ReactNode }) {
  const { peek, close } = usePeek();
  // So that it opens at once.
  useFirstSign(PeekPanel.preload);
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      {peek !== undefined && (
        <aside
          aria-label={t('ticket.panel', { number: peek })}
          // Beside the page where both have room, else over its right part, and in a narrow window over all of it.
          className="z-30 flex w-full flex-col overflow-y-auto border-line bg-surface max-xl:fixed max-xl:inset-y-0 max-xl:right-0 max-xl:shadow-float max-md:pb-16 lg:w-[32rem] lg:border-l xl:sticky xl:top-0 xl:h-dvh xl:shrink-0 2xl:w-[40rem]"
        >
          <PartPlace fallback={<Skeleton />}>
            <PeekPanel number={peek} onLeave={close} />
          </PartPlace>
        </aside>
      )}
    </div>
  );
}
