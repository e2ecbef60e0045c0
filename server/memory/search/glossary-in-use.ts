import { readdirSync, readFileSync } from 'node:fs';
import type { Actor, Work } from '#platform';
import { storedSetting } from '#settings';
import type { EntryOf } from '../similar/asked-terms.ts';
import { besideTeam, entryFinder, type GlossaryEntry, LazyGlossary, readGlossary } from './glossary.ts';

const FOLDER = new URL('./glossary/', import.meta.url);

let builtIn: LazyGlossary | null = null;

/** The glossary that comes with Kwit: the files of `glossary/`, one after the other. It is read when it is first asked for. */
export function builtInGlossary(): LazyGlossary {
  if (builtIn !== null) return builtIn;
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));
  const texts = files.sort().map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));
  builtIn = new LazyGlossary(texts.join('\n'));
  return builtIn;
}

/** The settings that keep a team's own glossary, and whether ours holds beside it. They are no part of /api/settings. */
export const GLOSSARY_SETTING = 'glossary';
export const BUILT_IN_SETTING = 'glossary_with_built_in';

/** A team's own glossary; its text is null while it uses ours alone. */
export interface StoredGlossary {
  readonly text: string | null;
  readonly withBuiltIn: boolean;
}

export async function storedGlossary(work: Work<Actor>): Promise<StoredGlossary> {
  const [text, withBuiltIn] = await Promise.all([
    storedSetting(work, GLOSSARY_SETTING),
    storedSetting(work, BUILT_IN_SETTING),
  ]);
  return { text: text === undefined ? null : String(JSON.parse(text)), withBuiltIn: withBuiltIn === 'true' };
}

/** The glossary that holds. */
export interface Holding extends StoredGlossary {
  readonly entries: () => readonly GlossaryEntry[];
  readonly entryOf: EntryOf;
}

/** The glossary that was used last: reading one takes longer than answering a question. */
let last: Holding | null = null;

function read(stored: StoredGlossary): Holding {
  const ours = builtInGlossary();
  if (stored.text === null) return { ...stored, entries: () => ours.entries, entryOf: ours.finder() };
  const team = readGlossary(stored.text, stored.withBuiltIn);
  const teamsEntryOf = entryFinder(team.entries);
  if (!stored.withBuiltIn) return { ...stored, entries: () => team.entries, entryOf: teamsEntryOf };
  const held = besideTeam(team);
  const oursEntryOf = ours.finder(held);
  return {
    ...stored,
    entries: () => [...team.entries, ...ours.entries.flatMap((entry) => held(entry) ?? [])],
    entryOf: (words) => teamsEntryOf(words) ?? oursEntryOf(words),
  };
}

export async function glossaryInUse(work: Work<Actor>): Promise<Holding> {
  const stored = await storedGlossary(work);
  if (last?.text !== stored.text || last.withBuiltIn !== stored.withBuiltIn) last = read(stored);
  return last;
}

/** Finds entries of the glossary that holds. */
export const entriesInUse = async (work: Work<Actor>): Promise<EntryOf> => (await glossaryInUse(work)).entryOf;
