import type { Comment } from '../../backend/comments.ts'
import { t } from '../../texts/texts.ts'

const EXCERPT = 120

/** Whose comment is answered, and how it begins, without its marks. */
export const replyingTo = (comment: Comment): string =>
  t('comment.replyTo', {
    name: comment.user_name ?? t('field.nobody'),
    text: comment.content
      .replace(/[*_`#>\s]+/g, ' ')
      .trim()
      .slice(0, EXCERPT),
  })
