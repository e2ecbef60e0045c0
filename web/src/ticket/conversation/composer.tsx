import { useQueryClient } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { randomKey } from '../../backend/client.ts'
import { type Comment, postComment } from '../../backend/comments.ts'
import { ACCEPTED } from '../../backend/files.ts'
import type { TicketDetail } from '../../backend/tickets.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { classes } from '../../design/class-names.ts'
import { Select, TextArea } from '../../design/field.tsx'
import { FilePicker } from '../../design/file-picker.tsx'
import { Icon } from '../../design/icon.tsx'
import { Markdown } from '../../design/markdown.tsx'
import { refuse } from '../../design/refuse.ts'
import { toast } from '../../design/toast.tsx'
import { changeDraft, useDraft } from '../../session/draft.ts'
import { useMe } from '../../session/me.ts'
import { t } from '../../texts/texts.ts'
import { useUpload } from '../details/files.tsx'
import { BLANK, type Draft, draftName, withoutSent } from './comment-draft.ts'
import { replyingTo } from './replying-to.ts'
import { useTakeBack } from './take-back.ts'

const TYPES: readonly Comment['type'][] = ['comment', 'question', 'answer']

/** Asked for anew by every click on Reply, also for the same comment. */
export interface Reply {
  to: Comment
}

interface ComposerProps {
  ticket: TicketDetail
  reply?: Reply | undefined
}

export function Composer({ ticket, reply }: ComposerProps) {
  const me = useMe()
  const name = draftName(me, ticket)
  const [draft, setDraft] = useDraft(name, BLANK)
  const [preview, setPreview] = useState(false)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const { upload, progress } = useUpload(ticket)
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const takeBack = useTakeBack(ticket)
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, key: '', ...change }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request once
  useEffect(() => {
    if (!reply) return
    const { id, is_internal, type } = reply.to
    set({ parent: id, internal: is_internal || draft.internal, type: type === 'question' ? 'answer' : draft.type })
    setPreview(false)
    document.querySelector<HTMLElement>('[data-command^=composer]')?.focus()
  }, [reply])
  if (!ticket.can.comment) return null

  const internal = draft.internal && ticket.can.comment_internally
  const parent = ticket.comments.find(({ id }) => id === draft.parent)
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    const content = draft.text.trim()
    if (!content || busy) return
    // The key stays with the draft: a second attempt after a lost answer posts nothing twice.
    const key = draft.key || randomKey()
    setDraft({ ...draft, key })
    setBusy(true)
    try {
      setPreview(false)
      const comment = await postComment(
        client,
        ticket,
        me,
        {
          content,
          is_internal: internal,
          ...(draft.type === 'comment' ? {} : { type: draft.type }),
          ...(parent ? { parent_id: parent.id } : {}),
        },
        key,
      )
      changeDraft(name, BLANK, (now) => withoutSent(now, draft))
      toast({
        text: t('done.commented', { number: ticket.number }),
        of: comment.id,
        undo: () => takeBack(comment),
      })
      requestAnimationFrame(() => form.current?.scrollIntoView({ block: 'nearest' }))
    } catch (error) {
      refuse(error, `#${ticket.number}`)
    } finally {
      setBusy(false)
    }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
    if (event.key === 'Escape') (event.target as HTMLElement).blur()
  }
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (files.length === 0 || !ticket.can.attach) return
    event.preventDefault()
    setOver(false)
    upload(files)
  }

  return (
    <form
      ref={form}
      onSubmit={send}
      onPaste={(event) => take(event, event.clipboardData)}
      onDrop={(event) => take(event, event.dataTransfer)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      aria-label={t('composer.title')}
      className={classes(
        // What was sent moves it down: it stays in sight, and clear of the message that offers Undo.
        'flex scroll-mb-24 flex-col gap-2 rounded-xl border p-3 transition-colors max-md:scroll-mb-40',
        internal ? 'border-warning/50 bg-warning-soft' : 'border-line bg-surface',
        over && 'outline-2 outline-accent outline-dashed',
      )}
    >
      {parent && <Answered comment={parent} onForget={() => set({ parent: '' })} />}
      {preview ? (
        <div className="min-h-24 px-3 py-2">
          <Markdown text={draft.text} />
        </div>
      ) : (
        <TextArea
          data-composer={ticket.id}
          data-command={internal ? 'composer-internal' : 'composer'}
          aria-label={internal ? t('composer.internalLabel') : t('composer.label')}
          placeholder={internal ? t('composer.internalLabel') : t('composer.label')}
          maxLength={10_000}
          readOnly={busy}
          // What is being sent stands in the conversation already; it comes back when it is refused.
          value={busy ? '' : draft.text}
          onKeyDown={onKey}
          onChange={(event) => set({ text: event.target.value })}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {ticket.can.comment_internally && (
          <label className="flex min-h-8 items-center gap-2 rounded-lg px-2 text-sm max-md:min-h-11 has-checked:font-semibold has-checked:text-warning">
            <input
              type="checkbox"
              checked={internal}
              onChange={(event) => set({ internal: event.target.checked })}
              className="size-4 accent-warning"
            />
            <Icon name="lock" size={16} />
            {t('composer.internal')}
          </label>
        )}
        <Select
          label={t('composer.kind')}
          value={draft.type}
          onChoose={(type) => set({ type })}
          choices={TYPES.map((value) => ({ value, label: t(`comment.${value}`) }))}
          className="w-auto! border-transparent bg-transparent! pl-2! text-sm! md:h-8!"
        />
        {ticket.can.attach && (
          <FilePicker accept={ACCEPTED} multiple onChoose={upload}>
            {(open) => <IconButton icon="clip" label={t('files.add')} small onClick={open} />}
          </FilePicker>
        )}
        <Button
          look="quiet"
          small
          aria-pressed={preview}
          disabled={!draft.text.trim()}
          onClick={() => setPreview(!preview)}
        >
          {preview ? t('composer.write') : t('composer.preview')}
        </Button>
        {progress !== undefined && (
          <progress value={progress} aria-label={t('files.sending')} className="h-1.5 w-24 accent-accent" />
        )}
        <Button
          type="submit"
          look="primary"
          small
          icon="send"
          busy={busy}
          disabled={!draft.text.trim()}
          className="ml-auto"
        >
          {internal ? t('composer.sendInternal') : t('composer.send')}
        </Button>
      </div>
    </form>
  )
}

function Answered({ comment, onForget }: { comment: Comment; onForget: () => void }) {
  return (
    <p className="flex items-center gap-2 rounded-lg bg-sunken py-0.5 pr-0.5 pl-3 text-sm text-muted">
      <Icon name="reply" size={16} />
      <span className="min-w-0 flex-1 truncate">{replyingTo(comment)}</span>
      <IconButton icon="close" label={t('composer.noReply')} small onClick={onForget} />
    </p>
  )
}
