/** The closed lists of words and the bounds of what is due. As in `words.ts`, nothing is imported. */

/** The days of a week of a calendar. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const MOST_CALENDARS = 20;
export const MOST_DAYS_OF_CALENDAR = 400;
export const MOST_TARGETS = 50;

/** Whose word a wait is for: the reporter's, or that of a participant. */
export const WAIT_BEGUN_BY = ['reporter', 'person'] as const;
export const WAIT_ENDS = ['answer', 'closed', 'merged', 'withdrawn'] as const;
export const WAIT_RESULTS = ['kept', 'missed'] as const;
export const WAIT_STATES = ['running', 'soon', 'missed'] as const;

export const DUE_FILTERS = ['missed', 'today', 'soon', 'none'] as const;

/** By what the times until an answer may be told. */
export const ANSWER_TIME_GROUPINGS = ['week', 'project', 'category', 'label', 'target'] as const;
export type AnswerTimeGrouping = (typeof ANSWER_TIME_GROUPINGS)[number];
