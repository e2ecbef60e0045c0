import { useState } from 'react';
import { knowsPasskeys, type SignedInByPasskey, type SignInMethods } from '../../backend/passkeys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { language, t } from '../../texts/texts.ts';

interface OtherWaysProps {
  methods: SignInMethods;
  /** The path of the app to open then. */
  next: string | undefined;
  onSignedIn: (answer: SignedInByPasskey) => void;
}

/** The company's account and passkeys, below the code or in its place. */
export function OtherWays({ methods: { code, oidc, passkey }, next, onSignedIn }: OtherWaysProps) {
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
