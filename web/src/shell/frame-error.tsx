import { type ErrorComponentProps, Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { KwitError } from '../backend/client.ts';
import { removeToken } from '../backend/token.ts';
import { buttonClass } from '../design/button.tsx';
import { Empty, LoadFailed } from '../design/feedback.tsx';
import { isNotLoaded, NotLoaded } from '../design/on-demand.tsx';
import { useIsDeveloper } from '../session/me.ts';
import { t } from '../texts/texts.ts';

/** The page that the router shows when the frame failed. Without a session it redirects to the login. */
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

/** In the place of a page: why there is none, and the way home. */
const NoPage = ({ text }: { text: string }) => (
  <Empty
    as="h1"
    text={text}
    action={
      <Link to="/" className={buttonClass('primary')}>
        {t('shell.toHome')}
      </Link>
    }
  />
);

export const NotFound = () => <NoPage text={t('shell.notFound')} />;

/** Pages of which the service refuses everything to who reports. */
const OF_DEVELOPERS = /^\/(board|todo|insights|admin|answers\/review)(\/|$)/;

/** The page of the address; for who may see none of it one sentence, and not a refusal for each of its parts. */
export function AllowedPage() {
  const isDeveloper = useIsDeveloper();
  const isForDevelopers = useRouterState({ select: ({ location }) => OF_DEVELOPERS.test(location.pathname) });
  return isForDevelopers && !isDeveloper ? <NoPage text={t('nav.forDevelopers')} /> : <Outlet />;
}
