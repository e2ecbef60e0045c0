/** The layout around every page of a signed-in user. */
import './app.css';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { whenSignedOut } from '../backend/client.ts';
import { useCommands } from '../commands/registry.ts';
import { useShortcuts } from '../commands/shortcuts.ts';
import { Skeleton } from '../design/feedback.tsx';
import { onDemand } from '../design/on-demand.tsx';
import { undoLast } from '../design/toast.tsx';
import { useFirstSign } from '../design/use-first-sign.ts';
import { printPage } from '../design/window.ts';
import { useMe } from '../session/me.ts';
import { loadTexts, t } from '../texts/texts.ts';
import { usePastedFilesOfWindow } from '../tickets/attaching/given-files.ts';
import { TicketDialogs } from '../tickets/changing/ticket-dialogs.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { navigationItems } from './navigation.ts';
import { OfflineBar, useCutOff } from './offline-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { useUnreadTab } from './unread.tsx';

const SignInAgain = onDemand(
  async () => (await Promise.all([import('./sign-in-again.tsx'), loadTexts('entering')]))[0].SignInAgain,
  { dialog: true },
);
const Palette = onDemand(
  async () => (await Promise.all([import('./palette.tsx'), loadTexts('commands'), loadTexts('admin')]))[0].Palette,
  { dialog: true },
);
const ShortcutSheet = onDemand(
  async () => (await Promise.all([import('./shortcut-sheet.tsx'), loadTexts('commands')]))[0].ShortcutSheet,
  { dialog: true },
);

/** What opens at once, although it is not on the page. */
const preload = () => Promise.all([Palette.preload(), SignInAgain.preload()]);

export function Frame() {
  const me = useMe();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'shortcuts'>();
  useShortcuts();
  usePastedFilesOfWindow();
  useUnreadTab();
  useFirstSign(preload);
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => {
    whenSignedOut(() => setSignedOut(true));
    return () => whenSignedOut(() => {});
  }, []);
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
    {
      id: 'print',
      label: t('command.print'),
      group: 'app',
      keys: 'mod+p',
      whileTyping: true,
      run: () => void printPage(),
    },
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
      <Suspense>
        {isSignedOut && <SignInAgain onClose={() => setSignedOut(false)} />}
        {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
        {open === 'shortcuts' && <ShortcutSheet onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  );
}
