import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { ADMIN_GROUPS, type AdminSection } from '../../administration/sections.ts';
import { type Settings, settingsQuery } from '../../backend/settings.ts';
import { buttonClass } from '../../design/button.tsx';
import { Empty, Skeleton } from '../../design/feedback.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { onDemand } from '../../design/on-demand.tsx';
import { PageHeader } from '../../design/page.tsx';
import { Warning } from '../../design/warning.tsx';
import { HeldMark } from '../../shell/unread.tsx';
import { type TextKey, t } from '../../texts/texts.ts';
import { useFocusRows } from './focus-rows.ts';

const part = (name: AdminSection, icon: IconName, ...page: Parameters<typeof onDemand<object>>) => ({
  name,
  icon,
  page: onDemand(...page),
});

const PARTS = [
  part('application', 'gear', async () => (await import('./application.tsx')).Application),
  part('mail', 'mail', async () => (await import('./mail.tsx')).Mail),
  part('mail-in', 'reply', async () => (await import('./mail-in/mail-in-page.tsx')).MailInPage),
  part('mail-in-setup', 'gear', async () => (await import('./mail-in/mail-in-page.tsx')).MailInSetupPage),
  part(
    'sign-in',
    'lock',
    async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage,
    'signInSettings',
    'entering',
  ),
  part('projects', 'folder', async () => (await import('./projects.tsx')).Projects, 'access'),
  part('templates', 'file', async () => (await import('./template-settings.tsx')).TemplateSettings),
  part('glossary', 'search', async () => (await import('./glossary.tsx')).GlossarySettings),
  part('fields', 'check', async () => (await import('./fields/fields-page.tsx')).Fields, 'fields'),
  part('promises', 'clock', async () => (await import('./promises/promises-page.tsx')).PromisesPage, 'promises'),
  part('labels', 'bookmark', async () => (await import('./labels/labels-page.tsx')).Labels, 'commands'),
  part('users', 'user', async () => (await import('./people/people.tsx')).PeoplePage),
  part('teams', 'people', async () => (await import('./teams/teams.tsx')).Teams, 'access'),
  part('records', 'history', async () => (await import('./records.tsx')).Records),
  part('acts', 'undo', async () => (await import('./acts-page.tsx')).ActsPage, 'acts'),
  part('tokens', 'code', async () => (await import('./all-tokens.tsx')).AllTokens, 'tokens'),
  part('webhooks', 'hook', async () => (await import('./webhooks.tsx')).Webhooks),
  part('git', 'code', async () => (await import('./git-connections.tsx')).GitConnections),
  part('outbox', 'send', async () => (await import('./outbox.tsx')).Outbox),
  part('data', 'download', async () => (await import('./moving/data-page.tsx')).DataPage, 'data'),
  part('about', 'bookmark', async () => (await import('./about/about.tsx')).AboutPage, 'about'),
  part('telemetry', 'chart', async () => (await import('./telemetry/telemetry.tsx')).Telemetry),
];

export function AdminPage() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const open = PARTS.find(({ name }) => pathname === `/admin/${name}`);
  // On a phone the sections scroll sideways: keep the open one in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says which one is open
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    // `scrollIntoView` would begin the walk by Tab there, behind the skip link and the sidebar.
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2 });
  }, [pathname]);
  useFocusRows();
  return (
    <>
      <PageHeader title={open ? t(`admin.${open.name}`) : t('nav.admin')} />
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 p-4 md:p-6 lg:flex-row lg:items-start">
        <nav
          ref={nav}
          aria-label={t('nav.admin')}
          className="flex shrink-0 gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 lg:sticky lg:top-20 lg:w-52 lg:flex-col"
        >
          {Object.entries(ADMIN_GROUPS).map(([group, names]) => (
            <div key={group} className="flex shrink-0 gap-1 lg:mb-3 lg:flex-col">
              <p className="px-3 pb-1 text-xs font-medium text-faint max-lg:hidden">
                {t(`adminGroup.${group as keyof typeof ADMIN_GROUPS}`)}
              </p>
              {PARTS.filter(({ name }) => (names as readonly AdminSection[]).includes(name)).map(({ name, icon }) => (
                <Link
                  key={name}
                  to="/admin/$section"
                  params={{ section: name }}
                  search={{}}
                  activeOptions={{ includeSearch: false }}
                  className="flex min-h-9 shrink-0 items-center gap-2.5 rounded-lg px-3 py-1 text-sm text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong max-md:min-h-11"
                >
                  <Icon name={icon} />
                  {t(`admin.${name}`)}
                  {name === 'mail-in' && <HeldMark className="ml-auto" />}
                </Link>
              ))}
            </div>
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

export function AdminSectionPage() {
  const { section } = useParams({ from: '/signed-in/admin/$section' });
  const settings = useQuery(settingsQuery);
  const part = PARTS.find(({ name }) => name === section);
  if (!part) return <Empty text={t('shell.notFound')} />;
  // A warning that came after the page would push it down.
  if (settings.isPending) return <Skeleton />;
  return (
    <>
      {settings.data && <Warnings settings={settings.data} section={part.name} />}
      <part.page />
    </>
  );
}

interface Problem {
  /** The part of the administration that mends it, and says so itself. */
  section: 'application' | 'mail';
  text: TextKey;
  /** The other parts that it concerns. */
  concerns: readonly AdminSection[];
  holds: (settings: Settings) => boolean;
}

const PROBLEMS: Problem[] = [
  {
    section: 'application',
    text: 'administered.noAddress',
    concerns: ['mail', 'mail-in-setup'],
    holds: ({ app_url }) => app_url === '',
  },
  {
    section: 'mail',
    text: 'setting.mailProblem',
    concerns: ['application', 'mail-in-setup', 'sign-in', 'users', 'outbox'],
    holds: ({ mail_problem }) => mail_problem !== null,
  },
];

/** Warnings about the settings, on the pages of the administration that they concern. */
export function Warnings({ settings, section }: { settings: Settings; section: AdminSection }) {
  return PROBLEMS.filter(({ concerns, holds }) => concerns.includes(section) && holds(settings)).map((problem) => (
    <Warning
      key={problem.section}
      text={t(problem.text)}
      action={
        <Link to="/admin/$section" params={{ section: problem.section }} search={{}} className={buttonClass()}>
          {t('admin.open', { section: t(`admin.${problem.section}`) })}
        </Link>
      }
    />
  ));
}
