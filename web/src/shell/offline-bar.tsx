import { useSyncExternalStore } from 'react'
import { Icon } from '../design/icon.tsx'
import { t } from '../texts/texts.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** `unreachable`: the network is there, and the service does not answer. */
export function OfflineBar({ unreachable }: { unreachable: boolean }) {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online && !unreachable) return null
  return (
    <div
      role="status"
      className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-sm text-warning"
    >
      <Icon name="warning" size={16} />
      {t(online ? 'shell.unreachable' : 'shell.offline')}
    </div>
  )
}
