import { type FormEvent, useState } from 'react';
import type { PasskeyChallenge, SignedInByPasskey } from '../../backend/passkeys.ts';
import { Button } from '../../design/button.tsx';
import { Field, Input } from '../../design/field.tsx';
import { t } from '../../texts/texts.ts';
import { passkeyProblem, signInByPasskey, signInByRecoveryCode } from './web-authn.ts';

interface PasskeyStepProps {
  challenge: PasskeyChallenge;
  onSignedIn: (answer: SignedInByPasskey) => void;
  onBack: () => void;
}

/** The second step of somebody from whom a passkey is required. A recovery code stands for it. */
export function PasskeyStep({ challenge, onSignedIn, onBack }: PasskeyStepProps) {
  const [recovers, setRecovers] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const attempt = async (entering: Promise<SignedInByPasskey>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onSignedIn(await entering);
    } catch (error) {
      setProblem(passkeyProblem(error));
      setBusy(false);
    }
  };
  const recover = (event: FormEvent) => {
    event.preventDefault();
    attempt(signInByRecoveryCode(challenge.challenge_id, code.trim()));
  };

  return (
    <form onSubmit={recover} className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('entering.secondTitle')}</h1>
        <p className="mt-1 text-muted">{t(recovers ? 'entering.recoverLead' : 'entering.secondLead')}</p>
      </div>
      {recovers ? (
        <>
          <Field label={t('entering.recoveryCode')} error={problem}>
            {(field) => (
              <Input
                {...field}
                autoFocus
                autoComplete="off"
                spellCheck={false}
                value={code}
                onChange={(event) => setCode(event.target.value)}
                className="font-mono"
              />
            )}
          </Field>
          <Button type="submit" look="primary" busy={busy} disabled={code.trim() === ''} className="h-11">
            {t('login.title')}
          </Button>
        </>
      ) : (
        <>
          {problem && (
            <p role="alert" className="text-sm text-danger">
              {problem}
            </p>
          )}
          <Button
            look="primary"
            icon="lock"
            busy={busy}
            autoFocus
            onClick={() => attempt(signInByPasskey(challenge))}
            className="h-11"
          >
            {t('entering.usePasskey')}
          </Button>
        </>
      )}
      <div className="flex flex-wrap gap-x-4">
        <Button
          look="quiet"
          onClick={() => {
            setRecovers(!recovers);
            setProblem(undefined);
          }}
        >
          {t(recovers ? 'entering.usePasskey' : 'entering.lost')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
