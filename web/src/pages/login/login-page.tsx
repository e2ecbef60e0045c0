import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { clearAnswerCache } from '../../backend/client.ts';
import { methodsQuery } from '../../backend/passkeys.ts';
import { queryClient } from '../../backend/query-client.ts';
import {
  type AskedCode,
  changeProfile,
  meQuery,
  publicSettingsQuery,
  setupQuery,
  type User,
} from '../../backend/sign-in.ts';
import { storeToken } from '../../backend/token.ts';
import { now } from '../../clock.ts';
import { Skeleton } from '../../design/feedback.tsx';
import { Logo } from '../../design/logo.tsx';
import { onDemand } from '../../design/on-demand.tsx';
import { titleTab } from '../../design/tab-title.ts';
import { CodeStep } from '../../session/code-step.tsx';
import { EmailStep } from '../../session/email-step.tsx';
import { ofTab } from '../../storage.ts';
import { chooseLanguage, LANGUAGE_NAMES, type Language, language, t } from '../../texts/texts.ts';

/** With what it shows: what came later would move what stands there already. */
const SignInWays = onDemand(async () => {
  const [{ SignInWays }] = await Promise.all([
    import('../../session/entering/ways.tsx'),
    queryClient.prefetchQuery(methodsQuery),
    queryClient.prefetchQuery(setupQuery),
    queryClient.prefetchQuery(publicSettingsQuery),
  ]);
  return SignInWays;
});

interface CodeRequest extends AskedCode {
  email: string;
}
const STORAGE_KEY = 'kwit.sign-in';
const CODE_LIFETIME_MS = 10 * 60_000;

/**
 * The last request for a code. A phone may discard the page while its user reads the mail, so session storage keeps the
 * step.
 */
function storedRequest(): CodeRequest | undefined {
  const kept = JSON.parse(ofTab.get(STORAGE_KEY) ?? 'null') as CodeRequest | null;
  return kept && Date.now() - kept.at < CODE_LIFETIME_MS ? kept : undefined;
}

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
  const known = changes ? await changeProfile({ language: language() }).catch(() => user) : user;
  await chooseLanguage(known.language);
  return known;
}

export function LoginPage() {
  const [asked, setAsked] = useState(storedRequest);
  const { next } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const settings = useQuery(publicSettingsQuery);
  const needsDeveloper = useQuery(setupQuery).data?.needs_developer;
  const name = settings.data?.app_name ?? 'Kwit';

  useEffect(() => {
    titleTab(t('login.title'), name);
  }, [name]);

  const remember = (value: CodeRequest | undefined) => {
    if (value) ofTab.set(STORAGE_KEY, JSON.stringify(value));
    else ofTab.remove(STORAGE_KEY);
    setAsked(value);
  };

  const enter = async (token: string, user: User, to = next) => {
    ofTab.remove(STORAGE_KEY);
    storeToken(token);
    queryClient.clear();
    clearAnswerCache();
    queryClient.setQueryData(meQuery.queryKey, await withPageLanguage(user));
    await navigate({ to: to ?? '/', replace: true });
  };

  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-5 py-10">
        <Suspense fallback={<Skeleton lines={6} />}>
          <div className="mb-7 flex items-center gap-3">
            {settings.data?.app_logo_url ? (
              <img src={settings.data.app_logo_url} alt="" className="h-9 max-w-40 object-contain" />
            ) : (
              <Logo size={36} />
            )}
            <span className="text-xl font-semibold tracking-tight">{name}</span>
          </div>
          {needsDeveloper && !asked && <FirstDeveloper />}
          <div className="rounded-2xl border border-line bg-surface p-6 shadow-float md:p-8">
            <SignInWays
              next={next}
              onSignedIn={enter}
              isAsked={asked !== undefined}
              onCodeUsed={() => remember(undefined)}
            >
              {(form) =>
                asked ? (
                  <CodeStep
                    {...form}
                    email={asked.email}
                    asked={asked}
                    onAskedAgain={(code) => remember({ ...asked, ...code })}
                    onOtherEmail={() => remember(undefined)}
                  />
                ) : (
                  <EmailStep onAsked={(email, code) => remember({ email, ...code })} />
                )
              }
            </SignInWays>
          </div>
          <p className="mt-6 text-sm text-muted">{t('waysIn.promise')}</p>
        </Suspense>
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

/** Says which command makes the first developer, while there is none. */
function FirstDeveloper() {
  return (
    <section className="mb-4 rounded-2xl border border-line bg-surface p-6">
      <h2 className="font-semibold">{t('waysIn.setupTitle')}</h2>
      <p className="mt-2 text-sm text-muted">{t('waysIn.setupLead')}</p>
      <pre className="mt-2 rounded-lg bg-sunken p-3 text-sm wrap-break-word whitespace-pre-wrap">
        <code>npm run kwit -- developer add me@example.com</code>
      </pre>
      <p className="mt-2 text-sm text-muted">{t('waysIn.setupThen')}</p>
    </section>
  );
}
