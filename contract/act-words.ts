/** The words of acts, and of taking them back (docs/rules/acts.md). */

/** How an act came in: a person by the app, a program by a token, an agent by MCP, a mail, an import, a rule, a command. */
export const ACT_WAYS = ['app', 'token', 'mail', 'import', 'rule', 'command', 'agent'] as const;
export type ActWay = (typeof ACT_WAYS)[number];

/** Whether a line of an act can be put back. */
export const LINE_STATES = ['undoable', 'undone', 'changed_since', 'gone', 'not_undoable'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** Why an undo left a line as it is. */
export const UNDO_ERRORS = ['changed_since', 'gone', 'not_undoable', 'not_allowed', 'would_reveal'] as const;
export type UndoError = (typeof UNDO_ERRORS)[number];

/** Tickets that one act may change. */
export const MOST_IN_ACT = 5_000;
