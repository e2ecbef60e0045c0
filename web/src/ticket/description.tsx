import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { BUG_TEXTS, LONGEST } from '../../../contract/words.ts';
import type { TicketChanges, TicketDetail } from '../backend/tickets.ts';
import { Button, IconButton } from '../design/button.tsx';
import { classes } from '../design/class-names.ts';
import { Icon } from '../design/icon.tsx';
import { Markdown } from '../design/markdown.tsx';
import { hasDraft } from '../session/draft.ts';
import { useMe } from '../session/me.ts';
import { t } from '../texts/texts.ts';
import { lastChangedBy, useChangeTicket } from '../tickets/changing/change.ts';
import { EditedText, editDraft } from '../tickets/changing/edited-text.tsx';
import { least } from '../tickets/changing/text-bounds.ts';
import type { OptionalText } from './details/empty-parts.tsx';

type TextField = 'description' | OptionalText;

interface DescriptionProps {
  ticket: TicketDetail;
  /** The empty text that the user has begun to write. */
  writing: OptionalText | undefined;
  onEnd: () => void;
}

/** The report. Empty texts are left out, until the user writes them. */
export function Description({ ticket, writing, onEnd }: DescriptionProps) {
  const me = useMe();
  const isShown = (field: OptionalText) =>
    Boolean(ticket[field]) || writing === field || hasDraft(editDraft(me, `${ticket.id}.${field}`));
  return (
    <div className="flex flex-col gap-5">
      <TextBlock ticket={ticket} field="description" />
      {[...BUG_TEXTS, 'internal_note' as const].filter(isShown).map((field) => (
        <TextBlock key={field} ticket={ticket} field={field} onEnd={writing === field ? onEnd : undefined} />
      ))}
      {ticket.joined?.map((report) => (
        <JoinedReport key={`${report.id} ${report.created_at}`} report={report} />
      ))}
    </div>
  );
}

/** The report of a ticket that was joined to this one; it has no number for whoever does not see it. */
function JoinedReport({ report }: { report: NonNullable<TicketDetail['joined']>[number] }) {
  const { number, title, description } = report;
  const from = number === null ? t('comment.cameFromAnother') : t('comment.cameFrom', { number });
  return (
    <section aria-label={from} className="w-full border-l-2 border-line pl-4">
      <h2 className="mb-1 text-sm font-semibold text-muted">
        {number === null ? from : <a href={`/t/${number}?merged=1`}>{from}</a>}
        {title && ` · ${title}`}
      </h2>
      <Markdown text={description} />
    </section>
  );
}

interface TextBlockProps {
  ticket: TicketDetail;
  field: TextField;
  onEnd?: (() => void) | undefined;
}

/** The service sends an internal note to developers only: its tint tells them that the reporter does not read it. */
function TextBlock({ ticket, field, onEnd }: TextBlockProps) {
  const change = useChangeTicket();
  const text = ticket[field] ?? '';
  const long = field === 'description';
  const internal = field === 'internal_note';
  const name = t(`field.${field}`);
  const save = (value: string) => change(ticket, { [field]: long ? value : value || null } as TicketChanges, {}, true);
  return (
    <EditedText
      name={`${ticket.id}.${field}`}
      label={name}
      value={text}
      canEdit={ticket.can.edit}
      changedBy={lastChangedBy(ticket, field)}
      min={long ? least(ticket.category).description : 0}
      max={LONGEST[field]}
      onSave={save}
      onEnd={onEnd}
    >
      {(edit) =>
        text && (
          <section
            aria-label={name}
            className={internal ? 'w-full rounded-lg bg-warning-soft px-4 py-3' : 'group w-full'}
          >
            <div className={classes('mb-1 flex items-center gap-2', internal ? 'text-warning' : 'text-muted')}>
              {internal && <Icon name="lock" size={16} />}
              <h2 className={classes('text-sm font-semibold', internal && 'flex-1')}>{name}</h2>
              {edit && (
                <IconButton
                  icon="edit"
                  label={`${t('action.edit')}: ${name}`}
                  small
                  {...edit}
                  data-reach={field === 'description' ? 'editDescription' : undefined}
                  data-opens
                />
              )}
            </div>
            <Markdown text={text} onTick={ticket.can.edit && !internal ? save : undefined} />
          </section>
        )
      }
    </EditedText>
  );
}

/** How much of a tall report is shown, in pixels, so that the conversation begins on the first screen. */
const SHOWN = { roomy: 340, narrow: 240 };
/** Less is not worth a fold. */
const LEAST_FOLDED = 90;

/** Folds what was reported when it is tall. It unfolds when the focus goes to what is folded away. */
export function FoldedReport({ narrow, children }: { narrow: boolean; children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null);
  const shown = SHOWN[narrow ? 'narrow' : 'roomy'];
  const [tall, setTall] = useState(false);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const report = whole.current;
    if (!report) return;
    const measure = () => setTall(report.offsetHeight > shown + LEAST_FOLDED);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(report);
    const unfoldFor = ({ target }: FocusEvent) => {
      const end = report.getBoundingClientRect().top + shown;
      if (target instanceof Element && target.getBoundingClientRect().bottom > end) setOpen(true);
    };
    report.addEventListener('focusin', unfoldFor);
    return () => {
      observer.disconnect();
      report.removeEventListener('focusin', unfoldFor);
    };
  }, [shown]);
  const folded = tall && !open;
  return (
    <div>
      <div
        style={folded ? { maxHeight: shown } : undefined}
        className={classes(
          folded && 'overflow-hidden mask-b-from-80% print:max-h-none! print:overflow-visible print:mask-none',
        )}
      >
        <div ref={whole}>{children}</div>
      </div>
      {tall && (
        <Button
          look="quiet"
          small
          icon={open ? 'up' : 'down'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-2 px-2! print:hidden"
        >
          {t(open ? 'ticket.foldReport' : 'ticket.wholeReport')}
        </Button>
      )}
    </div>
  );
}
