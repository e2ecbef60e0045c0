import { BUG_TEXTS, LONGEST } from '../../../contract/words.ts'
import type { TicketChanges, TicketDetail } from '../backend/tickets.ts'
import { Button, IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Markdown } from '../design/markdown.tsx'
import { t } from '../texts/texts.ts'
import { lastChangedBy, useChangeTicket } from '../tickets/changing/change.ts'
import { EditedText } from '../tickets/changing/edited-text.tsx'
import { least } from '../tickets/changing/text-bounds.ts'

type TextField = 'description' | (typeof BUG_TEXTS)[number]

export function Description({ ticket }: { ticket: TicketDetail }) {
  return (
    <div className="flex flex-col gap-5">
      <TextBlock ticket={ticket} field="description" />
      <div className="flex flex-wrap gap-x-2 gap-y-3 empty:hidden">
        {BUG_TEXTS.map((field) =>
          ticket[field] || (ticket.category === 'bug' && ticket.can.edit) ? (
            <TextBlock key={field} ticket={ticket} field={field} />
          ) : null,
        )}
        {ticket.internal_note !== undefined && <InternalNote ticket={ticket} />}
      </div>
    </div>
  )
}

function TextBlock({ ticket, field }: { ticket: TicketDetail; field: TextField }) {
  const change = useChangeTicket()
  const text = ticket[field] ?? ''
  const long = field === 'description'
  const save = (value: string) => change(ticket, { [field]: long ? value : value || null } as TicketChanges, {}, true)
  return (
    <EditedText
      label={t(`field.${field}`)}
      value={text}
      canEdit={ticket.can.edit}
      changedBy={lastChangedBy(ticket, field)}
      min={long ? least(ticket.category).description : 0}
      max={LONGEST[field]}
      onSave={save}
    >
      {(edit) =>
        text ? (
          <section aria-label={t(`field.${field}`)} className="group w-full">
            <div className="mb-1 flex items-center gap-2">
              <h2 className="text-sm font-semibold text-muted">{t(`field.${field}`)}</h2>
              {edit && (
                <IconButton icon="edit" label={`${t('action.edit')}: ${t(`field.${field}`)}`} small onClick={edit} />
              )}
            </div>
            <Markdown text={text} onTick={ticket.can.edit ? save : undefined} />
          </section>
        ) : (
          edit && (
            <div>
              <Button look="quiet" small icon="plus" onClick={edit} className="-ml-2">
                {t(`field.${field}`)}
              </Button>
            </div>
          )
        )
      }
    </EditedText>
  )
}

/** The service sends it to developers only. The tint tells them that the reporter does not read it. */
function InternalNote({ ticket }: { ticket: TicketDetail }) {
  const change = useChangeTicket()
  return (
    <EditedText
      label={t('field.internal_note')}
      value={ticket.internal_note ?? ''}
      canEdit={ticket.can.edit}
      changedBy={lastChangedBy(ticket, 'internal_note')}
      max={LONGEST.internal_note}
      onSave={(text) => change(ticket, { internal_note: text || null }, {}, true)}
    >
      {(edit) =>
        ticket.internal_note ? (
          <section aria-label={t('field.internal_note')} className="w-full rounded-lg bg-warning-soft px-4 py-3">
            <div className="mb-1 flex items-center gap-2 text-warning">
              <Icon name="lock" size={16} />
              <h2 className="flex-1 text-sm font-semibold">{t('field.internal_note')}</h2>
              {edit && (
                <IconButton
                  icon="edit"
                  label={`${t('action.edit')}: ${t('field.internal_note')}`}
                  small
                  onClick={edit}
                />
              )}
            </div>
            <Markdown text={ticket.internal_note} />
          </section>
        ) : (
          edit && (
            <div>
              <Button look="quiet" small icon="lock" onClick={edit} className="-ml-2">
                {t('ticket.addNote')}
              </Button>
            </div>
          )
        )
      }
    </EditedText>
  )
}
