import { useEffect, useState } from 'react'
import { type Comment, PENDING_ID } from '../../backend/comments.ts'
import type { TicketDetail } from '../../backend/tickets.ts'
import { Avatar } from '../../design/avatar.tsx'
import { IconButton } from '../../design/button.tsx'
import { classes } from '../../design/class-names.ts'
import { Icon } from '../../design/icon.tsx'
import { Markdown } from '../../design/markdown.tsx'
import { useMe } from '../../session/me.ts'
import { usePersonName } from '../../session/person-name.ts'
import { ago, moment } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { FileCards } from '../files/file-cards.tsx'
import { picturesOf } from '../files/picture.tsx'
import { picturesIn } from './comment-draft.ts'
import { replyingTo } from './replying-to.ts'
import { useTakeBack } from './take-back.ts'

interface CommentCardProps {
  comment: Comment
  ticket: TicketDetail
  onReply: ((to: Comment) => void) | undefined
}

/** How long the service lets an author take a comment back. */
const REVOCABLE_MS = 5 * 60_000

const anchor = ({ id }: Comment) => `comment-${id}`

export function CommentCard({ comment, ticket, onReply }: CommentCardProps) {
  const me = useMe()
  const nameOf = usePersonName()
  const young = useIsRevocable(comment)
  const takeBack = useTakeBack(ticket)
  const parent = ticket.comments.find(({ id }) => id === comment.parent_id)
  const answered = ticket.comments.some(({ parent_id }) => parent_id === comment.id)
  const onItsWay = comment.id === PENDING_ID
  const { is_internal: internal, is_closure_summary: summary } = comment
  return (
    <li
      id={anchor(comment)}
      aria-busy={onItsWay}
      className={classes(
        'rounded-xl border px-4 py-3',
        onItsWay && 'opacity-60',
        internal
          ? 'border-warning/30 bg-warning-soft'
          : summary
            ? 'border-success/40 bg-success-soft'
            : 'border-line bg-surface',
      )}
    >
      <div className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Avatar name={comment.user_name} />
        <span className="text-sm font-semibold">{nameOf(comment.user_id, comment.user_name)}</span>
        {comment.is_developer && <Mark text={t('role.team')} />}
        {comment.type !== 'comment' && <Mark text={t(`comment.${comment.type}`)} />}
        {internal && <Mark text={t('comment.internal')} icon="lock" />}
        {summary && <Mark text={t('comment.summary')} icon="check" />}
        <span className="ml-auto flex items-center gap-1">
          <time dateTime={comment.created_at} title={moment(comment.created_at)} className="text-xs text-muted">
            {ago(comment.created_at)}
          </time>
          {young && comment.user_id === me.id && !summary && !answered && !onItsWay && (
            <IconButton
              icon="trash"
              label={t('comment.takeBack')}
              small
              className="-my-1 -mr-1 max-md:-my-2.5 max-md:-mr-2"
              onClick={() => takeBack(comment)}
            />
          )}
          {onReply && !onItsWay && (
            <IconButton
              icon="reply"
              label={t('comment.reply', { name: comment.user_name ?? t('field.nobody') })}
              small
              className="-my-1 -mr-2 max-md:-my-2.5 max-md:-mr-3"
              onClick={() => onReply(comment)}
            />
          )}
        </span>
      </div>
      {parent && (
        <button
          type="button"
          onClick={() => document.getElementById(anchor(parent))?.scrollIntoView({ block: 'center' })}
          className="mb-1 flex w-full items-center gap-2 text-left text-xs text-muted hover:text-ink max-md:min-h-11"
        >
          <Icon name="reply" size={14} />
          <span className="truncate">{replyingTo(parent)}</span>
        </button>
      )}
      <Markdown text={comment.content} pictureOf={picturesOf(comment.attachments)} />
      <FileCards ticket={ticket} files={comment.attachments} shownIn={picturesIn(comment.content)} />
    </li>
  )
}

function useIsRevocable({ created_at }: Comment): boolean {
  const until = Date.parse(created_at) + REVOCABLE_MS
  const [young, setYoung] = useState(() => Date.now() < until)
  useEffect(() => {
    if (!young) return
    const timer = setTimeout(() => setYoung(false), until - Date.now())
    return () => clearTimeout(timer)
  }, [young, until])
  return young
}

function Mark({ text, icon }: { text: string; icon?: 'lock' | 'check' }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-md border border-line-strong/40 px-1.5 text-xs text-muted">
      {icon && <Icon name={icon} size={12} />}
      {text}
    </span>
  )
}
