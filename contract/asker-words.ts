/** The closed lists of words of askers, and a bound. As in `words.ts`, nothing is imported. */

/** Why somebody asked for an answer, what says most first. */
export const ASKER_REASONS = ['reporter', 'joined', 'beside', 'person', 'solved_before', 'follower'] as const;
export type AskerReason = (typeof ASKER_REASONS)[number];

/** Why somebody cannot be told, or not by mail, in this order. */
export const UNTOLD_REASONS = ['gone', 'no_sight', 'mail_off', 'bounced'] as const;
export type UntoldReason = (typeof UNTOLD_REASONS)[number];

/** The reasons for a message to askers: the answer changed, it is live, or they are told another time. */
export const TELLING_KINDS = ['change', 'live', 'again'] as const;
export type TellingKind = (typeof TELLING_KINDS)[number];

/** The most askers that are listed and told. */
export const MOST_ASKERS = 500;
