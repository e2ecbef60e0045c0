/**
 * Takes a comment back: removes it at once, puts its words into the field again, and shows a toast when the service
 * refuses.
 */
import { useQueryClient } from '@tanstack/react-query';
import { KwitError } from '../../backend/client.ts';
import { type Comment, takeBackComment } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { dismissToastsAbout, toastRefusal } from '../../design/toast.tsx';
import { changeDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { putFiles } from '../../tickets/attaching/chosen-files.ts';
import { BLANK_COMMENT, draftName, withTakenBack } from './comment-draft.ts';

export function useTakeBack(ticket: TicketDetail) {
  const client = useQueryClient();
  const me = useMe();
  /** `files` are those that came with it, where this browser still has them. */
  return async (comment: Comment, files: readonly File[] = []): Promise<void> => {
    dismissToastsAbout(comment.id);
    const keepWords = () => changeDraft(draftName(me, ticket), BLANK_COMMENT, (draft) => withTakenBack(draft, comment));
    try {
      await takeBackComment(client, ticket, comment);
      keepWords();
      putFiles(draftName(me, ticket), files);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-composer="${ticket.id}"]`)?.focus());
    } catch (error) {
      if (mayBeGone(error)) keepWords();
      toastRefusal(error, `#${ticket.number}`);
    }
  };
}

/** Without an answer the service may have removed the comment: better the words twice than nowhere. */
const mayBeGone = (error: unknown): boolean =>
  !(error instanceof KwitError) || error.status === 0 || error.status >= 500 || error.code === 'comment_not_found';
