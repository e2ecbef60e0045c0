import { type Static, Type } from 'typebox';
import { record } from './scalars.ts';

/** GET /api/users/:id/data: how much there is about a person, by table; tables without a row about them are left out. */
export const PersonalRecords = record({
  tables: Type.Array(record({ table: Type.String({ examples: ['comments'] }), rows: Type.Integer({ minimum: 1 }) })),
});
export type PersonalRecords = Static<typeof PersonalRecords>;

/** POST /api/users/:id/erase: what is erased besides who they are. `answers` only with `texts`. */
export const PersonErasure = record(
  {
    texts: Type.Optional(Type.Boolean({ description: 'Their reports, comments, references and files.' })),
    answers: Type.Optional(Type.Boolean({ description: 'The answers with which they closed tickets, too.' })),
  },
  { examples: [{ texts: false }] },
);
export type PersonErasure = Static<typeof PersonErasure>;

/** The result of an erasure: how many files were removed. */
export const ErasedPerson = record({ files: Type.Integer({ minimum: 0 }) });
export type ErasedPerson = Static<typeof ErasedPerson>;
