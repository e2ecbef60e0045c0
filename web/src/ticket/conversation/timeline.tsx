import { useRef } from 'react'
import type { Comment } from '../../backend/comments.ts'
import type { Attachment } from '../../backend/files.ts'
import type { ExternalReference } from '../../backend/links.ts'
import type { HistoryEntry, TicketDetail } from '../../backend/tickets.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { usePersonName } from '../../session/person-name.ts'
import { ago, moment } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { changeSentence, type NameOf } from './change-sentence.ts'
import { CommentCard } from './comment-card.tsx'
import { useGoToComment } from './comment-in-address.ts'
import { useFolding } from './folding.ts'
import { useNames } from './names.ts'

type Entry =
  | { kind: 'comment'; at: string; key: string; comment: Comment }
  | { kind: 'changes'; at: string; key: string; changes: HistoryEntry[] }
  | { kind: 'files'; at: string; key: string; files: Attachment[] }
  | { kind: 'link'; at: string; key: string; link: ExternalReference }

/** Files that somebody attached within a minute are one entry. */
const TOGETHER_MS = 60_000

export function entriesOf(ticket: TicketDetail): Entry[] {
  const entries: Entry[] = [
    ...ticket.comments.map((comment): Entry => ({ kind: 'comment', at: comment.created_at, key: comment.id, comment })),
    ...changesOf(ticket),
  ]
  for (const link of ticket.external_references) entries.push({ kind: 'link', at: link.created_at, key: link.id, link })
  let last: Extract<Entry, { kind: 'files' }> | undefined
  for (const file of ticket.attachments.filter(({ comment_id }) => comment_id === null)) {
    if (last && Date.parse(file.created_at) - Date.parse(last.at) < TOGETHER_MS) last.files.push(file)
    else {
      last = { kind: 'files', at: file.created_at, key: file.id, files: [file] }
      entries.push(last)
    }
  }
  return entries.sort((a, b) => a.at.localeCompare(b.at))
}

/** The changes that one user made at one moment are one entry. */
function changesOf({ history }: TicketDetail): Entry[] {
  const moments = Map.groupBy(history, ({ created_at, user_id }) => `${created_at} ${user_id}`)
  return [...moments].map(([key, changes]) => ({ kind: 'changes', at: changes[0]?.created_at ?? '', key, changes }))
}

interface TimelineProps {
  ticket: TicketDetail
  onReply?: ((to: Comment) => void) | undefined
}

export function Timeline({ ticket, onReply }: TimelineProps) {
  const { first, folded, rest, showMore, reveal } = useFolding(entriesOf(ticket))
  const goTo = useGoToComment(reveal)
  const end = useRef<HTMLOListElement>(null)
  const nameOf = useNames(ticket)
  const personName = usePersonName()
  const shown = (entry: Entry) =>
    entry.kind === 'comment' ? (
      <CommentCard key={entry.key} comment={entry.comment} ticket={ticket} onReply={onReply} onGoTo={goTo} />
    ) : (
      <Line key={entry.key} icon={ICONS[entry.kind]} at={entry.at} text={sentenceOf(entry, nameOf)} />
    )
  return (
    <section aria-label={t('timeline.title')}>
      <div className="mb-3 flex min-h-5 items-center justify-between gap-2">
        <h2 className="text-sm font-semibold text-muted">{t('timeline.title')}</h2>
        {folded > 0 && (
          <Button
            look="quiet"
            small
            icon="down"
            onClick={() => end.current?.lastElementChild?.scrollIntoView({ block: 'center' })}
          >
            {t('timeline.toNewest')}
          </Button>
        )}
      </div>
      <ol ref={end} className="flex flex-col gap-3">
        <Line
          icon="plus"
          at={ticket.created_at}
          text={t('timeline.created', { name: personName(ticket.reporter_id, ticket.reporter_name) })}
        />
        {first.map(shown)}
        {folded > 0 && (
          <li>
            <Button look="quiet" small icon="more" onClick={showMore} className="w-full">
              {t('timeline.folded', { count: folded })}
            </Button>
          </li>
        )}
        {rest.map(shown)}
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
