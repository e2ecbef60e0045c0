import { useEffect } from 'react';
import { Refusal } from '../backend/client.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { LoadFailed } from './feedback.tsx';
import { Icon } from './icon.tsx';

/** The browser could not load the code of a page, because it cannot reach the service. */
export class PageNotLoaded extends Error {
  readonly again: () => Promise<unknown>;

  constructor(again: () => Promise<unknown>) {
    super('unreachable');
    this.again = again;
  }
}

const STORAGE_KEY = 'kwit.reloaded';
const PAUSE_MS = 60_000;

/** Whether the code is gone from the server, because somebody installed a newer version while the page was open. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);

/** What the router shows for a page that failed. After an update of the service it reloads once, to get the new app. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const outdated = isOutdated(error);
  useEffect(() => {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
    if (!outdated || Date.now() - last < PAUSE_MS) return;
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
    location.reload();
  }, [outdated]);
  if (error instanceof PageNotLoaded)
    return <LoadFailed error={new Refusal('unreachable', 0)} onRetry={() => error.again().then(reset)} />;
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-14 text-center">
      <span className="rounded-full bg-danger-soft p-3 text-danger">
        <Icon name="warning" size={22} />
      </span>
      <p className="max-w-sm">{t('shell.broken')}</p>
      <Button icon="refresh" onClick={() => location.reload()}>
        {t('shell.reload')}
      </Button>
      {error instanceof Error && <p className="font-mono text-xs text-faint">{error.message}</p>}
    </div>
  );
}
