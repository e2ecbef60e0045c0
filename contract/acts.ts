import { type Static, Type } from 'typebox';
import { ACT_WAYS, LINE_STATES, MOST_IN_ACT, UNDO_ERRORS } from './act-words.ts';
import { Id, Instant, line, nullable, oneOf, pageParameters, record } from './scalars.ts';
import { PAGE_SIZE, UUID } from './words.ts';

const name = nullable(Type.String());
/** The value of a field, as PATCH has it; null for a secret. */
const value = Type.Unknown({ description: 'As PATCH has it; null for a secret.' });

/** One thing that an act changed: on a ticket, or of something else. */
export const ActLine = record({
  id: Id,
  ticket: nullable(record({ id: Id, number: Type.Integer({ minimum: 1 }) })),
  thing: nullable(record({ type: Type.String(), id: nullable(Id), name })),
  field: Type.String({ description: 'As PATCH names it.' }),
  old: value,
  new: value,
  state: oneOf(LINE_STATES),
});
export type ActLine = Static<typeof ActLine>;

/** The changes of one request, mail, import, rule or command (docs/rules/acts.md). */
export const Act = record({
  id: Id,
  at: Instant,
  actor: nullable(record({ id: Id, name: Type.String() })),
  via: oneOf(ACT_WAYS),
  token_name: nullable(Type.String({ description: 'Of the token by which a program did it.' })),
  kind: Type.String({ description: 'The operation, or `mail`, `import`, `rule`, `command`.' }),
  tickets: Type.Integer({ minimum: 0, description: 'How many of its tickets the caller reads.' }),
  fields: Type.Array(Type.String(), { description: 'What it changed there, by name.' }),
  can_undo: Type.Boolean(),
  undone_by: nullable({ ...Id, description: 'The last undo of it, once nothing is left to put back.' }),
  undoes: nullable({ ...Id, description: 'The act that it took back.' }),
  lines: Type.Optional(Type.Array(ActLine, { description: 'In order; where one act is answered.' })),
});
export type Act = Static<typeof Act>;

/** GET /api/acts. */
export const ActFilter = record({
  ticket: Type.Optional(Id),
  actor: Type.Optional(Type.String({ pattern: `^(me|${UUID.slice(1, -1)})$`, description: 'A person, or `me`.' })),
  kind: Type.Optional(line(1, 60)),
  since: Type.Optional(Instant),
  ...pageParameters(PAGE_SIZE),
});
export type ActFilter = Static<typeof ActFilter>;

/** POST /api/acts/:id/undo. */
export const Undo = record(
  {
    only: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: MOST_IN_ACT, description: 'On these tickets alone; all unless sent.' }),
    ),
    dry_run: Type.Optional(Type.Literal(true, { description: 'Change nothing, and answer what would become of it.' })),
    tell: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether to mail those whom the act was mailed to.' }),
    ),
    confirm: Type.Optional(
      Type.Literal(true, { description: 'Also where people gain sight of internal words by it.' }),
    ),
  },
  { examples: [{ dry_run: true }] },
);
export type Undo = Static<typeof Undo>;

/** A line that was not put back, and who changed it since. */
const LeftLine = record({
  line: ActLine,
  error: oneOf(UNDO_ERRORS),
  by: nullable(record({ id: Id, name: Type.String() })),
  at: nullable(Instant),
});

export const Undone = record({
  act: nullable({ ...Id, description: 'The undo itself; null when nothing was put back.' }),
  undone: Type.Array(ActLine),
  left: Type.Array(LeftLine),
  told_already: Type.Integer({ minimum: 0, description: 'How many people were mailed of it.' }),
});
export type Undone = Static<typeof Undone>;
