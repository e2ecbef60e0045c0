import { useEffect } from 'react'
import { Refusal } from '../backend/client.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { LoadFailed } from './feedback.tsx'
import { Icon } from './icon.tsx'

/** The code of a page could not be fetched, for nothing can be. */
export class PageNotLoaded extends Error {
  readonly again: () => Promise<unknown>

  constructor(again: () => Promise<unknown>) {
    super('unreachable')
    this.again = again
  }
}

const STORAGE_KEY = 'kwit.reloaded'
const PAUSE_MS = 60_000

/** A part of the app that is gone from the server, because a newer one was installed while the page was open. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message)

/** A page that could not be drawn. After an update of the service one reload brings the new app. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const outdated = isOutdated(error)
  useEffect(() => {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0)
    if (!outdated || Date.now() - last < PAUSE_MS) return
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
    location.reload()
  }, [outdated])
  if (error instanceof PageNotLoaded)
    return <LoadFailed error={new Refusal('unreachable', 0)} onRetry={() => error.again().then(reset)} />
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
  )
}
