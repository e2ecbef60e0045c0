import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { publicSettingsQuery } from '../backend/sign-in.ts';
import { useCommands } from '../commands/registry.ts';
import { Avatar } from '../design/avatar.tsx';
import { buttonClass } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Keys } from '../design/keys.tsx';
import { Logo } from '../design/logo.tsx';
import { useMinWidth } from '../design/window.ts';
import { useMe } from '../session/me.ts';
import { local } from '../storage.ts';
import { type TextKey, t } from '../texts/texts.ts';
import { navigationItems } from './navigation.ts';
import { SavedViews } from './saved-views.tsx';
import { HeldMark, UnreadMark } from './unread.tsx';

const LINK =
  'flex h-9 items-center gap-3 rounded-lg px-2.5 text-sm text-muted transition-colors hover:bg-hover hover:text-ink ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong';

const MARK = 'group-hover:hidden in-data-folded:absolute in-data-folded:-top-1 in-data-folded:-right-1';

const LABEL = 'min-w-0 truncate in-data-folded:sr-only';

/** The navigation of a screen that is wide enough. Folded it shows signs alone. */
export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const me = useMe();
  const settings = useQuery(publicSettingsQuery).data;
  const { folded, fold } = useFoldedSidebar();
  const foldLabel = t(folded ? 'nav.unfold' : 'nav.fold');
  useCommands([{ id: 'sidebar', label: foldLabel, group: 'app', keys: '[', run: () => fold(!folded) }]);
  return (
    <aside
      data-folded={folded || undefined}
      className="sticky top-0 flex h-dvh w-58 shrink-0 flex-col gap-4 border-r border-line bg-page p-3 max-md:hidden data-folded:w-15 data-folded:px-2 print:hidden"
    >
      <Link to="/" className="flex min-h-9 items-center gap-2.5 rounded-lg px-2 font-semibold tracking-tight">
        {settings?.app_logo_url ? (
          <img src={settings.app_logo_url} alt="" className="h-6 max-w-10 object-contain in-data-folded:max-w-7" />
        ) : (
          <Logo size={26} />
        )}
        <span className={LABEL}>{settings?.app_name ?? 'Kwit'}</span>
      </Link>
      <div className="flex gap-2 in-data-folded:flex-col">
        <Link
          to="/new"
          className={`${buttonClass('primary')} flex-1 in-data-folded:flex-none in-data-folded:px-0`}
          title={hint(folded, 'new.title')}
        >
          <Icon name="plus" />
          <span className={LABEL}>{t('new.short')}</span>
        </Link>
        <button
          type="button"
          onClick={onSearch}
          className={`${buttonClass()} in-data-folded:px-0`}
          aria-label={t('palette.title')}
          title={t('palette.title')}
        >
          <Icon name="search" />
        </button>
      </div>
      <nav aria-label={t('nav.label')} className="flex flex-col gap-0.5">
        {navigationItems(me.role).map((place) => (
          <Link
            key={place.to}
            to={place.to}
            activeOptions={{ exact: place.to === '/', includeSearch: false }}
            title={hint(folded, place.label)}
            className={`${LINK} group relative`}
          >
            <Icon name={place.icon} />
            <span className={`${LABEL} flex-1`}>{t(place.label)}</span>
            {place.to === '/inbox' && <UnreadMark className={MARK} />}
            {place.to === '/admin' && <HeldMark className={MARK} />}
            <span className="hidden group-hover:block in-data-folded:hidden!" aria-hidden="true">
              <Keys keys={`g ${place.key}`} />
            </span>
          </Link>
        ))}
      </nav>
      <SavedViews className="min-h-0 gap-0.5 overflow-y-auto" linkClass={LINK} />
      <button
        type="button"
        onClick={() => fold(!folded)}
        title={foldLabel}
        className={`${LINK} mt-auto shrink-0 text-left`}
      >
        <Icon name={folded ? 'right' : 'left'} />
        <span className={LABEL}>{foldLabel}</span>
      </button>
      <Link
        to="/me"
        title={folded ? me.name : undefined}
        className={`${LINK} -mt-3 h-12 shrink-0 in-data-folded:px-1.5`}
      >
        <Avatar name={me.name} url={me.avatar_url} size={32} />
        <span className={`${LABEL} flex-1`}>
          <span className="block truncate font-medium text-ink">{me.name}</span>
          <span className="block truncate text-xs font-normal text-faint">{t(`role.${me.role}`)}</span>
        </span>
      </Link>
    </aside>
  );
}

/** The meaning of a sign without its word. */
const hint = (folded: boolean, label: TextKey): string | undefined => (folded ? t(label) : undefined);

const PLACE = 'kwit.sidebar';
/** A narrower screen, in rem, needs the room for what it shows. */
const ROOMY = 64;

/** Whether the sidebar is folded: as the user has chosen on this device, else where room is scarce. */
function useFoldedSidebar() {
  const roomy = useMinWidth(ROOMY);
  const [chosen, setChosen] = useState(() => local.get(PLACE));
  const fold = (folded: boolean) => {
    const next = folded ? 'folded' : 'open';
    setChosen(next);
    local.set(PLACE, next);
  };
  return { folded: chosen === null ? !roomy : chosen === 'folded', fold };
}
