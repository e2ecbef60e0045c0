import { type ErrorComponentProps, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Refusal } from '../backend/client.ts';
import { buttonClass } from '../design/button.tsx';
import { Empty, LoadFailed } from '../design/feedback.tsx';
import { t } from '../texts/texts.ts';

/** What the router shows when the frame failed. Without a session it redirects to the login. */
export function FrameError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const signedOut = error instanceof Refusal && error.code === 'unauthorized';
  useEffect(() => {
    if (signedOut) navigate({ to: '/login', search: { next: location.pathname + location.search }, replace: true });
  }, [signedOut, navigate]);
  if (signedOut) return null;
  return <LoadFailed error={error} onRetry={() => router.invalidate()} />;
}

export function NotFound() {
  return (
    <>
      <h1 className="sr-only">{t('shell.notFound')}</h1>
      <Empty
        icon="search"
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
