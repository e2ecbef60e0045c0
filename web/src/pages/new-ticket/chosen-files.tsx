import { type DragEvent, useEffect, useRef, useState } from 'react'
import { ATTACHMENT_BYTES_PER_REQUEST, ATTACHMENTS_PER_REQUEST } from '../../../../contract/words.ts'
import { ACCEPTED } from '../../backend/files.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { classes } from '../../design/class-names.ts'
import { FilePicker } from '../../design/file-picker.tsx'
import { Icon } from '../../design/icon.tsx'
import { toast } from '../../design/toast.tsx'
import { bytes } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'

export function ChosenFiles({ files, onChange }: { files: File[]; onChange: (files: File[]) => void }) {
  const [over, setOver] = useState(false)
  const add = (more: Iterable<File>) => {
    const next = [...files, ...more]
    const size = next.reduce((sum, file) => sum + file.size, 0)
    if (next.length > ATTACHMENTS_PER_REQUEST || size > ATTACHMENT_BYTES_PER_REQUEST) {
      toast({ tone: 'refused', text: t('refusal.attachments_too_large') })
      return
    }
    onChange(next)
  }
  const latest = useRef(add)
  latest.current = add

  // A user may paste a screenshot anywhere on the page.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])]
      if (pasted.length === 0) return
      event.preventDefault()
      latest.current(pasted)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  return (
    <section
      aria-label={t('files.title')}
      onDrop={onDrop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      className={classes(
        'rounded-xl border border-dashed p-4',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong/60',
      )}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FilePicker accept={ACCEPTED} multiple onChoose={add}>
          {(open) => (
            <Button small icon="clip" onClick={open}>
              {t('files.add')}
            </Button>
          )}
        </FilePicker>
        <span className="text-sm text-muted">{t('files.hint')}</span>
      </div>
      {files.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1">
          {files.map((file, index) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`} className="flex items-center gap-2 text-sm">
              <Icon name="file" size={16} className="text-muted" />
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <span className="text-muted tabular-nums">{bytes(file.size)}</span>
              <IconButton
                icon="close"
                small
                label={t('files.remove', { name: file.name })}
                onClick={() => onChange(files.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
