/** So many people must say that an answer did not help before it counts as one that did not hold. */
const ENOUGH = 3;

/**
 * Whether an answer held (docs/rules/answers.md#did-it-help): its ticket has not left `closed` after it, and it is not so that
 * at least 3 people were not helped and fewer than half were.
 */
export const hasHeld = (reopened: boolean, votes: { readonly helped: number; readonly not_helped: number }): boolean =>
  !reopened && !(votes.not_helped >= ENOUGH && votes.helped < votes.not_helped);
