import type { Language } from '#contract/words.ts';
import type { ForeignDatabase } from '#platform';
import { ImportRefused } from '../import-refused.ts';
import type { ImportRun } from '../import-run.ts';
import type { SourceWords } from '../source-words.ts';
import type { Conversion } from './conversion.ts';
import { KNOWN_BEFORE } from './import-rows.ts';
import type { KeptUploads } from './reading/keep-uploads.ts';
import type { SourceFacts } from './reading/source-facts.ts';
import type { TicketsInProgress } from './tickets-in-progress.ts';

interface Parts {
  readonly run: ImportRun;
  readonly facts: SourceFacts;
  readonly offset: number;
  readonly words: SourceWords;
  readonly language: Language;
  readonly uploads: KeptUploads;
  readonly progress: TicketsInProgress;
  readonly people: { readonly nobody: string };
}

/** What rows are read with, for an import and for comparing with it later. */
export const makeConversion = ({ run, uploads, progress, people, ...rest }: Parts): Conversion => ({
  ...rest,
  now: run.now,
  idOf: (kind, id) => run.idOf(kind, id) ?? run.idOf(`${KNOWN_BEFORE}${kind}`, id),
  get nobody() {
    return people.nobody;
  },
  upload: (table, id) => uploads.get(table, id),
  reporterOf: (id) => progress.reporterOf(id),
  numberOf: (id) => progress.numberOf(id),
  hasTask: (id) => progress.hasTask(id),
  areLinked: (a, b) => progress.areLinked(a, b),
});

/**
 * What is added to each number: nothing when Kwit has no ticket with one of them, else Kwit's highest. A later import of the
 * same OpenArca adds what the first one did.
 *
 * @param allowed the last number of Kwit when its tickets may get others; null when they may not.
 * @throws ImportRefused when numbers clash and none others are allowed.
 */
export function offsetOf(
  run: ImportRun,
  source: ForeignDatabase,
  facts: SourceFacts,
  progress: TicketsInProgress,
  allowed: number | null,
): number {
  const taken = new Set([...progress.here].map(({ number }) => number));
  const clashing: number[] = [];
  for (const row of source.rows('tickets', ['number'], ['id', 'number'])) {
    const given = facts.newNumbers.get(String(row.id));
    const here = progress.find(run.idOf('ticket', String(row.id)) ?? '');
    if (here !== undefined && given === undefined) return here.number - Number(row.number);
    if (taken.has(given ?? Number(row.number))) clashing.push(given ?? Number(row.number));
  }
  if (clashing.length === 0) return 0;
  if (allowed !== null) return Math.max(allowed, ...taken);
  const named = clashing.slice(0, 5).map((number) => `#${number}`);
  throw new ImportRefused(
    `Kwit has tickets with ${clashing.length} of the numbers: ${named.join(', ')}${clashing.length > 5 ? ', …' : ''}. ` +
      '--renumber gives the imported ones other numbers, above those of Kwit.',
  );
}
