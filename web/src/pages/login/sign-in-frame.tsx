import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { clearAnswerCache } from '../../backend/client.ts';
import { queryClient } from '../../backend/query-client.ts';
import { changeProfile, meQuery, publicSettingsQuery, type User } from '../../backend/sign-in.ts';
import { storeToken } from '../../backend/token.ts';
import { now } from '../../clock.ts';
import { Skeleton } from '../../design/feedback.tsx';
import { Logo } from '../../design/logo.tsx';
import { PartPlace } from '../../design/on-demand.tsx';
import { titleTab } from '../../design/tab-title.ts';
import { chooseLanguage, LANGUAGE_NAMES, type Language, language, t } from '../../texts/texts.ts';

// Outlives the component, which mounts anew in another language.
let languagePicked = false;
const JUST_NOW_MS = 60_000;

/**
 * Gives the page and the user's mails one language: the one picked here, or a new user's that of the page, or else the
 * user's own.
 */
async function withPageLanguage(user: User): Promise<User> {
  const isNew = now() - Date.parse(user.created_at) < JUST_NOW_MS;
  const changes = user.language !== language() && (languagePicked || isNew);
  const profile = changes ? await changeProfile({ language: language() }).catch(() => user) : user;
  await chooseLanguage(profile.language);
  return profile;
}

/** Somebody is signed in by this token from now on. */
export async function enterAs(token: string, user: User): Promise<void> {
  storeToken(token);
  queryClient.clear();
  clearAnswerCache();
  queryClient.setQueryData(meQuery.queryKey, await withPageLanguage(user));
}

/** The page around what a stranger fills in. @param title of the tab. @param above stands before the card. */
export function SignInFrame({ title, above, children }: { title: string; above?: ReactNode; children: ReactNode }) {
  const settings = useQuery(publicSettingsQuery);
  const name = settings.data?.app_name ?? 'Kwit';
  useEffect(() => {
    titleTab(title, name);
  }, [title, name]);
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-5 py-10">
        <PartPlace fallback={<Skeleton lines={6} />}>
          <div className="mb-7 flex items-center gap-3">
            {settings.data?.app_logo_url ? (
              <img src={settings.data.app_logo_url} alt="" className="h-9 max-w-40 object-contain" />
            ) : (
              <Logo size={36} />
            )}
            <span className="text-xl font-semibold tracking-tight">{name}</span>
          </div>
          {above}
          <div className="rounded-2xl border border-line bg-surface p-6 shadow-float md:p-8">{children}</div>
          <p className="mt-6 text-sm text-muted">{t('waysIn.promise')}</p>
        </PartPlace>
      </main>
      <footer className="flex justify-center gap-1 pb-6">
        <LanguageButton to="pl" />
        <LanguageButton to="en" />
      </footer>
    </div>
  );
}

function LanguageButton({ to }: { to: Language }) {
  const spoken = language() === to;
  return (
    <button
      type="button"
      lang={to}
      aria-pressed={spoken}
      onClick={() => {
        languagePicked = true;
        chooseLanguage(to);
      }}
      className={`min-h-11 rounded-lg px-3 text-sm ${spoken ? 'font-semibold text-ink' : 'text-muted hover:text-ink'}`}
    >
      {LANGUAGE_NAMES[to]}
    </button>
  );
}
