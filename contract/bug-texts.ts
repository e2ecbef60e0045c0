import { BUG_TEXTS } from './words.ts';

export type BugText = (typeof BUG_TEXTS)[number];

/** A value for each text that a report of a bug may have besides its description, by its name. */
export const forBugTexts = <T>(make: (name: BugText) => T) =>
  Object.fromEntries(BUG_TEXTS.map((name) => [name, make(name)])) as Record<BugText, T>;
