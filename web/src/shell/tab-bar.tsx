import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { useMe } from '../session/me.ts';
import { t } from '../texts/texts.ts';
import { type NavigationItem, navigationItems } from './navigation.ts';
import { SavedViews } from './saved-views.tsx';
import { HeldMark, UnreadMark } from './unread.tsx';

const TAB =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] text-muted ' +
  'aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong';

const TAB_MARK = 'absolute top-0.5 left-[calc(50%+0.5rem)] border border-surface';

const MORE =
  'flex min-h-12 items-center gap-3 rounded-lg px-3 aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold';

/** The navigation on a phone: four items in a bar, and the others in a dialog. */
export function TabBar({ onSearch }: { onSearch: () => void }) {
  const [more, setMore] = useState(false);
  const { role } = useMe();
  const places = navigationItems(role);
  const main = role === 'developer' ? '/tickets' : '/my';
  const [home, list, inbox] = (['/', main, '/inbox'] as const).map((to) => places.find((place) => place.to === to));
  return (
    <nav
      aria-label={t('nav.label')}
      className="pad-safe fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface md:hidden print:hidden"
    >
      {home && <Tab place={home} />}
      {list && <Tab place={list} />}
      <Link to="/new" className={TAB}>
        <span className="-my-1.25 flex size-8 items-center justify-center rounded-full bg-accent text-on-accent">
          <Icon name="plus" />
        </span>
        {t('new.tab')}
      </Link>
      {inbox && <Tab place={inbox} />}
      <button type="button" onClick={() => setMore(true)} className={`${TAB} relative`}>
        <Icon name="more" size={22} />
        {t('nav.more')}
        {/* The dialog says it in words. */}
        <span aria-hidden="true">
          <HeldMark className={TAB_MARK} />
        </span>
      </button>
      {more && (
        <Dialog onClose={() => setMore(false)} title={t('nav.more')}>
          <div className="flex flex-col p-3">
            {places.map((place) => (
              <MoreLink key={place.to} place={place} onFollow={() => setMore(false)} />
            ))}
            <MoreLink place={{ to: '/me', label: 'nav.me', icon: 'user', key: '' }} onFollow={() => setMore(false)} />
            <button
              type="button"
              className="flex min-h-12 items-center gap-3 rounded-lg px-3 text-left"
              onClick={() => {
                setMore(false);
                onSearch();
              }}
            >
              <Icon name="search" />
              {t('palette.title')}
            </button>
            <SavedViews className="mt-3" linkClass={MORE} onFollow={() => setMore(false)} />
          </div>
        </Dialog>
      )}
    </nav>
  );
}

function Tab({ place }: { place: NavigationItem }) {
  return (
    <Link to={place.to} activeOptions={{ exact: place.to === '/', includeSearch: false }} className={`${TAB} relative`}>
      <Icon name={place.icon} size={22} />
      {t(place.tab ?? place.label)}
      {place.to === '/inbox' && <UnreadMark className={TAB_MARK} />}
    </Link>
  );
}

function MoreLink({ place, onFollow }: { place: NavigationItem; onFollow: () => void }) {
  return (
    <Link
      to={place.to}
      onClick={onFollow}
      activeOptions={{ exact: place.to === '/', includeSearch: false }}
      className={MORE}
    >
      <Icon name={place.icon} />
      {t(place.label)}
      {place.to === '/admin' && <HeldMark />}
    </Link>
  );
}
