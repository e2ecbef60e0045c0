import { Type } from 'typebox';
import { readsInternals } from '#access';
import { CommentDraft } from '#contract/comments.ts';
import { record } from '#contract/scalars.ts';
import { invalidField, type Person } from '#platform';
import { holdTicket, permitComment, postComment } from '#tickets';
import { FencedText } from '../texts/fenced-text.ts';
import { TicketNumber, ticketId } from './named-things.ts';
import { tool } from './tool.ts';

interface Asked {
  readonly internal?: boolean | undefined;
  readonly public?: boolean | undefined;
}

/**
 * Whether a comment is internal (docs/rules/mcp.md#comments). Of a developer it is, unless they say that it is public: it would
 * leave for its reporter by mail.
 *
 * @throws Failure `validation_error` when it cannot be both, or neither.
 */
export function isInternalComment(person: Pick<Person, 'id' | 'role'>, { internal, public: isPublic }: Asked): boolean {
  if (internal === true && isPublic === true)
    throw invalidField('public', 'not', 'A comment is internal or public, not both.');
  if (!readsInternals(person)) return internal === true;
  if (internal === false && isPublic !== true)
    throw invalidField('public', 'required', 'Send public: true for a comment that its reporter reads and is mailed.');
  return isPublic !== true;
}

export const commentTool = tool({
  name: 'comment',
  title: 'Comment on a ticket',
  description:
    'Writes a comment in the name of the person. Of a developer it is internal: only developers read it. With public: true its reporter reads it and is mailed.',
  effect: 'writes',
  input: record({
    number: TicketNumber,
    content: CommentDraft.properties.content,
    internal: Type.Optional(Type.Boolean({ description: 'Only developers read it. For developers: unless public.' })),
    public: Type.Optional(Type.Boolean({ description: 'Its reporter reads it too, and is mailed.' })),
  }),
  async run({ write, texts }, { number, content, ...asked }) {
    const comment = await write(async (work) => {
      const draft = { content, is_internal: isInternalComment(work.actor, asked) };
      permitComment(work.actor, draft);
      return postComment(work, await holdTicket(work, await ticketId(work, number)), draft);
    });
    const who = comment.is_internal ? 'Only developers read it.' : 'Everybody on the ticket reads it.';
    return {
      fields: { number, comment_id: comment.id, is_internal: comment.is_internal },
      text: new FencedText(texts).say(`Commented on #${number}. ${who}`),
    };
  },
});
