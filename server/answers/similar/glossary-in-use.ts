import type { Actor } from '../../actor.ts';
import { entryFinder, readGlossary } from '../../search/glossary.ts';
import type { Work } from '../../work.ts';
import type { EntryOf } from './asked-terms.ts';
import { builtInEntryOf } from './built-in-glossary.ts';

/** The setting that keeps a team's own glossary. It is no part of /api/settings. */
export const GLOSSARY_SETTING = 'glossary';

/** The team's own glossary; null while it uses the one that comes with Kwit. */
export async function glossaryText(work: Work<Actor>): Promise<string | null> {
  const stored = await work.settings.get(GLOSSARY_SETTING);
  return stored === undefined ? null : String(JSON.parse(stored));
}

/** The glossary that was used last: reading one takes longer than answering a question. */
let last: { readonly text: string; readonly entryOf: EntryOf } | null = null;

/** Finds entries of the glossary that holds. */
export async function entriesInUse(work: Work<Actor>): Promise<EntryOf> {
  const text = await glossaryText(work);
  if (text === null) return builtInEntryOf;
  if (last?.text !== text) last = { text, entryOf: entryFinder(readGlossary(text).entries) };
  return last.entryOf;
}
