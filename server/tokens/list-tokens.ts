import { shifted } from '../clock.ts';
import type { Work } from '../work.ts';
import { SHOWN_FOR_MS } from './token-life.ts';

interface Page {
  /** Whose; null for everybody's. */
  readonly userId: string | null;
  readonly before: string | null;
  readonly limit: number;
}

/** Tokens, newest first: those that have ended stay in the list for 90 days (docs/rules/tokens.md#life). */
export async function listTokens(work: Work, { userId, before, limit }: Page) {
  const endedSince = shifted(work.now, -SHOWN_FOR_MS);
  const found = await work.apiTokens.list({ userId, endedSince, before, limit: limit + 1 });
  const tokens = found.slice(0, limit);
  return { tokens, next: found.length > limit ? (tokens.at(-1)?.id ?? null) : null };
}
