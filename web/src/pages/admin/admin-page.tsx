import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { settingsQuery } from '../../backend/settings.ts';
import { Empty, Skeleton } from '../../design/feedback.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { PageHeader } from '../../design/page.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { loadTexts, t } from '../../texts/texts.ts';
import { Warnings } from './warnings.tsx';

interface Part {
  name:
    | 'application'
    | 'mail'
    | 'projects'
    | 'templates'
    | 'glossary'
    | 'users'
    | 'records'
    | 'tokens'
    | 'webhooks'
    | 'outbox'
    | 'data';
  icon: IconName;
  page: ComponentType;
}

const PARTS: Part[] = [
  {
    name: 'application',
    icon: 'gear',
    page: lazy(async () => ({ default: (await import('./application.tsx')).Application })),
  },
  { name: 'mail', icon: 'mail', page: lazy(async () => ({ default: (await import('./mail.tsx')).Mail })) },
  {
    name: 'projects',
    icon: 'folder',
    page: lazy(async () => ({ default: (await import('./projects.tsx')).Projects })),
  },
  {
    name: 'templates',
    icon: 'file',
    page: lazy(async () => ({ default: (await import('./template-settings.tsx')).TemplateSettings })),
  },
  {
    name: 'glossary',
    icon: 'bookmark',
    page: lazy(async () => ({ default: (await import('./glossary.tsx')).GlossarySettings })),
  },
  {
    name: 'users',
    icon: 'people',
    page: lazy(async () => ({ default: (await import('./people/people.tsx')).PeoplePage })),
  },
  { name: 'records', icon: 'history', page: lazy(async () => ({ default: (await import('./records.tsx')).Records })) },
  {
    name: 'tokens',
    icon: 'lock',
    page: lazy(async () => {
      const [{ AllTokens }] = await Promise.all([import('./all-tokens.tsx'), loadTexts('tokens')]);
      return { default: AllTokens };
    }),
  },
  { name: 'webhooks', icon: 'hook', page: lazy(async () => ({ default: (await import('./webhooks.tsx')).Webhooks })) },
  { name: 'outbox', icon: 'inbox', page: lazy(async () => ({ default: (await import('./outbox.tsx')).Outbox })) },
  {
    name: 'data',
    icon: 'download',
    page: lazy(async () => {
      const [{ DataPage }] = await Promise.all([import('./moving/data-page.tsx'), loadTexts('data')]);
      return { default: DataPage };
    }),
  },
];

export function AdminPage() {
  const developer = useIsDeveloper();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the sections scroll sideways: keep the open one in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says which one is open
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    // `scrollIntoView` would begin the walk by Tab there, behind the skip link and the sidebar.
    if (open) nav.current?.scrollTo({ left: open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2 });
  }, [pathname]);
  if (!developer) return <Empty icon="lock" text={t('refusal.forbidden')} />;
  return (
    <>
      <PageHeader title={t('nav.admin')} />
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 p-4 md:p-6 lg:flex-row lg:items-start">
        <nav
          ref={nav}
          aria-label={t('nav.admin')}
          className="flex shrink-0 gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 lg:sticky lg:top-20 lg:w-52 lg:flex-col"
        >
          {PARTS.map(({ name, icon }) => (
            <Link
              key={name}
              to="/admin/$section"
              params={{ section: name }}
              search={{}}
              activeOptions={{ includeSearch: false }}
              className="flex h-9 shrink-0 items-center gap-2.5 rounded-lg px-3 text-sm text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong max-md:h-11"
            >
              <Icon name={icon} />
              {t(`admin.${name}`)}
            </Link>
          ))}
        </nav>
        <div className="flex min-w-0 flex-1 flex-col gap-5">
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </div>
      </div>
    </>
  );
}

export function AdminSection() {
  const { section } = useParams({ from: '/signed-in/admin/$section' });
  const settings = useQuery(settingsQuery);
  const part = PARTS.find(({ name }) => name === section);
  if (!part) return <Empty icon="search" text={t('shell.notFound')} />;
  // A warning that came after the page would push it down.
  if (settings.isPending) return <Skeleton />;
  return (
    <>
      {settings.data && <Warnings settings={settings.data} section={section} />}
      <part.page />
    </>
  );
}
