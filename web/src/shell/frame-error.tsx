import { type ErrorComponentProps, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { KwitError } from '../backend/client.ts';
import { removeToken } from '../backend/token.ts';
import { buttonClass } from '../design/button.tsx';
import { Empty, LoadFailed } from '../design/feedback.tsx';
import { isNotLoaded, NotLoaded } from '../design/on-demand.tsx';
import { t } from '../texts/texts.ts';

/** What the router shows when the frame failed. Without a session it redirects to the login. */
export function FrameError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const code = error instanceof KwitError ? error.code : '';
  // A session that is good for making a passkey alone: its owner signs in again, and makes one.
  const signedOut = code === 'unauthorized' || code === 'passkey_required';
  useEffect(() => {
    if (code === 'passkey_required') removeToken();
    if (signedOut) navigate({ to: '/login', search: { next: location.pathname + location.search }, replace: true });
  }, [code, signedOut, navigate]);
  if (signedOut) return null;
  if (isNotLoaded(error)) return <NotLoaded again={() => router.invalidate()} />;
  return <LoadFailed error={error} onRetry={() => router.invalidate()} />;
}

export function NotFound() {
  return (
    <>
      <h1 className="sr-only">{t('shell.notFound')}</h1>
      <Empty
        text={t('shell.notFound')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('shell.toHome')}
          </Link>
        }
      />
    </>
  );
}
