import { type Static, Type } from 'typebox';
import { Attachment } from './attachments.ts';
import { mergedFrom } from './merging.ts';
import { actId, foundBy, Id, Instant, line, nullable, oneOf, record, text } from './scalars.ts';
import { AUDIENCES, COMMENT_TYPES, LONGEST, ROLES } from './words.ts';

const question = nullable(line(3, LONGEST.question, 'Printer on floor 2 jams'));

/** Somebody whom a comment names. */
export const Mention = record({ id: Id, name: Type.String() });
export type Mention = Static<typeof Mention>;

export const Comment = record({
  id: Id,
  ticket_id: Id,
  user_id: nullable(Id),
  user_name: nullable(Type.String()),
  user_email: nullable(Type.String()),
  content: Type.String(),
  type: oneOf(COMMENT_TYPES),
  is_internal: Type.Boolean(),
  is_closure_summary: Type.Boolean(),
  is_developer: Type.Boolean({ description: 'Its author was a developer when it was written.' }),
  parent_id: nullable(Id),
  created_at: Instant,
  edited_at: nullable({ ...Instant, description: 'When its text was last replaced.' }),
  via_mail: Type.Boolean({ description: 'Whether it came by mail.' }),
  elided: nullable(
    Type.String({ description: 'What of its mail was cut, for its author and who works on the ticket; else null.' }),
  ),
  attachments: Type.Array(Attachment, { description: 'The files that came with it, oldest first.' }),
  mentions: Type.Array(Mention, { description: 'The people whom it names as `<@user-id>`, in that order.' }),
  question: Type.Optional(
    nullable(
      Type.String({ description: 'Of a closure summary: what it was about, in words that colleagues may read.' }),
    ),
  ),
  is_shared: Type.Optional(
    Type.Boolean({ description: 'Of a closure summary: colleagues may find it, while the team shares its answers.' }),
  ),
  audience: Type.Optional(oneOf(AUDIENCES, { description: 'Of a closure summary: as in answers.' })),
  found_by: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Of a closure summary: other words by which it is found, for who reads its ticket with everything on it.',
    }),
  ),
  merged_from: mergedFrom,
  act_id: actId,
});
export type Comment = Static<typeof Comment>;

export const CommentDraft = record(
  {
    content: text(1, LONGEST.comment, 'Replaced the fuser, it prints again.'),
    type: Type.Optional(oneOf(COMMENT_TYPES, { default: 'comment' })),
    is_internal: Type.Optional(Type.Boolean({ default: false, description: 'Only developers read it.' })),
    is_closure_summary: Type.Optional(
      Type.Boolean({ default: false, description: 'The answer with which the ticket may close. One per ticket.' }),
    ),
    parent_id: Type.Optional(nullable(Id)),
    question: Type.Optional(question),
    is_shared: Type.Optional(Type.Boolean({ description: 'Only with is_closure_summary; true unless sent.' })),
    found_by: Type.Optional(foundBy),
  },
  { examples: [{ content: 'Replaced the fuser, it prints again.', is_closure_summary: true }] },
);
export type CommentDraft = Static<typeof CommentDraft>;

/** The fields of a comment as parts of a form, beside the files. An empty optional part counts as not sent. */
export const CommentForm = record({
  ...CommentDraft.properties,
  attachments: Type.Optional(Type.Array(Type.String({ format: 'binary' }))),
});

/** PATCH /api/tickets/:id/comments/:commentId. `question`, `is_shared` and `found_by` are of closure summaries, and for developers. */
export const CommentChange = record(
  {
    content: Type.Optional(text(1, LONGEST.comment)),
    question: Type.Optional(question),
    is_shared: Type.Optional(Type.Boolean()),
    found_by: Type.Optional(foundBy),
  },
  { minProperties: 1, examples: [{ content: 'Replaced the fuser and the roller, it prints again.' }] },
);
export type CommentChange = Static<typeof CommentChange>;

/** A former text of a comment: who replaced it, and when. */
export const CommentEdit = record({
  content: Type.String(),
  edited_by: nullable(Id),
  edited_at: Instant,
});
export type CommentEdit = Static<typeof CommentEdit>;

/** Somebody whom a comment may name. */
export const Mentionable = record({ ...Mention.properties, role: oneOf(ROLES) });
export type Mentionable = Static<typeof Mentionable>;

/** GET /api/tickets/:id/mentionable. */
export const MentionableFilter = record({
  q: Type.Optional(Type.String({ text: true, maxLength: 120, description: 'A part of their names.' })),
  internal: Type.Optional(oneOf(['0', '1'], { description: '`1`: in an internal comment. For developers.' })),
});

export const CommentPath = record({ id: Id, commentId: Id });
