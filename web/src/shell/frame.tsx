/** The layout around every page of a signed-in user. */
import './app.css';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Command, useCommands } from '../commands/registry.ts';
import { useShortcuts } from '../commands/shortcuts.ts';
import { Skeleton } from '../design/feedback.tsx';
import { undoLast } from '../design/toast.tsx';
import { useMe } from '../session/me.ts';
import { chooseTheme } from '../session/theme.ts';
import { t } from '../texts/texts.ts';
import { useGivenFilesOfWindow } from '../tickets/attaching/given-files.ts';
import { TicketDialogs } from '../tickets/changing/ticket-dialogs.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { navigationItems } from './navigation.ts';
import { OfflineBar, useCutOff } from './offline-bar.tsx';
import { Palette } from './palette.tsx';
import { Sidebar } from './sidebar.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { TabBar } from './tab-bar.tsx';
import { useUnreadTab } from './unread.tsx';

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then(({ ShortcutSheet }) => ({ default: ShortcutSheet })),
);

const THEMES = ['system', 'light', 'dark'] as const;

/** What developers do with people, and where they see what was done. */
const administration = (navigate: ReturnType<typeof useNavigate>): Command[] => [
  {
    id: 'people',
    label: t('command.people'),
    group: 'go',
    run: () => navigate({ to: '/admin/$section', params: { section: 'users' }, search: {} }),
  },
  {
    id: 'records',
    label: t('command.records'),
    group: 'go',
    run: () => navigate({ to: '/admin/$section', params: { section: 'records' }, search: {} }),
  },
  {
    id: 'invite',
    label: t('command.invite'),
    group: 'app',
    run: () => navigate({ to: '/admin/$section', params: { section: 'users' }, search: { open: 'invite' } }),
  },
];

export function Frame() {
  const me = useMe();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'shortcuts'>();
  useShortcuts();
  useGivenFilesOfWindow();
  useUnreadTab();
  const cutOff = useCutOff(useLiveUpdates(useQueryClient()) === 'unreachable');

  useCommands([
    ...navigationItems(me.role).map((place) => ({
      id: `go ${place.to}`,
      label: t(place.label),
      group: 'go' as const,
      keys: `g ${place.key}`,
      run: () => navigate({ to: place.to }),
    })),
    { id: 'go /me', label: t('nav.me'), group: 'go', keys: 'g p', run: () => navigate({ to: '/me' }) },
    ...(me.role === 'developer' ? administration(navigate) : []),
    { id: 'new', label: t('new.title'), group: 'app', keys: 'c', run: () => navigate({ to: '/new' }) },
    {
      id: 'palette',
      label: t('palette.title'),
      group: 'app',
      keys: 'mod+k',
      whileTyping: true,
      run: () => setOpen('palette'),
    },
    { id: 'shortcuts', label: t('shortcuts.title'), group: 'app', keys: '?', run: () => setOpen('shortcuts') },
    ...THEMES.map((value) => ({
      id: `theme ${value}`,
      label: t('command.theme', { theme: t(`theme.${value}`) }),
      group: 'app' as const,
      run: () => chooseTheme(value),
    })),
    { id: 'undo', label: t('action.undo'), group: 'app', keys: 'z', run: () => undoLast() },
  ]);

  useEffect(() => {
    const show = () => setOpen('palette');
    window.addEventListener('kwit:palette', show);
    return () => window.removeEventListener('kwit:palette', show);
  }, []);

  return (
    <div className="flex min-h-dvh" data-cut-off={cutOff}>
      <a
        href="#content"
        className="sr-only z-70 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('shell.skip')}
      </a>
      <Sidebar onSearch={() => setOpen('palette')} />
      <div className="flex min-w-0 flex-1 flex-col">
        {cutOff && <OfflineBar cutOff={cutOff} />}
        <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none max-md:pb-16">
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <TabBar onSearch={() => setOpen('palette')} />
      <TicketDialogs />
      <SignInAgain />
      {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
      <Suspense>{open === 'shortcuts' && <ShortcutSheet onClose={() => setOpen(undefined)} />}</Suspense>
    </div>
  );
}
