import { type Static, Type } from 'typebox';
import { mergedFrom } from './merging.ts';
import { actId, Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import { REFERENCE_TYPES } from './words.ts';

export const ExternalReference = record({
  id: Id,
  ref_type: oneOf(REFERENCE_TYPES),
  url: Type.String(),
  title: nullable(Type.String()),
  created_by: nullable(Id),
  created_by_name: nullable(Type.String()),
  created_at: Instant,
  merged_from: mergedFrom,
  act_id: actId,
});
export type ExternalReference = Static<typeof ExternalReference>;

/** POST /api/tickets/:id/external-references. */
export const ReferenceDraft = record(
  {
    ref_type: oneOf(REFERENCE_TYPES),
    url: Type.String({
      text: true,
      maxLength: 2048,
      // A browser that follows the address would drop blanks and control characters.
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$',
      description: 'An http or https address without a user name or password.',
      examples: ['https://git.example.com/kwit/pulls/7'],
    }),
    title: Type.Optional(nullable(line(0, 300))),
  },
  { examples: [{ ref_type: 'git_pr', url: 'https://git.example.com/kwit/pulls/7', title: 'Replace the fuser' }] },
);
export type ReferenceDraft = Static<typeof ReferenceDraft>;

export const ReferencePath = record({ id: Id, refId: Id });
