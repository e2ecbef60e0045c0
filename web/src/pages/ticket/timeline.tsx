import { type Comment, ON_ITS_WAY } from '../../backend/comments.ts'
import type { Attachment } from '../../backend/files.ts'
import type { ExternalReference } from '../../backend/links.ts'
import type { HistoryEntry, TicketDetail } from '../../backend/tickets.ts'
import { Avatar } from '../../design/avatar.tsx'
import { IconButton } from '../../design/button.tsx'
import { classes } from '../../design/class-names.ts'
import { Icon } from '../../design/icon.tsx'
import { Markdown } from '../../design/markdown.tsx'
import { ago, moment } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { changeSentence, type NameOf } from './change-sentence.ts'
import { useNames } from './names.ts'
import { replyingTo } from './replying-to.ts'

type Entry =
  | { kind: 'comment'; at: string; key: string; comment: Comment }
  | { kind: 'changes'; at: string; key: string; changes: HistoryEntry[] }
  | { kind: 'files'; at: string; key: string; files: Attachment[] }
  | { kind: 'link'; at: string; key: string; link: ExternalReference }

/** Files that came within a minute of each other are one line. */
const TOGETHER_MS = 60_000

export function entriesOf(ticket: TicketDetail): Entry[] {
  const entries: Entry[] = [
    ...ticket.comments.map((comment): Entry => ({ kind: 'comment', at: comment.created_at, key: comment.id, comment })),
    ...changesOf(ticket),
  ]
  for (const link of ticket.external_references) entries.push({ kind: 'link', at: link.created_at, key: link.id, link })
  let last: Extract<Entry, { kind: 'files' }> | undefined
  for (const file of ticket.attachments) {
    if (last && Date.parse(file.created_at) - Date.parse(last.at) < TOGETHER_MS) last.files.push(file)
    else {
      last = { kind: 'files', at: file.created_at, key: file.id, files: [file] }
      entries.push(last)
    }
  }
  return entries.sort((a, b) => a.at.localeCompare(b.at))
}

/** What one person changed at one moment is one line. */
function changesOf({ history }: TicketDetail): Entry[] {
  const moments = Map.groupBy(history, ({ created_at, user_id }) => `${created_at} ${user_id}`)
  return [...moments].map(([key, changes]) => ({ kind: 'changes', at: changes[0]?.created_at ?? '', key, changes }))
}

interface TimelineProps {
  ticket: TicketDetail
  onReply?: ((to: Comment) => void) | undefined
}

export function Timeline({ ticket, onReply }: TimelineProps) {
  const entries = entriesOf(ticket)
  const nameOf = useNames(ticket)
  return (
    <section aria-label={t('timeline.title')}>
      <h2 className="mb-3 text-sm font-semibold text-muted">{t('timeline.title')}</h2>
      <ol className="flex flex-col gap-3">
        <Line
          icon="plus"
          at={ticket.created_at}
          text={t('timeline.created', { name: ticket.reporter_name ?? t('field.nobody') })}
        />
        {entries.map((entry) =>
          entry.kind === 'comment' ? (
            <CommentCard
              key={entry.key}
              comment={entry.comment}
              parent={ticket.comments.find(({ id }) => id === entry.comment.parent_id)}
              onReply={onReply}
            />
          ) : (
            <Line key={entry.key} icon={ICONS[entry.kind]} at={entry.at} text={sentenceOf(entry, nameOf)} />
          ),
        )}
      </ol>
    </section>
  )
}

const ICONS = { changes: 'history', files: 'clip', link: 'link' } as const

function sentenceOf(entry: Exclude<Entry, { kind: 'comment' }>, nameOf: NameOf): string {
  if (entry.kind === 'changes') return changeSentence(entry.changes, nameOf)
  if (entry.kind === 'link') {
    const { created_by_name: name, title, url } = entry.link
    return t('timeline.link', { name: name ?? t('field.nobody'), title: title || url })
  }
  const names = entry.files.map((file) => file.original_name).join(', ')
  return t('timeline.files', { count: entry.files.length, names })
}

function Line({ icon, at, text }: { icon: 'plus' | 'clip' | 'history' | 'link'; at: string; text: string }) {
  return (
    <li className="flex items-start gap-3 pl-1 text-sm text-muted">
      <Icon name={icon} size={16} className="mt-0.5 text-faint" />
      <span className="line-clamp-3 min-w-0">
        {text}{' '}
        <time dateTime={at} title={moment(at)} className="text-xs whitespace-nowrap text-faint">
          {ago(at)}
        </time>
      </span>
    </li>
  )
}

interface CommentCardProps {
  comment: Comment
  parent: Comment | undefined
  onReply: ((to: Comment) => void) | undefined
}

const anchor = ({ id }: Comment) => `comment-${id}`

function CommentCard({ comment, parent, onReply }: CommentCardProps) {
  const onItsWay = comment.id === ON_ITS_WAY
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
        <span className="text-sm font-semibold">{comment.user_name ?? t('field.nobody')}</span>
        {comment.is_developer && <Mark text={t('role.team')} />}
        {comment.type !== 'comment' && <Mark text={t(`comment.${comment.type}`)} />}
        {internal && <Mark text={t('comment.internal')} icon="lock" />}
        {summary && <Mark text={t('comment.summary')} icon="check" />}
        <span className="ml-auto flex items-center gap-1">
          <time dateTime={comment.created_at} title={moment(comment.created_at)} className="text-xs text-muted">
            {ago(comment.created_at)}
          </time>
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
      <Markdown text={comment.content} />
    </li>
  )
}

function Mark({ text, icon }: { text: string; icon?: 'lock' | 'check' }) {
  return (
    <span className="inline-flex h-5 items-center gap-1 rounded-md border border-line-strong/40 px-1.5 text-xs text-muted">
      {icon && <Icon name={icon} size={12} />}
      {text}
    </span>
  )
}
