/** The steps after a first one. They come on demand, and in one piece. */
import { useState } from 'react';
import { knowsPasskeys, type PasskeyChallenge, type SignedInByPasskey } from '../../backend/passkeys.ts';
import { Button } from '../../design/button.tsx';
import { Form, Problem, useAttempt } from '../../design/form.tsx';
import { InputField } from '../../design/form-dialog.tsx';
import { t } from '../../texts/texts.ts';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { makePasskey, passkeyProblem, signInByPasskey, signInByRecoveryCode } from './web-authn.ts';

interface PasskeyStepProps {
  challenge: PasskeyChallenge;
  onSignedIn: (answer: SignedInByPasskey) => void;
  onBack: () => void;
}

/** The second step of somebody from whom a passkey is required. A recovery code stands for it. */
export function PasskeyStep({ challenge, onSignedIn, onBack }: PasskeyStepProps) {
  const [recovers, setRecovers] = useState(false);
  const [code, setCode] = useState('');
  const { attempt, busy, problem, forget } = useAttempt(
    async (enter: () => Promise<SignedInByPasskey>) => onSignedIn(await enter()),
    passkeyProblem,
  );
  const recover = () => attempt(() => signInByRecoveryCode(challenge.challenge_id, code.trim()));

  return (
    <Form onSubmit={recover} className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('entering.secondTitle')}</h1>
        <p className="mt-1 text-muted">{t(recovers ? 'entering.recoverLead' : 'entering.secondLead')}</p>
      </div>
      {recovers ? (
        <>
          <InputField
            label={t('entering.recoveryCode')}
            error={problem}
            autoFocus
            autoComplete="off"
            spellCheck="false"
            value={code}
            onChange={setCode}
            className="font-mono"
          />
          <Button type="submit" look="primary" busy={busy} disabled={code.trim() === ''} className="h-11">
            {t('login.title')}
          </Button>
        </>
      ) : (
        <>
          <Problem text={problem} />
          <Button
            look="primary"
            icon="lock"
            busy={busy}
            autoFocus
            onClick={() => attempt(() => signInByPasskey(challenge))}
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
            forget();
          }}
        >
          {t(recovers ? 'entering.usePasskey' : 'entering.lost')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('action.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/**
 * Somebody from whom a passkey is required has none: they make one, keep the codes that stand for it, and sign in with it,
 * which also proves that it works.
 */
export function FirstPasskeyStep({ onSignedIn, onBack }: Omit<PasskeyStepProps, 'challenge'>) {
  const [name, setName] = useState(t('entering.thisDevice'));
  const [codes, setCodes] = useState<readonly string[]>();
  const { attempt, busy, problem } = useAttempt(async () => {
    if (codes === undefined) setCodes((await makePasskey(name.trim())).recovery_codes ?? []);
    else onSignedIn(await signInByPasskey());
  }, passkeyProblem);

  return (
    <Form onSubmit={attempt} className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">
          {t(codes ? 'entering.recoveryTitle' : 'entering.firstTitle')}
        </h1>
        {!codes && <p className="mt-1 text-muted">{t('entering.firstLead')}</p>}
      </div>
      {codes ? (
        <RecoveryCodeList codes={codes} />
      ) : (
        <InputField
          label={t('passkey.name')}
          hint={t('passkey.nameHint')}
          required
          longest={80}
          value={name}
          onChange={setName}
        />
      )}
      <Problem text={problem ?? (knowsPasskeys() ? undefined : t('entering.oldBrowser'))} />
      <Button type="submit" look="primary" icon="lock" busy={busy} disabled={name.trim() === ''} className="h-11">
        {t(codes ? 'entering.keptSignIn' : 'passkey.make')}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t('action.cancel')}
      </Button>
    </Form>
  );
}
