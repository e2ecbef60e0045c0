import type { ColumnTypes } from '../database/dialect.ts'

/** What the file of an avatar or an icon is: a stored name tells nothing of it. */
export const pictures = {
  name: '0006-pictures',
  statements: (t: ColumnTypes) => [
    `alter table users add column avatar_type ${t.text}`,
    `alter table projects add column icon_type ${t.text}`,
  ],
}
