import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { KwitError } from '../../backend/client.ts';
import {
  challengeOf,
  knowsPasskeys,
  methodsQuery,
  type PasskeyChallenge,
  redeemSignIn,
  type SignedInByPasskey,
  type SignInMethods,
} from '../../backend/passkeys.ts';
import { queryClient } from '../../backend/query-client.ts';
import { meQuery, type User } from '../../backend/sign-in.ts';
import { removeToken, storeToken } from '../../backend/token.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { refusalText, Skeleton } from '../../design/feedback.tsx';
import { Icon } from '../../design/icon.tsx';
import { onDemand, PartPlace } from '../../design/on-demand.tsx';
import { language, loadTexts, maybeText, t } from '../../texts/texts.ts';

const secondSteps = async () => (await Promise.all([import('./second-steps.tsx'), loadTexts('entering')]))[0];
const FirstPasskeyStep = onDemand(async () => (await secondSteps()).FirstPasskeyStep);
const PasskeyStep = onDemand(async () => (await secondSteps()).PasskeyStep);

/** The fragment that the service put behind the # of the address: a code to redeem, or a refusal. */
function fragment(): { code?: string; error?: string } {
  const [, name, value = ''] = /^#(code|error)=([\w-]+)$/.exec(window.location.hash) ?? [];
  return name === undefined ? {} : { [name]: value };
}

/** Reads the fragment, and removes it. */
function takeFragment(): ReturnType<typeof fragment> {
  const taken = fragment();
  if (window.location.hash !== '')
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return taken;
}

const sentenceOf = (code: string): string => maybeText(`entering.error.${code}`) ?? t('entering.error.sign_in_failed');

/** The sentence for an error of the callback. A stranger never reads the provider's own words. */
async function problemOf(code: string): Promise<string> {
  await loadTexts('entering');
  return sentenceOf(code);
}

/** Whether the session is good for making a passkey alone: it is refused everything else. */
async function mustMakePasskey(): Promise<boolean> {
  try {
    await queryClient.fetchQuery({ ...meQuery, retry: false });
    return false;
  } catch (error) {
    return error instanceof KwitError && error.code === 'passkey_required';
  }
}

/** The step after a first one that is not enough: the passkey, or making one. */
type SecondStep = { challenge: PasskeyChallenge } | { registers: true };

interface WaysProps {
  /** The path of the app to open then. */
  next: string | undefined;
  onSignedIn: (token: string, user: User, next?: string) => void;
  /** Whether a code was asked for: then only that is shown. */
  isAsked: boolean;
  /** Called when another step follows the code, which is used up. */
  onCodeUsed: () => void;
  /** The form of the mailed code. */
  children: (form: {
    onSignedIn: (token: string, user: User) => void;
    onRefused: (error: unknown) => boolean;
  }) => ReactNode;
}

/** Every way to sign in, and the steps that follow them. */
export function SignInWays({ next, onSignedIn, isAsked, onCodeUsed, children }: WaysProps) {
  const [second, setSecond] = useState<SecondStep>();
  const [redeeming, setRedeeming] = useState(() => window.location.hash.startsWith('#code='));
  const [problem, setProblem] = useState(() => {
    const { error } = fragment();
    return error === undefined ? undefined : sentenceOf(error);
  });
  const hash = useLocation({ select: (location) => location.hash });
  const methods = useQuery(methodsQuery).data;

  const goOn = (step: SecondStep) => {
    setSecond(step);
    onCodeUsed();
  };
  const enter = async (token: string, user: User, to?: string) => {
    storeToken(token);
    if (user.role === 'developer' && (await mustMakePasskey())) return goOn({ registers: true });
    onSignedIn(token, user, to);
  };
  const enterWith = ({ token, user, next: to }: SignedInByPasskey) => enter(token, user, to);
  const onRefused = (error: unknown): boolean => {
    const challenge = challengeOf(error);
    if (challenge) goOn({ challenge });
    return challenge !== undefined;
  };
  const startAnew = () => {
    removeToken();
    setSecond(undefined);
    setRedeeming(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever pastes such an address here changes its # alone
  useEffect(() => {
    const { code, error } = takeFragment();
    if (error !== undefined) problemOf(error).then(setProblem);
    if (code === undefined) return;
    setRedeeming(true);
    redeemSignIn(code)
      .then(enterWith)
      .catch((refused) => {
        setRedeeming(false);
        if (!onRefused(refused)) setProblem(refusalText(refused));
      });
  }, [hash]);

  if (second)
    return (
      <PartPlace fallback={<Skeleton lines={4} />}>
        {'challenge' in second ? (
          <PasskeyStep challenge={second.challenge} onSignedIn={enterWith} onBack={startAnew} />
        ) : (
          <FirstPasskeyStep onSignedIn={enterWith} onBack={startAnew} />
        )}
      </PartPlace>
    );
  if (redeeming) return <Skeleton lines={4} />;
  return (
    <>
      {problem && (
        <p role="alert" className="mb-5 rounded-lg bg-danger-soft px-3 py-2 text-sm text-danger">
          {problem}
        </p>
      )}
      {(isAsked || methods?.code !== false) && children({ onSignedIn: enter, onRefused })}
      {methods && !isAsked && <OtherWays methods={methods} next={next} onSignedIn={enterWith} />}
    </>
  );
}

interface OtherWaysProps {
  methods: SignInMethods;
  /** The path of the app to open then. */
  next: string | undefined;
  onSignedIn: (answer: SignedInByPasskey) => void;
}

/** The company's account and passkeys, below the code or in its place. */
function OtherWays({ methods: { code, oidc, passkey }, next, onSignedIn }: OtherWaysProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const hasPasskeys = passkey && knowsPasskeys();
  const enter = async () => {
    setBusy(true);
    setProblem(undefined);
    const { passkeyProblem, signInByPasskey } = await import('./web-authn.ts');
    try {
      onSignedIn(await signInByPasskey());
    } catch (error) {
      setProblem(passkeyProblem(error));
      setBusy(false);
    }
  };
  if (!oidc && !hasPasskeys) return null;
  const label = oidc && (typeof oidc.label === 'string' ? oidc.label : oidc.label[language()]);
  const start = `/api/auth/oidc/start${next ? `?next=${encodeURIComponent(next)}` : ''}`;
  return (
    <div className="flex flex-col gap-3">
      {code ? (
        <p className="mt-3 text-center text-sm text-muted">{t('waysIn.or')}</p>
      ) : (
        <h1 className="mb-2 text-2xl font-semibold tracking-tight">{t('login.title')}</h1>
      )}
      {label && (
        <a href={start} className={classes(buttonClass(code ? 'plain' : 'primary'), 'h-11')}>
          <Icon name="people" />
          {label}
        </a>
      )}
      {hasPasskeys && (
        <Button icon="lock" busy={busy} onClick={enter} className="h-11">
          {t('waysIn.withPasskey')}
        </Button>
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
