import { type FormEvent, useState } from 'react';
import { KwitError } from '../backend/client.ts';
import { type AskedCode, requestCode } from '../backend/sign-in.ts';
import { Button } from '../design/button.tsx';
import { refusalText } from '../design/feedback.tsx';
import { Field, Input } from '../design/field.tsx';
import { local } from '../storage.ts';
import { language, t } from '../texts/texts.ts';

const LAST_EMAIL = 'kwit.email';

/** Whether a text looks like an e-mail address, as the service sees it. */
export const isEmailAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);

export function EmailStep({ onAsked }: { onAsked: (email: string, code: AskedCode) => void }) {
  const [email, setEmail] = useState(local.get(LAST_EMAIL) ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Another code is not sent yet: the last one, whoever asked for it, is still good.
  const [mayHaveCode, setMayHaveCode] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!isEmailAddress(address)) return setProblem(t('waysIn.notAnAddress'));
    setBusy(true);
    setProblem(undefined);
    try {
      const code = await requestCode(address, language());
      local.set(LAST_EMAIL, address);
      onAsked(address, code);
    } catch (error) {
      const isEarly = error instanceof KwitError && error.code === 'too_many_requests';
      setMayHaveCode(isEarly);
      setProblem(isEarly ? t('waysIn.sentBefore') : refusalText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('login.title')}</h1>
        <p className="mt-1 text-muted">{t('waysIn.lead')}</p>
      </div>
      <Field label={t('login.email')} error={problem}>
        {(field) => (
          <Input
            {...field}
            type="email"
            name="email"
            inputMode="email"
            autoComplete="email"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={busy} className="h-11">
        {t('login.send')}
      </Button>
      {mayHaveCode && (
        <Button
          type="button"
          look="quiet"
          onClick={() => onAsked(email.trim(), { at: Date.now(), isInMailbox: false })}
          className="h-11"
        >
          {t('waysIn.haveCode')}
        </Button>
      )}
    </form>
  );
}
