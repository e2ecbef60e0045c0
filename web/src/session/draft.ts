/**
 * Drafts: local storage keeps what a user typed and has not sent, over a closed tab, an expired session and a crash. Each tab
 * keeps its own, so that none writes over what another has unsent; a new tab shows what the newest one has.
 */
import { useEffect, useRef, useState } from 'react';
import { randomKey } from '../backend/client.ts';
import { token } from '../backend/token.ts';
import { local, ofTab } from '../storage.ts';

const STORAGE_PREFIX = 'kwit.draft.';
const TAB_PREFIX = 'kwit.draft-of.';
/** Names this page load; later ones sort behind. */
const WRITER = `~${Date.now().toString(36)}${randomKey().slice(0, 8)}`;

/** Where a draft was read or written last. */
interface Source {
  key: string;
  /** The stored text. */
  raw: string;
  /** The value that the field got of it, as JSON. */
  value: string;
}

/** By the names of the drafts that this page has shown. */
const sources = new Map<string, Source>();

const ownKey = (name: string): string => STORAGE_PREFIX + name + WRITER;

/** The place of the draft: this page's, or what this tab showed before its reload, or that of the newest tab. */
function placeOf(name: string): string | undefined {
  const all = STORAGE_PREFIX + name;
  const keys = local
    .names()
    .filter((key) => key === all || key.startsWith(`${all}~`))
    .sort();
  return [ownKey(name), ofTab.get(TAB_PREFIX + name), keys.at(-1)].find(
    (key): key is string => typeof key === 'string' && keys.includes(key),
  );
}

/** Whether there is a draft of that name, whichever tab it is of. */
export const hasDraft = (name: string): boolean => placeOf(name) !== undefined;

/** Makes of what an older version kept a value that the form of today has. */
type Adapt<T> = (stored: unknown) => T;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Takes what has the same type as in the blank value. */
export function fitted<T>(stored: unknown, blank: T): T {
  if (!isObject(blank) || !isObject(stored))
    return typeof stored === typeof blank && Array.isArray(stored) === Array.isArray(blank) ? (stored as T) : blank;
  const fields = Object.entries(stored).filter(
    ([name, value]) => !(name in blank) || typeof value === typeof blank[name],
  );
  return { ...blank, ...Object.fromEntries(fields) };
}

function read<T>(name: string, blank: T, adapt: Adapt<T>): T {
  sources.delete(name);
  const key = placeOf(name);
  const raw = key === undefined ? null : local.get(key);
  if (key === undefined || raw === null) return blank;
  try {
    const value = adapt(JSON.parse(raw));
    sources.set(name, { key, raw, value: JSON.stringify(value) });
    return value;
  } catch {
    return blank;
  }
}

/** Removes what the source has, unless another tab has written there since. */
function removeSource(name: string): void {
  const source = sources.get(name);
  if (source && local.get(source.key) === source.raw) local.remove(source.key);
  sources.delete(name);
}

function write(name: string, raw: string): void {
  const key = ownKey(name);
  local.set(key, raw);
  ofTab.set(TAB_PREFIX + name, key);
  sources.set(name, { key, raw, value: raw });
}

function store<T>(name: string, value: T, blank: T): void {
  const raw = JSON.stringify(value);
  const before = sources.get(name)?.value ?? JSON.stringify(blank);
  if (raw === before) return;
  removeSource(name);
  if (raw === JSON.stringify(blank)) ofTab.remove(TAB_PREFIX + name);
  else write(name, raw);
}

export function removeDraft(name: string): void {
  removeSource(name);
  ofTab.remove(TAB_PREFIX + name);
}

export function removeAllDrafts(): void {
  for (const key of local.names()) if (key.startsWith(STORAGE_PREFIX)) local.remove(key);
}

/** By name, how to change a draft whose field is mounted. */
const mountedFields = new Map<string, (change: (stored: never) => unknown) => void>();

/** Changes a draft from outside of its field, whether the field is mounted or not. */
export function changeDraft<T>(name: string, blank: T, change: (stored: T) => T): void {
  const field = mountedFields.get(name);
  if (field) field(change);
  else store(name, change(read(name, blank, (stored) => fitted(stored, blank))), blank);
}

/**
 * Settles a draft whose place another tab has emptied. The own text goes back there, for that tab began with it; a
 * text of another tab, which this one only shows, was sent or taken over and goes.
 */
function onEmptied(name: string, show: () => void): void {
  const source = sources.get(name);
  if (!source || token() === null) return;
  if (ofTab.get(TAB_PREFIX + name) === source.key) write(name, source.value);
  else show();
}

/**
 * Like `useState`, with a draft under this name. `blank` is the value of an empty field, which leaves no draft.
 *
 * @param adapt what to make of a draft that an older version kept; by default each field keeps its type.
 */
export function useDraft<T>(name: string, blank: T, adapt: Adapt<T> = (stored) => fitted(stored, blank)) {
  const [value, setValue] = useState<T>(() => read(name, blank, adapt));
  const latestBlank = useRef(blank);
  latestBlank.current = blank;
  useEffect(() => store(name, value, blank), [name, value, blank]);
  useEffect(() => {
    const change = (by: (stored: never) => unknown) => setValue(by as (stored: T) => T);
    mountedFields.set(name, change);
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (newValue !== null || key === null || key !== sources.get(name)?.key) return;
      onEmptied(name, () => {
        sources.delete(name);
        setValue(latestBlank.current);
      });
    };
    window.addEventListener('storage', onStorage);
    return () => {
      window.removeEventListener('storage', onStorage);
      if (mountedFields.get(name) === change) mountedFields.delete(name);
    };
  }, [name]);
  const clear = () => {
    removeDraft(name);
    setValue(blank);
  };
  return [value, setValue, clear] as const;
}
