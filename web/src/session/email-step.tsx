import { type FormEvent, useState } from 'react';
import { requestCode } from '../backend/sign-in.ts';
import { Button } from '../design/button.tsx';
import { refusalText } from '../design/feedback.tsx';
import { Field, Input } from '../design/field.tsx';
import { language, t } from '../texts/texts.ts';

const LAST_EMAIL = 'kwit.email';

export function EmailStep({ onAsked }: { onAsked: (email: string) => void }) {
  const [email, setEmail] = useState(localStorage.getItem(LAST_EMAIL) ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!/^\S+@\S+\.\S+$/.test(address)) return setProblem(t('login.notAnAddress'));
    setBusy(true);
    setProblem(undefined);
    try {
      await requestCode(address, language());
      localStorage.setItem(LAST_EMAIL, address);
      onAsked(address);
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('login.title')}</h1>
        <p className="mt-1 text-muted">{t('login.lead')}</p>
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
    </form>
  );
}
