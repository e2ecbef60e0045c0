import { type FormEvent, useState } from 'react';
import { knowsPasskeys, type SignedInByPasskey } from '../../backend/passkeys.ts';
import { Button } from '../../design/button.tsx';
import { Field, Input } from '../../design/field.tsx';
import { t } from '../../texts/texts.ts';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { makePasskey, passkeyProblem, signInByPasskey } from './web-authn.ts';

interface FirstPasskeyStepProps {
  onSignedIn: (answer: SignedInByPasskey) => void;
  onBack: () => void;
}

/**
 * Somebody from whom a passkey is required has none: they make one, keep the codes that stand for it, and sign in with it,
 * which also proves that it works.
 */
export function FirstPasskeyStep({ onSignedIn, onBack }: FirstPasskeyStepProps) {
  const [name, setName] = useState(t('entering.thisDevice'));
  const [codes, setCodes] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const attempt = async (step: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await step();
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt(async () => {
      if (codes === undefined) setCodes((await makePasskey(name.trim())).recovery_codes ?? []);
      else onSignedIn(await signInByPasskey());
    });
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">
          {t(codes ? 'entering.recoveryTitle' : 'entering.firstTitle')}
        </h1>
        {!codes && <p className="mt-1 text-muted">{t('entering.firstLead')}</p>}
      </div>
      {codes ? (
        <RecoveryCodeList codes={codes} />
      ) : (
        <Field label={t('passkey.name')} hint={t('passkey.nameHint')}>
          {(field) => (
            <Input {...field} required longest={80} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
      )}
      {(problem ?? (knowsPasskeys() ? undefined : t('entering.oldBrowser'))) && (
        <p role="alert" className="text-sm text-danger">
          {problem ?? t('entering.oldBrowser')}
        </p>
      )}
      <Button type="submit" look="primary" icon="lock" busy={busy} disabled={name.trim() === ''} className="h-11">
        {t(codes ? 'entering.keptSignIn' : 'passkey.make')}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t('action.cancel')}
      </Button>
    </form>
  );
}
