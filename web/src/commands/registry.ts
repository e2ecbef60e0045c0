/** One list of what can be done now. The palette, the shortcuts and the help sheet all read it. */
import { useEffect, useRef } from 'react'
import { observable, useObservable } from '../observable/observable.ts'

export type CommandGroup = 'go' | 'ticket' | 'list' | 'app'

export interface Command {
  id: string
  label: string
  group: CommandGroup
  /** `c`, `shift+m`, `g h` (one after the other), `mod+k` (Ctrl or Cmd), `alt+up`. */
  keys?: string
  /** Wants a ticket first: the sheet tells of it, and nothing else does. */
  idle?: boolean
  run: () => void
}

const commands = observable<readonly Command[]>([])
const sources = new Map<symbol, readonly Command[]>()

function publish(): void {
  // What was registered last wins: a panel's commands go before those of the list below it.
  const byId = new Map<string, Command>()
  for (const command of [...sources.values()].flat())
    if (!command.idle || !byId.has(command.id)) byId.set(command.id, command)
  commands.set([...byId.values()])
}

/** Offers commands while the component is there. */
export function useCommands(offered: readonly Command[]): void {
  const latest = useRef(offered)
  latest.current = offered
  const signature = offered.map(({ id, label, keys, idle }) => `${id}|${label}|${keys ?? ''}|${idle}`).join('\n')
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
  }, [signature])
}

/** What can be done now. */
export const currentCommands = (): readonly Command[] => commands.get().filter(({ idle }) => !idle)

/** The idle ones among them. */
export const useAllCommands = (): readonly Command[] => useObservable(commands)
