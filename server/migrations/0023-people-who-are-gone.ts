import type { Connection } from '../database/connection.ts';
import type { ColumnTypes } from '../database/dialect.ts';
import { fold } from '../search/words.ts';

/** People who may not sign in any more, and names without case and diacritics, to look for. */
export const peopleWhoAreGone = {
  name: '0023-people-who-are-gone',
  statements: (t: ColumnTypes) => [
    `alter table users add column is_active ${t.flag} not null default true`,
    `alter table users add column folded_name ${t.text} not null default ''`,
  ],
  async fill(connection: Connection): Promise<void> {
    const { builder } = connection.dialect;
    const users = await connection.rows(builder.selectFrom('users').select(['id', 'name']).compile());
    for (const { id, name } of users)
      await connection.run(
        builder
          .updateTable('users')
          .set({ folded_name: fold(name) })
          .where('id', '=', id)
          .compile(),
      );
  },
};
