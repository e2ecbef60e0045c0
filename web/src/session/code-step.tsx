import { useEffect, useRef, useState } from 'react';
import { KwitError } from '../backend/client.ts';
import { type AskedCode, requestCode, type User, verifyCode } from '../backend/sign-in.ts';
import { refusalText } from '../design/feedback.tsx';
import { Field, Input } from '../design/field.tsx';
import { language, t } from '../texts/texts.ts';

const DIGITS = 8;
const RESEND_SECONDS = 30;

interface CodeStepProps {
  email: string;
  asked: AskedCode;
  onSignedIn: (token: string, user: User) => void;
  /** @returns whether the refusal is another step, which the page shows. */
  onRefused?: (error: unknown) => boolean;
  onAskedAgain: (code: AskedCode) => void;
  onOtherEmail?: () => void;
}

export function CodeStep({ email, asked: request, onSignedIn, onRefused, onAskedAgain, onOtherEmail }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const attempt = async (digits: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { token, user } = await verifyCode(email, digits);
      onSignedIn(token, user);
    } catch (error) {
      if (onRefused?.(error)) return;
      setProblem(refusalText(error));
      setCode('');
      setBusy(false);
      field.current?.focus();
    }
  };

  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    if (digits.length === DIGITS && !busy) attempt(digits);
  };

  return (
    <div className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">
          {t(request.isInMailbox ? 'login.code' : 'login.codeTitle')}
        </h1>
        <p className="mt-1 text-muted">
          {t(request.isInMailbox ? 'login.mailboxLead' : 'login.codeLead')}{' '}
          <strong className="font-semibold text-ink">{email}</strong>{' '}
          {onOtherEmail && (
            <button
              type="button"
              onClick={onOtherEmail}
              className="font-medium text-accent underline underline-offset-2"
            >
              {t('login.change')}
            </button>
          )}
          {request.isInMailbox && (
            <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="block font-medium text-accent underline">
              /dev/mailbox
            </a>
          )}
        </p>
      </div>
      <Field label={t('login.code')} error={problem} hint={busy ? t('login.checking') : t('login.codeHint')}>
        {(described) => (
          <Input
            {...described}
            ref={field}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            readOnly={busy}
            value={code}
            onChange={(event) => type(event.target.value)}
            className="h-14 text-center font-mono text-2xl! tracking-[0.3em]"
          />
        )}
      </Field>
      <Resend
        email={email}
        asked={request}
        onProblem={setProblem}
        onAskedAgain={(code) => {
          setCode('');
          setProblem(undefined);
          onAskedAgain(code);
          field.current?.focus();
        }}
      />
    </div>
  );
}

interface ResendProps {
  email: string;
  asked: AskedCode;
  onAskedAgain: (code: AskedCode) => void;
  onProblem: (text: string) => void;
}

function Resend({ email, asked: request, onAskedAgain, onProblem }: ResendProps) {
  const [now, setNow] = useState(Date.now);
  const [until, setUntil] = useState(0);
  const left = Math.ceil((Math.max(request.at + RESEND_SECONDS * 1000, until) - now) / 1000);

  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  });

  const again = async () => {
    try {
      onAskedAgain(await requestCode(email, language()));
      setNow(Date.now());
    } catch (error) {
      if (error instanceof KwitError && error.retryAfter > 0) setUntil(Date.now() + error.retryAfter * 1000);
      setNow(Date.now());
      const isEarly = error instanceof KwitError && error.code === 'too_many_requests';
      const minutes = Math.floor((Date.now() - request.at) / 60_000);
      onProblem(isEarly ? t('login.stillGood', { minutes }) : refusalText(error));
    }
  };

  return (
    <p className="text-sm text-muted">
      {left > 0 ? (
        t('login.resendIn', { seconds: left })
      ) : (
        <button type="button" onClick={again} className="min-h-11 font-medium text-accent underline underline-offset-2">
          {t('login.resend')}
        </button>
      )}
    </p>
  );
}
