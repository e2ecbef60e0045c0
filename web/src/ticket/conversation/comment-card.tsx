import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { LONGEST } from '../../../../contract/words.ts';
import { type Comment, editComment, PENDING_ID } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { Markdown } from '../../design/markdown.tsx';
import { onDemand } from '../../design/on-demand.tsx';
import { picturesIn } from '../../design/picture-place.ts';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { useDraft } from '../../session/draft.ts';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { loadTexts, t } from '../../texts/texts.ts';
import { EditedText } from '../../tickets/changing/edited-text.tsx';
import { type Named, withIds, withLabels } from '../../tickets/mentioning/mentions.ts';
import { NamingTextArea } from '../../tickets/mentioning/naming-text-area.tsx';
import { FileCards } from '../files/file-cards.tsx';
import { picturesOf } from '../files/picture.tsx';
import { isLastingAnswer } from '../reopening/reopenings.ts';
import { CommentHead } from './comment-head.tsx';
import { anchorOf } from './comment-in-address.ts';
import { replyingTo } from './replying-to.ts';

const NOBODY: Named[] = [];

const ByMail = onDemand(async () => (await Promise.all([import('./by-mail.tsx'), loadTexts('operating')]))[0].ByMail);

interface CommentCardProps {
  comment: Comment;
  ticket: TicketDetail;
  onReply: ((to: Comment) => void) | undefined;
  /** Brings another comment into view. */
  onGoTo: (id: string) => void;
}

/** A comment. Its author edits its text in place, and any developer that of the answer. */
export function CommentCard({ comment, ticket, onReply, onGoTo }: CommentCardProps) {
  const client = useQueryClient();
  const me = useMe();
  const developer = useIsDeveloper();
  const onItsWay = comment.id === PENDING_ID;
  const { is_internal: internal, is_closure_summary: summary } = comment;
  const { text, named: before } = withLabels(comment.content, comment.mentions);
  const [added, setAdded, forgetAdded] = useDraft(`edit.${me.id}.${comment.id}.named`, NOBODY);
  const named = [...before, ...added.filter(({ id }) => before.every((one) => one.id !== id))];
  const save = async (edited: string) => {
    try {
      await editComment(client, ticket, comment, withIds(edited, named));
      forgetAdded();
      return true;
    } catch (error) {
      toastRefusal(error, `#${ticket.number}`);
      return false;
    }
  };
  return (
    <li
      id={anchorOf(comment.id)}
      aria-busy={onItsWay}
      className={classes(
        'rounded-xl border px-4 py-3',
        onItsWay && 'opacity-60',
        internal
          ? 'border-warning/30 bg-warning-soft'
          : isLastingAnswer(comment, ticket)
            ? 'border-success/40 bg-success-soft'
            : 'border-line bg-surface',
      )}
    >
      <EditedText
        name={comment.id}
        label={t('comment.edit')}
        value={text}
        canEdit={comment.user_id === me.id || (summary && developer)}
        min={1}
        max={LONGEST.comment}
        lead={<CommentHead comment={comment} ticket={ticket} />}
        onSave={save}
        area={(field) => (
          <NamingTextArea {...field} ticket={ticket.id} internal={internal} named={named} onNamed={setAdded} />
        )}
      >
        {(edit) => (
          <>
            <CommentHead comment={comment} ticket={ticket} onReply={onReply} onEdit={edit} />
            <Parent comment={comment} ticket={ticket} onGoTo={onGoTo} />
            <Markdown text={comment.content} mentions={comment.mentions} pictureOf={picturesOf(comment.attachments)} />
            {comment.via_mail && (
              <Suspense fallback={<p className="h-5" />}>
                <ByMail elided={comment.elided} />
              </Suspense>
            )}
          </>
        )}
      </EditedText>
      <FileCards ticket={ticket} files={comment.attachments} shownIn={picturesIn(comment.content)} />
    </li>
  );
}

/** What the comment replies to, and the way there. */
function Parent({ comment, ticket, onGoTo }: Pick<CommentCardProps, 'comment' | 'ticket' | 'onGoTo'>) {
  const parent = ticket.comments.find(({ id }) => id === comment.parent_id);
  if (!parent) return null;
  return (
    <button
      type="button"
      onClick={() => onGoTo(parent.id)}
      className="mb-1 flex w-full items-center gap-2 text-left text-xs text-muted hover:text-ink max-md:min-h-11"
    >
      <Icon name="reply" size={14} />
      <span className="truncate">{replyingTo(parent)}</span>
    </button>
  );
}
