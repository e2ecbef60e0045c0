/** The closed lists of words of code changes, and a bound. As in `words.ts`, nothing is imported. */

export const CHANGE_KINDS = ['commit', 'branch', 'change'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** From the first to the last that a commit, a branch, or a pull or merge request may be. */
export const CHANGE_STATES = ['open', 'closed', 'merged'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

export const RECEIVED_STATES = ['used', 'nothing', 'unreadable'] as const;

/** How many connections there may be. */
export const MOST_GIT_CONNECTIONS = 20;
