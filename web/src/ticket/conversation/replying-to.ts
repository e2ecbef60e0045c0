import type { Comment } from '../../backend/comments.ts';
import { t } from '../../texts/texts.ts';
import { withLabels } from '../../tickets/mentioning/mentions.ts';

const EXCERPT = 120;

/** Names the author of the comment that is replied to, and quotes its beginning without Markdown. */
export const replyingTo = (comment: Comment): string =>
  t('comment.replyTo', {
    name: comment.user_name ?? t('field.nobody'),
    text: withLabels(comment.content, comment.mentions)
      .text.replace(/[*_`#>\s]+/g, ' ')
      .trim()
      .slice(0, EXCERPT),
  });
