import { useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { randomKey } from '../../backend/client.ts'
import { addComment } from '../../backend/comments.ts'
import { ACCEPTED } from '../../backend/files.ts'
import type { TicketDetail } from '../../backend/tickets.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { classes } from '../../design/class-names.ts'
import { TextArea } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { Markdown } from '../../design/markdown.tsx'
import { refuse } from '../../design/refuse.ts'
import { useDraft } from '../../session/draft.ts'
import { useMe } from '../../session/me.ts'
import { t } from '../../texts/texts.ts'
import { useUpload } from './files.tsx'

const BLANK = { text: '', internal: false, key: '' }

export function Composer({ ticket }: { ticket: TicketDetail }) {
  const me = useMe()
  const [draft, setDraft, clear] = useDraft(`comment.${me.id}.${ticket.id}`, BLANK)
  const [preview, setPreview] = useState(false)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const { upload, progress } = useUpload(ticket)
  const client = useQueryClient()
  if (!ticket.can.comment) return null

  const internal = draft.internal && ticket.can.comment_internally
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    const content = draft.text.trim()
    if (!content || busy) return
    // The key stays with the draft: a second attempt after a lost answer posts nothing twice.
    const key = draft.key || randomKey()
    setDraft({ ...draft, key })
    setBusy(true)
    try {
      await addComment(ticket.id, { content, is_internal: internal }, key)
      clear()
      setPreview(false)
      await client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] })
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
        'flex flex-col gap-2 rounded-xl border p-3 transition-colors',
        internal ? 'border-warning/50 bg-warning-soft' : 'border-line bg-surface',
        over && 'outline-2 outline-accent outline-dashed',
      )}
    >
      {preview ? (
        <div className="min-h-24 px-3 py-2">
          <Markdown text={draft.text} />
        </div>
      ) : (
        <TextArea
          data-command={internal ? 'composer-internal' : 'composer'}
          aria-label={internal ? t('composer.internalLabel') : t('composer.label')}
          placeholder={internal ? t('composer.internalLabel') : t('composer.label')}
          maxLength={10_000}
          readOnly={busy}
          value={draft.text}
          onKeyDown={onKey}
          onChange={(event) => setDraft({ ...draft, text: event.target.value, key: '' })}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {ticket.can.comment_internally && (
          <label className="flex min-h-8 items-center gap-2 rounded-lg px-2 text-sm has-checked:font-semibold has-checked:text-warning">
            <input
              type="checkbox"
              checked={internal}
              onChange={(event) => setDraft({ ...draft, internal: event.target.checked, key: '' })}
              className="size-4 accent-warning"
            />
            <Icon name="lock" size={16} />
            {t('composer.internal')}
          </label>
        )}
        {ticket.can.attach && (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              accept={ACCEPTED}
              className="hidden"
              tabIndex={-1}
              aria-hidden="true"
              onChange={(event) => {
                upload([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
            <IconButton icon="clip" label={t('files.add')} small onClick={() => picker.current?.click()} />
          </>
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
