/**
 * Drafts: local storage keeps what a user typed and has not sent, over a closed tab, an expired session and a crash.
 */
import { useEffect, useState } from 'react';

const STORAGE_PREFIX = 'kwit.draft.';

function read<T>(name: string): T | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_PREFIX + name);
    return kept === null ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
}

export function removeDraft(name: string): void {
  localStorage.removeItem(STORAGE_PREFIX + name);
}

export function removeAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(STORAGE_PREFIX)) localStorage.removeItem(key);
}

function store<T>(name: string, value: T, blank: T): void {
  const text = JSON.stringify(value);
  try {
    if (text === JSON.stringify(blank)) localStorage.removeItem(STORAGE_PREFIX + name);
    else localStorage.setItem(STORAGE_PREFIX + name, text);
  } catch {
    // With a full or forbidden storage the user loses the draft, and can still type.
  }
}

/** By name, how to change a draft whose field is mounted. */
const mountedFields = new Map<string, (change: (kept: never) => unknown) => void>();

/** Changes a draft from outside of its field, whether the field is mounted or not. */
export function changeDraft<T>(name: string, blank: T, change: (kept: T) => T): void {
  const field = mountedFields.get(name);
  if (field) field(change);
  else store(name, change(read<T>(name) ?? blank), blank);
}

/** Like `useState`, with a draft under this name. `blank` is the value of an empty field, which leaves no draft. */
export function useDraft<T>(name: string, blank: T) {
  const [value, setValue] = useState<T>(() => read<T>(name) ?? blank);
  useEffect(() => store(name, value, blank), [name, value, blank]);
  useEffect(() => {
    const change = (by: (kept: never) => unknown) => setValue(by as (kept: T) => T);
    mountedFields.set(name, change);
    return () => {
      if (mountedFields.get(name) === change) mountedFields.delete(name);
    };
  }, [name]);
  const clear = () => {
    removeDraft(name);
    setValue(blank);
  };
  return [value, setValue, clear] as const;
}
