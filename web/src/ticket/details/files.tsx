import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ACCEPTED, type Attachment, attach, blobOf, download } from '../../backend/files.ts'
import type { TicketDetail } from '../../backend/tickets.ts'
import { Button } from '../../design/button.tsx'
import { FilePicker } from '../../design/file-picker.tsx'
import { Icon } from '../../design/icon.tsx'
import { toast } from '../../design/toast.tsx'
import { toastRefusal } from '../../design/toast-refusal.ts'
import { bytes } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'

const FIRST = 6

/** Uploads files to a ticket. `progress` is from 0 to 1; undefined when there is no upload. */
export function useUpload(ticket: TicketDetail) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const upload = async (files: File[]) => {
    if (files.length === 0) return
    setProgress(0)
    try {
      await attach(ticket.id, files, setProgress)
      await client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] })
      toast({ text: t('files.added', { count: files.length }) })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setProgress(undefined)
    }
  }
  return { upload, progress }
}

export function Files({ ticket }: { ticket: TicketDetail }) {
  const { upload, progress } = useUpload(ticket)
  const [all, setAll] = useState(false)
  const { attachments } = ticket
  if (attachments.length === 0 && !ticket.can.attach) return null
  return (
    <section aria-label={t('files.title')}>
      <div className="mb-2 flex items-center gap-2">
        <h2 className="text-sm font-semibold text-muted">
          {t('files.title')} {attachments.length > 0 && <span className="tabular-nums">{attachments.length}</span>}
        </h2>
        {ticket.can.attach && (
          <FilePicker accept={ACCEPTED} multiple onChoose={upload}>
            {(open) => (
              <Button look="quiet" small icon="clip" onClick={open}>
                {t('files.add')}
              </Button>
            )}
          </FilePicker>
        )}
        {progress !== undefined && (
          <progress value={progress} aria-label={t('files.sending')} className="h-1.5 w-28 accent-accent" />
        )}
      </div>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {(all ? attachments : attachments.slice(0, FIRST)).map((attachment) => (
          <FileCard key={attachment.id} attachment={attachment} />
        ))}
      </ul>
      {!all && attachments.length > FIRST && (
        <Button look="quiet" small onClick={() => setAll(true)} className="mt-2">
          {t('files.all', { count: attachments.length })}
        </Button>
      )}
    </section>
  )
}

export function FileCard({ attachment }: { attachment: Attachment }) {
  const save = () => {
    download(attachment).catch((error) => toastRefusal(error))
  }
  return (
    <li className="min-w-0">
      <button
        type="button"
        onClick={save}
        className="relative flex w-full items-center gap-3 rounded-lg border border-line bg-surface p-2 text-left hover:border-line-strong"
      >
        <Picture attachment={attachment} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{attachment.original_name}</span>
          <span className="block text-xs text-muted">{bytes(attachment.size)}</span>
        </span>
        <Icon name="download" size={16} className="text-muted" />
        <span className="sr-only">{t('files.download')}</span>
      </button>
    </li>
  )
}

/** A picture needs the token, so the page loads it as a blob. */
function Picture({ attachment }: { attachment: Attachment }) {
  const [url, setUrl] = useState<string>()
  const picture = attachment.mime_type.startsWith('image/')
  useEffect(() => {
    if (!picture) return
    let made: string | undefined
    let gone = false
    blobOf(attachment.url).then(
      (blob) => {
        if (gone) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => {},
    )
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [picture, attachment.url])
  return (
    <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-md bg-sunken text-muted">
      {url ? <img src={url} alt="" className="size-full object-cover" /> : <Icon name="file" />}
    </span>
  )
}
