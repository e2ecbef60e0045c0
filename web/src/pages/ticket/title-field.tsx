import type { TicketDetail } from '../../backend/tickets.ts'
import { IconButton } from '../../design/button.tsx'
import { t } from '../../texts/texts.ts'
import { lastChangedBy, useChangeTicket } from '../../tickets/change.ts'
import { EditedText } from '../../tickets/edited-text.tsx'
import { least, TITLE_MAX } from '../../tickets/text-bounds.ts'

export function TitleField({ ticket }: { ticket: TicketDetail }) {
  const change = useChangeTicket()
  return (
    <EditedText
      label={t('field.title')}
      value={ticket.title}
      canEdit={ticket.can.edit}
      line
      changedBy={lastChangedBy(ticket, 'title')}
      min={least(ticket.category).title}
      max={TITLE_MAX}
      onSave={(title) => change(ticket, { title }, {}, true)}
    >
      {(edit) => (
        <div className="group flex items-start gap-2">
          <h1 className="min-w-0 flex-1 text-xl font-semibold tracking-tight text-balance">{ticket.title}</h1>
          {edit && <IconButton icon="edit" label={t('ticket.editTitle')} small onClick={edit} />}
        </div>
      )}
    </EditedText>
  )
}
