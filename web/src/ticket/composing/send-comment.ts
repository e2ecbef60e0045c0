import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { randomKey } from '../../backend/client.ts';
import { type Comment, postComment } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { changeDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import type { ChosenFiles } from '../../tickets/attaching/chosen-files.ts';
import { trimmed } from '../../tickets/changing/text-bounds.ts';
import { stillNamed, withIds } from '../../tickets/mentioning/mentions.ts';
import { BLANK_COMMENT, type Draft, draftName, withoutSent } from '../conversation/comment-draft.ts';
import { useTakeBack } from '../conversation/take-back.ts';

interface Sending {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  /** Whether only developers will read it. */
  internal: boolean;
  /** The comment that it replies to. */
  parent: Comment | undefined;
  chosen: ChosenFiles;
  /** Called before the request, and after the service has accepted it. */
  onBegun: () => void;
  onSent: () => void;
}

/** Sends a comment. Clears the draft when the service has accepted it, and leaves the draft when it refuses. */
export function useSendComment(ticket: TicketDetail) {
  const me = useMe();
  const client = useQueryClient();
  const takeBack = useTakeBack(ticket);
  const [busy, setBusy] = useState(false);
  /** From 0 to 1 while files are sent. */
  const [progress, setProgress] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const send = async ({ draft, setDraft, internal, parent, chosen, onBegun, onSent }: Sending) => {
    const named = stillNamed(draft.text, draft.named ?? []);
    const content = withIds(trimmed(draft.text), named);
    if (!content.trim() || busy) return;
    // The draft keeps the key: a second attempt after a lost answer posts nothing twice.
    const key = draft.key || randomKey();
    setDraft({ ...draft, key });
    setBusy(true);
    sending.current = new AbortController();
    const { files } = chosen;
    if (files.length > 0) setProgress(0);
    try {
      onBegun();
      const type = draft.type === 'comment' ? {} : { type: draft.type };
      const answered = parent ? { parent_id: parent.id } : {};
      const comment = await postComment(client, ticket, me, {
        draft: { content, is_internal: internal, ...type, ...answered },
        mentions: named.map(({ id, label }) => ({ id, name: label })),
        files,
        idempotencyKey: key,
        onProgress: setProgress,
        signal: sending.current.signal,
      });
      chosen.clear();
      changeDraft(draftName(me, ticket), BLANK_COMMENT, (now) => withoutSent(now, draft));
      const undo = () => takeBack(comment, files);
      toast({ text: t('done.commented', { number: ticket.number }), about: comment.id, undo });
      onSent();
    } catch (error) {
      if (!sending.current.signal.aborted) toastRefusal(error, `#${ticket.number}`);
    } finally {
      setBusy(false);
      setProgress(undefined);
    }
  };
  return { send, cancel: () => sending.current?.abort(), busy, progress };
}
