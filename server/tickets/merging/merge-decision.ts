/** Decides whether two tickets may be merged (docs/rules/merging.md#refusals). Pure. */
import type { FailureCode } from '#contract/errors.ts';
import type { Status } from '#contract/words.ts';
import { type MergeMode, MOST_BESIDE, MOST_JOINED } from '#contract/words.ts';

/** The facts of two tickets before the first is merged into the second. */
export interface Merging {
  readonly mode: MergeMode;
  readonly source: {
    readonly id: string;
    readonly reporter_id: string;
    readonly isJoined: boolean;
    readonly isBeside: boolean;
  };
  /** The ticket at which the chain of merges of the named one ends. */
  readonly root: { readonly id: string; readonly reporter_id: string; readonly status: Status };
  /** The ids on the way from the root to its lead, itself first. */
  readonly way: readonly string[];
  /** Whether both reporters may read all public words. */
  readonly tellsReporters: boolean;
  /** Whether they were one before: an undo joins to a closed ticket what was part of it. */
  readonly isUndo: boolean;
  /** How many tickets come along: those joined to the source and itself, or those beside it and itself. */
  readonly coming: number;
  /** How many tickets were joined to the root, or stand beside its lead. */
  readonly there: number;
}

/** @returns the code of the refusal that comes first; null when nothing speaks against it. */
export function mergeRefusal(merging: Merging): FailureCode | null {
  const { mode, source, root, way, tellsReporters, isUndo, coming, there } = merging;
  if (source.isJoined || (mode === 'beside' && source.isBeside)) return 'already_merged';
  if (way.includes(source.id)) return 'merge_circle';
  if (root.status === 'closed' && !isUndo) return 'ticket_closed';
  if (mode === 'beside') return there + coming > MOST_BESIDE ? 'limit_reached' : null;
  if (source.reporter_id !== root.reporter_id && !tellsReporters) return 'reporters_differ';
  return there + coming > MOST_JOINED ? 'limit_reached' : null;
}

/** The answer with which the source is closed, in the language of its reporter. */
export const CONTINUED = {
  en: (number: number) => `Continued in #${number}`,
  pl: (number: number) => `Ciąg dalszy w #${number}`,
} as const;

/** The answer of a joined ticket, as its reader may know it: with the end of the chain, or with no number. */
export const continuesAt = (answer: string, number: number | null): string =>
  answer.replace(/#\d+$/, number === null ? '…' : `#${number}`);
