import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { KwitError } from '../../backend/client.ts';
import { becomeFirstDeveloper, setupQuery } from '../../backend/sign-in.ts';
import { Button } from '../../design/button.tsx';
import { refusalText } from '../../design/feedback.tsx';
import { Field, Input } from '../../design/field.tsx';
import { isEmailAddress } from '../../session/email-step.tsx';
import { language, t } from '../../texts/texts.ts';
import { enterAs, SignInFrame } from './sign-in-frame.tsx';

/** Where the address leads that Kwit printed at its start: whoever opens it becomes the first developer. */
export function FirstPage() {
  const setup = useQuery(setupQuery);
  return (
    <SignInFrame title={t('first.title')}>
      {!setup.isPending && <First isGone={setup.data?.needs_developer === false} />}
    </SignInFrame>
  );
}

function First({ isGone }: { readonly isGone: boolean }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{t('first.title')}</h1>
      {isGone ? <p>{t('first.gone')}</p> : <FirstForm />}
    </>
  );
}

function FirstForm() {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Everybody can get an address at this domain, and whoever goes on means it.
  const [openDomain, setOpenDomain] = useState<string>();
  const domain = email.trim().toLowerCase().split('@')[1];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!isEmailAddress(address)) return setProblem(t('waysIn.notAnAddress'));
    setBusy(true);
    setProblem(undefined);
    try {
      const secret = window.location.hash.slice(1);
      const isMeant = openDomain !== undefined && openDomain === domain;
      const { token, user } = await becomeFirstDeveloper({
        secret,
        email: address,
        anyone_at: isMeant,
        lang: language(),
      });
      await enterAs(token, user);
      await navigate({ to: '/', replace: true });
    } catch (error) {
      const code = error instanceof KwitError ? error.code : undefined;
      if (code === 'domain_not_allowed') setOpenDomain(domain);
      else setProblem(code === 'invalid_or_expired_code' ? t('first.void') : refusalText(error));
    } finally {
      setBusy(false);
    }
  };

  const asks = openDomain !== undefined && openDomain === domain;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-muted">{t('first.lead')}</p>
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
      {asks && <p role="alert">{t('first.openDomain', { domain })}</p>}
      <Button type="submit" look="primary" busy={busy} className="h-11">
        {asks ? t('first.meant', { domain }) : t('first.enter')}
      </Button>
    </form>
  );
}
