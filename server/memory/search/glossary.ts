import { foldedIfLatin, wordsOf } from '#platform';
import type { EntryOf } from '../similar/asked-terms.ts';
import { beginning, LONG_STEM, STOP_BEGINNINGS, stemsOf } from './stems.ts';

/** So many letters of a form are compared, as many as the longer stem of a word has. */
const COMPARED = LONG_STEM;

/** Words that mean the same, in Polish and in English. */
export interface GlossaryEntry {
  /** Where it stands in the text, from 1. */
  readonly line: number;
  /** Folded, each word cut to what is compared; several words of one form are joined by a space. */
  readonly forms: readonly string[];
  /** The forms grouped by word. */
  readonly words: readonly (readonly string[])[];
  /** The line as it is written. */
  readonly written: string;
}

/** Why a line of a glossary does not count, with the form that is the cause. */
export interface GlossaryRefusal {
  readonly line: number;
  readonly form: string;
  /**
   * `silent`: it says nothing a search could use; `twice`: an earlier line has it; `alone`: nothing means the same; `unknown`:
   * no entry that comes with Kwit has it, so none is taken away.
   */
  readonly why: 'silent' | 'twice' | 'alone' | 'unknown';
}

export interface Glossary {
  readonly entries: readonly GlossaryEntry[];
  /** The forms of `- form`, with their lines. */
  readonly away: readonly { readonly line: number; readonly form: string; readonly compared: string }[];
  readonly refusals: readonly GlossaryRefusal[];
}

const AWAY = /^-\s+(.*)$/;

/**
 * Reads a glossary (docs/rules/answers.md#glossary). A line with a refusal is left out.
 *
 * @param takesAway whether a line `- form` takes an entry away that comes with Kwit.
 */
export function readGlossary(text: string, takesAway = false): Glossary {
  const entries: GlossaryEntry[] = [];
  const away: { line: number; form: string; compared: string }[] = [];
  const refusals: GlossaryRefusal[] = [];
  const taken = new Set<string>();
  // Folding a text at once takes a fifth of the time of folding its forms.
  const folded = foldedIfLatin(text).split(LINE_END);
  for (const [index, written] of text.split(LINE_END).entries()) {
    if (written === '' || written.trim() === '' || written.startsWith('#')) continue;
    const line = index + 1;
    const form = takesAway ? AWAY.exec(written)?.[1]?.trim() : undefined;
    if (form !== undefined) {
      away.push({ line, form, compared: comparable(form) });
      continue;
    }
    const entry = entryIn(line, written, folded[index] ?? '');
    const refusal = refusalOf(written, entry.forms, taken);
    if (refusal) refusals.push({ line, ...refusal });
    else entries.push(entry);
    for (const compared of entry.forms) taken.add(compared);
  }
  return { entries, away, refusals };
}

function entryIn(line: number, written: string, folded: string): GlossaryEntry {
  const words = folded.split('|').map((word) => word.split(',').map((part) => comparable(part.trim())));
  return { line, forms: words.flat(), words, written };
}

/** @param compared the forms of the line. */
function refusalOf(
  written: string,
  compared: readonly string[],
  taken: ReadonlySet<string>,
): Omit<GlossaryRefusal, 'line'> | null {
  const refused = (index: number, why: GlossaryRefusal['why']) => ({ form: formsOf(written)[index] ?? '', why });
  const silent = compared.findIndex(
    (own, index) => own === '' || (mayBeSilent(own) && stemsOf(formsOf(written)[index] ?? '').length === 0),
  );
  if (silent >= 0) return refused(silent, 'silent');
  const twice = compared.findIndex((own, index) => taken.has(own) || compared.indexOf(own) < index);
  if (twice >= 0) return refused(twice, 'twice');
  return compared.length > 1 ? null : refused(0, 'alone');
}

/** Whether each word of a form begins as a stop word does: most forms need no second look. */
const mayBeSilent = (compared: string): boolean => compared.split(' ').every((word) => STOP_BEGINNINGS.has(word));

const LINE_END = /\r?\n/;
const formsOf = (line: string): string[] => line.split(/[|,]/).map((form) => form.trim());

/** Folded words, one space between two. */
const FOLDED = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

function comparable(form: string): string {
  if (!FOLDED.test(form))
    return wordsOf(form)
      .map((word) => beginning(word, COMPARED))
      .join(' ');
  if (form.length <= COMPARED) return form;
  if (!form.includes(' ')) return form.slice(0, COMPARED);
  return form
    .split(' ')
    .map((word) => word.slice(0, COMPARED))
    .join(' ');
}

export const entryFinder = (entries: readonly GlossaryEntry[]): EntryOf =>
  finderIn(new Map(entries.flatMap((entry) => entry.forms.map((form) => [form, entry] as const))));

/**
 * Finds the entry that has a word: by its first six letters, else by a form of the four letters with which it begins. Several
 * words in a row are found by all of them.
 */
const finderIn =
  (byForm: { get(form: string): GlossaryEntry | undefined }): EntryOf =>
  (words) => {
    const compared = comparable(words);
    return byForm.get(compared) ?? (compared.includes(' ') ? undefined : byForm.get(beginning(compared)));
  };

/** A comment, the end of a line, or a form. */
const PARTS = /#.*|\n|[^|,\n]+/g;

/** The entries of a text that has no refusals. A line is read when a form of it is looked for: to read all takes twice as long. */
export class LazyGlossary {
  readonly text: string;
  readonly #written: readonly string[];
  readonly #lineOf = new Map<string, number>();
  #entries: readonly GlossaryEntry[] | null = null;

  constructor(text: string) {
    this.text = text;
    this.#written = text.split('\n');
    let line = 1;
    for (const [part] of foldedIfLatin(text).matchAll(PARTS))
      if (part === '\n') line += 1;
      else if (!part.startsWith('#')) this.#lineOf.set(comparable(part.trim()), line);
  }

  get entries(): readonly GlossaryEntry[] {
    this.#entries ??= readGlossary(this.text).entries;
    return this.#entries;
  }

  /** @param held what is left of an entry. */
  finder(held = (entry: GlossaryEntry): GlossaryEntry | undefined => entry): EntryOf {
    const read = new Map<number, GlossaryEntry | undefined>();
    const entryOn = (line: number): GlossaryEntry | undefined => {
      const written = this.#written[line - 1] ?? '';
      return read.getOrInsertComputed(line, () => held(entryIn(line, written, foldedIfLatin(written))));
    };
    const get = (form: string) => {
      const line = this.#lineOf.get(form);
      const entry = line === undefined ? undefined : entryOn(line);
      return entry?.forms.includes(form) ? entry : undefined;
    };
    return finderIn({ get });
  }
}

/** Leaves of an entry of ours what a team's glossary does not have; nothing where the team takes a form of it away. */
export function besideTeam(team: Glossary): (entry: GlossaryEntry) => GlossaryEntry | undefined {
  const theirs = new Set(team.entries.flatMap(({ forms }) => forms));
  const away = new Set(team.away.map(({ compared }) => compared));
  return (entry) => {
    if (entry.forms.some((form) => away.has(form))) return undefined;
    if (!entry.forms.some((form) => theirs.has(form))) return entry;
    const words = entry.words
      .map((forms) => forms.filter((form) => !theirs.has(form)))
      .filter((forms) => forms.length > 0);
    return words.length > 1 ? { ...entry, forms: words.flat(), words } : undefined;
  };
}

/** The lines of a team's glossary that take away what is not there. */
export function takenInVain(ours: readonly GlossaryEntry[], { away }: Glossary): GlossaryRefusal[] {
  const ourForms = new Set(ours.flatMap(({ forms }) => forms));
  return away
    .filter(({ compared }) => !ourForms.has(compared))
    .map(({ line, form }) => ({ line, form, why: 'unknown' }));
}

/** The forms of an entry as they are written, those of one word together; without those that it has lost. */
export function writtenForms({ written, forms }: GlossaryEntry): string[][] {
  const left = new Set(forms);
  return written
    .split('|')
    .map((word) => formsOf(word).filter((form) => left.has(comparable(form))))
    .filter((word) => word.length > 0);
}

/** Whether a word is one of these forms, as the glossary compares them. */
export function hasForm(written: readonly string[], words: string): boolean {
  const own = comparable(words);
  return written.some((form) => [own, beginning(own)].includes(comparable(form)));
}
