import { useEffect, useState } from 'react';
import { type Comment, PENDING_ID } from '../../backend/comments.ts';
import type { TicketDetail } from '../../backend/tickets.ts';
import { now } from '../../clock.ts';
import { Avatar } from '../../design/avatar.tsx';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { useMe } from '../../session/me.ts';
import { usePersonName } from '../../session/person-name.ts';
import { ago, moment } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { isLastingAnswer } from '../reopening/reopenings.ts';
import { EditedMark } from './former-texts.tsx';
import { useTakeBack } from './take-back.ts';

/** How long the service lets an author take a comment back. */
const REVOCABLE_MS = 5 * 60_000;
const NARROW = '-my-1 max-md:-my-2.5';

interface CommentHeadProps {
  comment: Comment;
  ticket: TicketDetail;
  /** Undefined for readers who may not, and while the text is being edited. */
  onReply?: ((to: Comment) => void) | undefined;
  onEdit?: (() => void) | undefined;
}

/** Who wrote a comment, what it is, when it came, and what one may do with it. */
export function CommentHead({ comment, ticket, onReply, onEdit }: CommentHeadProps) {
  const me = useMe();
  const nameOf = usePersonName();
  const young = useIsRevocable(comment);
  const takeBack = useTakeBack(ticket);
  const answered = ticket.comments.some(({ parent_id }) => parent_id === comment.id);
  const onItsWay = comment.id === PENDING_ID;
  const { is_internal: internal, is_closure_summary: summary } = comment;
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Avatar name={comment.user_name} />
      <span className="text-sm font-semibold">{nameOf(comment.user_id, comment.user_name)}</span>
      {comment.is_developer && <Mark text={t('role.developer')} />}
      {comment.type !== 'comment' && <Mark text={t(`comment.${comment.type}`)} />}
      {internal && <Mark text={t('comment.internal')} icon="lock" />}
      {comment.merged_from && <Mark text={t('comment.cameFrom', { number: comment.merged_from.number })} icon="link" />}
      {summary && <Mark text={t('comment.summary')} icon={isLastingAnswer(comment, ticket) ? 'check' : undefined} />}
      <span className="ml-auto flex items-center gap-1">
        {comment.edited_at && <EditedMark comment={comment} editedAt={comment.edited_at} />}
        <time dateTime={comment.created_at} title={moment(comment.created_at)} className="text-xs text-muted">
          {ago(comment.created_at)}
        </time>
        {onEdit && !onItsWay && (
          <IconButton icon="edit" label={t('comment.edit')} small className={NARROW} onClick={onEdit} />
        )}
        {young && comment.user_id === me.id && !summary && !answered && !onItsWay && (
          <IconButton
            icon="trash"
            label={t('comment.takeBack')}
            small
            className={NARROW}
            onClick={() => takeBack(comment)}
          />
        )}
        {onReply && !onItsWay && (
          <IconButton
            icon="reply"
            label={t('comment.reply', { name: comment.user_name ?? t('field.nobody') })}
            small
            className={`${NARROW} -mr-2 max-md:-mr-3`}
            onClick={() => onReply(comment)}
          />
        )}
      </span>
    </div>
  );
}

function useIsRevocable({ created_at }: Comment): boolean {
  const until = Date.parse(created_at) + REVOCABLE_MS;
  const [young, setYoung] = useState(() => now() < until);
  useEffect(() => {
    if (!young) return;
    const timer = setTimeout(() => setYoung(false), until - now());
    return () => clearTimeout(timer);
  }, [young, until]);
  return young;
}

function Mark({ text, icon }: { text: string; icon?: 'lock' | 'check' | 'link' | undefined }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-md border border-line-strong/40 px-1.5 text-xs text-muted">
      {icon && <Icon name={icon} size={12} />}
      {text}
    </span>
  );
}
