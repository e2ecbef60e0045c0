import type { ColumnTypes } from '../database/dialect.ts';

/** Adds the user agent of a session, so that people can tell their sessions apart. */
export const sessionAgent = {
  name: '0010-session-agent',
  statements: (t: ColumnTypes) => [`alter table sessions add column user_agent ${t.text}`],
};
