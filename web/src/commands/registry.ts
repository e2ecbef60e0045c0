/** The commands that the user has now. The palette, the shortcuts and the help sheet read them from here. */
import { useEffect, useRef } from 'react';
import { observable, useObservable } from '../observable/observable.ts';

export type CommandGroup = 'go' | 'ticket' | 'list' | 'app';

export interface Command {
  id: string;
  label: string;
  group: CommandGroup;
  /** Such as `c`, `shift+m`, `g h` (one after the other), `mod+k` (Ctrl or Cmd), `alt+up`. */
  keys?: string;
  /** The command needs a ticket, and none is chosen: only the help sheet shows it. */
  idle?: boolean;
  /** The palette names it to nobody who has not typed anything yet. */
  onlyBySearch?: boolean;
  /** Whether the keys also work in a field, over a dialog, and when the user has turned shortcuts off. */
  whileTyping?: boolean;
  run: () => void;
}

const commands = observable<readonly Command[]>([]);
const sources = new Map<symbol, readonly Command[]>();

function publish(): void {
  // The last one registered wins: a panel's commands take precedence over those of the list below it.
  const byId = new Map<string, Command>();
  for (const command of [...sources.values()].flat())
    if (!command.idle || !byId.has(command.id)) byId.set(command.id, command);
  commands.set([...byId.values()]);
}

/** Offers commands while the component is mounted. */
export function useCommands(offered: readonly Command[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const signature = offered.map(({ id, label, keys, idle }) => `${id}|${label}|${keys ?? ''}|${idle}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says when the list is another one
  useEffect(() => {
    const source = Symbol('commands');
    sources.set(
      source,
      latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() })),
    );
    publish();
    return () => {
      sources.delete(source);
      publish();
    };
  }, [signature]);
}

/** A command on the row of a list that keys have reached; idle while there is none. */
export const onRow = <T>(
  row: T | undefined,
  id: string,
  label: string,
  keys: string,
  run: (row: T) => void,
): Command => ({
  id,
  label,
  keys,
  group: 'list',
  idle: row === undefined,
  run: () => row !== undefined && run(row),
});

/** The commands that the user can run now. */
export const currentCommands = (): readonly Command[] => commands.get().filter(({ idle }) => !idle);

/** All commands, idle ones too. */
export const useAllCommands = (): readonly Command[] => useObservable(commands);
