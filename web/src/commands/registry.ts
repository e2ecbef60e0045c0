/** One list of what can be done now. The palette, the shortcuts and the help sheet all read it. */
import { useEffect, useRef, useSyncExternalStore } from 'react'

export type CommandGroup = 'go' | 'ticket' | 'list' | 'app'

export interface Command {
  id: string
  label: string
  group: CommandGroup
  /** `c`, `shift+m`, `g h` (one after the other), `mod+k` (Ctrl or Cmd), `alt+up`. */
  keys?: string
  run: () => void
}

let commands: readonly Command[] = []
const sources = new Map<symbol, readonly Command[]>()
const listeners = new Set<() => void>()

function publish(): void {
  // What was registered last wins: a panel's commands go before those of the list below it.
  const byId = new Map<string, Command>()
  for (const source of sources.values()) for (const command of source) byId.set(command.id, command)
  commands = [...byId.values()]
  for (const listener of listeners) listener()
}

/** Offers commands while the component is there. */
export function useCommands(offered: readonly Command[]): void {
  const latest = useRef(offered)
  latest.current = offered
  const shape = offered.map(({ id, label, keys }) => `${id}|${label}|${keys ?? ''}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says when the list is another one
  useEffect(() => {
    const source = Symbol('commands')
    sources.set(
      source,
      latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() })),
    )
    publish()
    return () => {
      sources.delete(source)
      publish()
    }
  }, [shape])
}

export const currentCommands = (): readonly Command[] => commands

export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentCommands)
}
