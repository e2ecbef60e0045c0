import { readFileSync } from 'node:fs';
import { type Actor, type Work, wordsOf } from '#platform';
import { storedSetting } from '#settings';
import type { EntryOf } from '../similar/asked-terms.ts';
import { beginning, stemsOf } from './stems.ts';

/** So many letters of a form are compared, as many as the longer stem of a word has. */
const COMPARED = 6;

/** Words that mean the same, in Polish and in English. */
export interface GlossaryEntry {
  /** Where it stands in the text, from 1. */
  readonly line: number;
  /** Folded, each word cut to what is compared; several words of one form are joined by a space. */
  readonly forms: readonly string[];
}

/** Why a line of a glossary does not count, with the form that is the cause. */
export interface GlossaryRefusal {
  readonly line: number;
  readonly form: string;
  /** `silent`: it says nothing a search could use; `twice`: an earlier line has it; `alone`: nothing means the same. */
  readonly why: 'silent' | 'twice' | 'alone';
}

export interface Glossary {
  readonly entries: readonly GlossaryEntry[];
  readonly refusals: readonly GlossaryRefusal[];
}

/** Reads a glossary as `glossary.txt` describes it. A line with a refusal is left out. */
export function readGlossary(text: string): Glossary {
  const entries: GlossaryEntry[] = [];
  const refusals: GlossaryRefusal[] = [];
  const taken = new Set<string>();
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    if (written.trim() === '' || written.startsWith('#')) continue;
    const line = index + 1;
    const forms = written.split(/[|,]/).map((form) => form.trim());
    const refusal = refusalOf(forms, taken);
    if (refusal) refusals.push({ line, ...refusal });
    else entries.push({ line, forms: forms.map(comparable) });
    for (const form of forms) taken.add(comparable(form));
  }
  return { entries, refusals };
}

function refusalOf(forms: readonly string[], taken: ReadonlySet<string>): Omit<GlossaryRefusal, 'line'> | null {
  const own = forms.map(comparable);
  for (const [index, form] of forms.entries()) {
    if (stemsOf(form).length === 0) return { form, why: 'silent' };
    const compared = comparable(form);
    if (taken.has(compared) || own.indexOf(compared) < index) return { form, why: 'twice' };
  }
  const [form = ''] = forms;
  return forms.length > 1 ? null : { form, why: 'alone' };
}

/** Folded words, one space between two. */
const FOLDED = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

const comparable = (form: string): string =>
  (FOLDED.test(form) ? form.split(' ') : wordsOf(form)).map((word) => beginning(word, COMPARED)).join(' ');

/**
 * Finds the entry that has a word: by its first six letters, else by a form of the four letters with which it begins. Several
 * words in a row are found by all of them.
 */
export function entryFinder(entries: readonly GlossaryEntry[]): (words: string) => GlossaryEntry | undefined {
  const byForm = new Map(entries.flatMap((entry) => entry.forms.map((form) => [form, entry] as const)));
  return (words) => {
    const compared = comparable(words);
    return byForm.get(compared) ?? (compared.includes(' ') ? undefined : byForm.get(beginning(compared)));
  };
}

/** The glossary that comes with Kwit, as text. */
export const BUILT_IN_GLOSSARY = readFileSync(new URL('./glossary.txt', import.meta.url), 'utf8');

/** Finds entries of the glossary that comes with Kwit. */
export const builtInEntryOf = entryFinder(readGlossary(BUILT_IN_GLOSSARY).entries);

/** The setting that keeps a team's own glossary. It is no part of /api/settings. */
export const GLOSSARY_SETTING = 'glossary';

/** The team's own glossary; null while it uses the one that comes with Kwit. */
export async function glossaryText(work: Work<Actor>): Promise<string | null> {
  const stored = await storedSetting(work, GLOSSARY_SETTING);
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
