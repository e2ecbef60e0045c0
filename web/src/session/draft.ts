/** What someone has typed and not sent yet outlives a closed tab, an expired session and a crash. */
import { useEffect, useState } from 'react'

const PREFIX = 'kwit.draft.'

function read<T>(name: string): T | undefined {
  try {
    const kept = localStorage.getItem(PREFIX + name)
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}

export function dropDraft(name: string): void {
  localStorage.removeItem(PREFIX + name)
}

export function dropAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}

/** Like `useState`, kept under a name. `blank` is what the field holds when nothing was typed. */
export function useDraft<T>(name: string, blank: T) {
  const [value, setValue] = useState<T>(() => read<T>(name) ?? blank)
  const text = JSON.stringify(value)
  const empty = text === JSON.stringify(blank)
  useEffect(() => {
    try {
      if (empty) localStorage.removeItem(PREFIX + name)
      else localStorage.setItem(PREFIX + name, text)
    } catch {
      // A full or forbidden storage costs the draft, not the typing.
    }
  }, [name, text, empty])
  const clear = () => {
    dropDraft(name)
    setValue(blank)
  }
  return [value, setValue, clear] as const
}
