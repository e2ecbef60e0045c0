import type { TicketDetail } from '../backend/tickets.ts';
import { IconButton } from '../design/button.tsx';
import { classes } from '../design/class-names.ts';
import { t } from '../texts/texts.ts';
import { lastChangedBy, useChangeTicket } from '../tickets/changing/change.ts';
import { EditedText } from '../tickets/changing/edited-text.tsx';
import { least, TITLE_MAX } from '../tickets/changing/text-bounds.ts';

/** A title of more characters has the type of a paragraph. */
const LONG = 120;

export function TitleField({ ticket }: { ticket: TicketDetail }) {
  const change = useChangeTicket();
  return (
    <EditedText
      name={`${ticket.id}.title`}
      label={t('field.title')}
      value={ticket.title}
      canEdit={ticket.can.edit}
      line
      lead={<h1 className="sr-only">{ticket.title}</h1>}
      changedBy={lastChangedBy(ticket, 'title')}
      min={least(ticket.category).title}
      max={TITLE_MAX}
      onSave={(title) => change(ticket, { title }, {}, true)}
    >
      {(edit) => (
        <div className="group flex items-start gap-2">
          <h1
            dir="auto"
            className={classes(
              'min-w-0 flex-1 font-semibold text-balance',
              ticket.title.length > LONG ? 'text-base' : 'text-xl tracking-tight',
            )}
          >
            {ticket.title}
          </h1>
          {edit && <IconButton icon="edit" label={t('ticket.editTitle')} small onClick={edit} />}
        </div>
      )}
    </EditedText>
  );
}
