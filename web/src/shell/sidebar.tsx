import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { publicSettingsQuery } from '../backend/sign-in.ts'
import { Avatar } from '../design/avatar.tsx'
import { buttonClass } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Keys } from '../design/keys.tsx'
import { Logo } from '../design/logo.tsx'
import { useMe } from '../session/me.ts'
import { t } from '../texts/texts.ts'
import { navigationItems } from './navigation.ts'
import { SavedViews } from './saved-views.tsx'
import { UnreadMark } from './unread.tsx'

const LINK =
  'flex h-9 items-center gap-3 rounded-lg px-2.5 text-sm text-muted transition-colors hover:bg-hover hover:text-ink ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong'

export function Sidebar({ onSearch }: { onSearch: () => void }) {
  const me = useMe()
  const settings = useQuery(publicSettingsQuery).data
  return (
    <aside className="sticky top-0 flex h-dvh w-58 shrink-0 flex-col gap-4 border-r border-line bg-page p-3 max-md:hidden">
      <Link to="/" className="flex min-h-9 items-center gap-2.5 rounded-lg px-2 font-semibold tracking-tight">
        {settings?.app_logo_url ? (
          <img src={settings.app_logo_url} alt="" className="h-6 max-w-10 object-contain" />
        ) : (
          <Logo size={26} />
        )}
        <span className="truncate">{settings?.app_name ?? 'Kwit'}</span>
      </Link>
      <div className="flex gap-2">
        <Link to="/new" className={`${buttonClass('primary')} flex-1`}>
          <Icon name="plus" />
          {t('new.short')}
        </Link>
        <button
          type="button"
          onClick={onSearch}
          className={buttonClass()}
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
            className={`${LINK} group`}
          >
            <Icon name={place.icon} />
            <span className="flex-1 truncate">{t(place.label)}</span>
            {place.to === '/inbox' && <UnreadMark className="group-hover:hidden" />}
            <span className="hidden group-hover:block" aria-hidden="true">
              <Keys keys={`g ${place.key}`} />
            </span>
          </Link>
        ))}
      </nav>
      <SavedViews className="min-h-0 gap-0.5 overflow-y-auto" linkClass={LINK} />
      <Link to="/me" className={`${LINK} mt-auto h-12`}>
        <Avatar name={me.name} url={me.avatar_url} size={32} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-ink">{me.name}</span>
          <span className="block truncate text-xs font-normal text-faint">{t(`role.${me.role}`)}</span>
        </span>
      </Link>
    </aside>
  )
}
