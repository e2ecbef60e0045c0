/** A combobox: the user types into a field, and the arrow keys choose from the list that it filters. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { foldText } from '../texts/fold.ts';
import { Keys } from './keys.tsx';

export interface Entry {
  id: string;
  /** The text that the field searches. The list shows it unless `shown` is there. */
  name: string;
  shown?: ReactNode;
  keys?: string | undefined;
  /** A search of the service found it: it stays in the list whatever its name is. */
  found?: boolean;
  onSelect: () => void;
}

export interface EntryGroup {
  heading?: string;
  entries: Entry[];
}

interface CommandListProps {
  label: string;
  placeholder: string;
  empty: string;
  groups: EntryGroup[];
  onSearch?: (text: string) => void;
}

/** The entries that hold every typed word. Those that begin with the first word come first, and so do their groups. */
function narrowed(groups: EntryGroup[], text: string): EntryGroup[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups.filter(({ entries }) => entries.length > 0);
  const rank = (entry: Entry) => (foldText(entry.name).startsWith(words[0] ?? '') ? 0 : 1);
  const best = ({ entries }: EntryGroup) => Math.min(...entries.map(rank));
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries
        .filter((entry) => entry.found || words.every((word) => foldText(entry.name).includes(word)))
        .sort((a, b) => rank(a) - rank(b)),
    }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => best(a) - best(b));
}

export function CommandList({ label, placeholder, empty, groups, onSearch }: CommandListProps) {
  const [text, setText] = useState('');
  const [chosenId, setWanted] = useState<string>();
  const id = useId();
  const shown = narrowed(groups, text);
  const entries = shown.flatMap((group) => group.entries);
  const at = Math.max(
    entries.findIndex((entry) => entry.id === chosenId),
    0,
  );
  const active = entries[at];
  const activeId = active && `${id}-${active.id}`;

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) setWanted(entries.at(step % entries.length)?.id);
    else if (event.key === 'Enter') active?.onSelect();
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <input
        data-autofocus
        type="text"
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-autocomplete="list"
        aria-controls={entries.length > 0 ? id : undefined}
        aria-activedescendant={activeId}
        aria-label={label}
        autoComplete="off"
        spellCheck="false"
        placeholder={placeholder}
        value={text}
        onKeyDown={onKey}
        onChange={(event) => {
          setText(event.target.value);
          setWanted(undefined);
          onSearch?.(event.target.value);
        }}
        className="h-13 w-full border-b border-line bg-transparent px-5 text-base outline-none max-md:pr-14"
      />
      {/* A list of nothing is none. */}
      <div
        id={id}
        {...(entries.length > 0 ? { role: 'listbox', 'aria-label': label } : { role: 'status' })}
        className="overflow-y-auto p-2 md:max-h-[22rem]"
      >
        {entries.length === 0 && <p className="px-3 py-8 text-center text-sm text-muted">{empty}</p>}
        {shown.map((group, index) => (
          // biome-ignore lint/a11y/useSemanticElements: options are grouped, not fields
          <div key={group.heading ?? index} role="group" aria-label={group.heading ?? label}>
            {group.heading && (
              <div aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-medium text-faint">
                {group.heading}
              </div>
            )}
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                id={`${id}-${entry.id}`}
                entry={entry}
                active={entry === active}
                onReach={() => setWanted(entry.id)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Option({ id, entry, active, onReach }: { id: string; entry: Entry; active: boolean; onReach: () => void }) {
  return (
    // The focus stays in the field, which handles the keys of the list.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={() => active || onReach()}
      onClick={entry.onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm aria-selected:bg-hover max-md:min-h-12"
    >
      {entry.shown ?? entry.name}
      {entry.keys && (
        <span className="ml-auto max-md:hidden">
          <Keys keys={entry.keys} />
        </span>
      )}
    </div>
  );
}
