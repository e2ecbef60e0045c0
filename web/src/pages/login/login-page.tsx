import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { methodsQuery } from '../../backend/passkeys.ts';
import { queryClient } from '../../backend/query-client.ts';
import { type AskedCode, publicSettingsQuery, setupQuery, type User } from '../../backend/sign-in.ts';
import { onDemand } from '../../design/on-demand.tsx';
import { CodeStep } from '../../session/code-step.tsx';
import { EmailStep } from '../../session/email-step.tsx';
import { ofTab } from '../../storage.ts';
import { t } from '../../texts/texts.ts';
import { enterAs, SignInFrame } from './sign-in-frame.tsx';

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
  const stored = JSON.parse(ofTab.get(STORAGE_KEY) ?? 'null') as CodeRequest | null;
  return stored && Date.now() - stored.at < CODE_LIFETIME_MS ? stored : undefined;
}

export function LoginPage() {
  const [codeRequest, setAsked] = useState(storedRequest);
  const { next } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const needsDeveloper = useQuery(setupQuery).data?.needs_developer;

  const remember = (value: CodeRequest | undefined) => {
    if (value) ofTab.set(STORAGE_KEY, JSON.stringify(value));
    else ofTab.remove(STORAGE_KEY);
    setAsked(value);
  };

  const enter = async (token: string, user: User, to = next) => {
    ofTab.remove(STORAGE_KEY);
    await enterAs(token, user);
    await navigate({ to: to ?? '/', replace: true });
  };

  return (
    <SignInFrame title={t('login.title')} above={needsDeveloper && !codeRequest && <FirstDeveloper />}>
      <SignInWays
        next={next}
        onSignedIn={enter}
        isAsked={codeRequest !== undefined}
        onCodeUsed={() => remember(undefined)}
      >
        {(form) =>
          codeRequest ? (
            <CodeStep
              {...form}
              email={codeRequest.email}
              asked={codeRequest}
              onAskedAgain={(code) => remember({ ...codeRequest, ...code })}
              onOtherEmail={() => remember(undefined)}
            />
          ) : (
            <EmailStep onAsked={(email, code) => remember({ email, ...code })} />
          )
        }
      </SignInWays>
    </SignInFrame>
  );
}

/** Says how somebody becomes the first developer, while there is none. */
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
