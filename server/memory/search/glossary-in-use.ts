import { readdirSync, readFileSync } from 'node:fs';
import type { Actor, Work } from '#platform';
import { storedSetting } from '#settings';
import type { EntryOf } from '../similar/asked-terms.ts';
import { besideTeam, entryFinder, type GlossaryEntry, readGlossary } from './glossary.ts';

interface BuiltIn {
  readonly text: string;
  readonly entries: readonly GlossaryEntry[];
  readonly entryOf: EntryOf;
}

const FOLDER = new URL('./glossary/', import.meta.url);

let builtIn: BuiltIn | null = null;

/** The glossary that comes with Kwit: the files of `glossary/`, one after the other. It is read when it is first asked for. */
export function builtInGlossary(): BuiltIn {
  if (builtIn !== null) return builtIn;
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));
  const text = files
    .sort()
    .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
    .join('\n');
  const { entries } = readGlossary(text);
  builtIn = { text, entries, entryOf: entryFinder(entries) };
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
  readonly entries: readonly GlossaryEntry[];
  readonly entryOf: EntryOf;
}

/** The glossary that was used last: reading one takes longer than answering a question. */
let last: Holding | null = null;

function read({ text, withBuiltIn }: StoredGlossary): Holding {
  const ours = builtInGlossary();
  if (text === null) return { text, withBuiltIn, entries: ours.entries, entryOf: ours.entryOf };
  const team = readGlossary(text, withBuiltIn);
  const teamsEntryOf = entryFinder(team.entries);
  if (!withBuiltIn) return { text, withBuiltIn, entries: team.entries, entryOf: teamsEntryOf };
  const left = besideTeam(ours.entries, team);
  const oursEntryOf = entryFinder(left);
  return {
    text,
    withBuiltIn,
    entries: [...team.entries, ...left],
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
