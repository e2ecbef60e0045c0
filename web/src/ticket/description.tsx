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

type TextField = 'description' | (typeof BUG_TEXTS)[number];

interface DescriptionProps {
  ticket: TicketDetail;
  /** The empty text that the user has begun to write. */
  writing: OptionalText | undefined;
  onEnd: () => void;
}

/** What was reported. Empty texts are left out, until the user writes them. */
export function Description({ ticket, writing, onEnd }: DescriptionProps) {
  const me = useMe();
  const isShown = (field: OptionalText) =>
    Boolean(ticket[field]) || writing === field || hasDraft(editDraft(me, `${ticket.id}.${field}`));
  const begun = (field: OptionalText) => (writing === field ? onEnd : undefined);
  return (
    <div className="flex flex-col gap-5">
      <TextBlock ticket={ticket} field="description" />
      {BUG_TEXTS.map((field) =>
        isShown(field) ? (
          <TextBlock key={`${field} ${writing === field}`} ticket={ticket} field={field} onEnd={begun(field)} />
        ) : null,
      )}
      {isShown('internal_note') && (
        <InternalNote key={`note ${writing === 'internal_note'}`} ticket={ticket} onEnd={begun('internal_note')} />
      )}
    </div>
  );
}

interface OptionalTextProps {
  ticket: TicketDetail;
  onEnd?: (() => void) | undefined;
}

function TextBlock({ ticket, field, onEnd }: OptionalTextProps & { field: TextField }) {
  const change = useChangeTicket();
  const text = ticket[field] ?? '';
  const long = field === 'description';
  const save = (value: string) => change(ticket, { [field]: long ? value : value || null } as TicketChanges, {}, true);
  return (
    <EditedText
      name={`${ticket.id}.${field}`}
      label={t(`field.${field}`)}
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
          <section aria-label={t(`field.${field}`)} className="group w-full">
            <div className="mb-1 flex items-center gap-2">
              <h2 className="text-sm font-semibold text-muted">{t(`field.${field}`)}</h2>
              {edit && (
                <IconButton icon="edit" label={`${t('action.edit')}: ${t(`field.${field}`)}`} small onClick={edit} />
              )}
            </div>
            <Markdown text={text} onTick={ticket.can.edit ? save : undefined} />
          </section>
        )
      }
    </EditedText>
  );
}

/** The service sends it to developers only. The tint tells them that the reporter does not read it. */
function InternalNote({ ticket, onEnd }: OptionalTextProps) {
  const change = useChangeTicket();
  return (
    <EditedText
      name={`${ticket.id}.internal_note`}
      label={t('field.internal_note')}
      value={ticket.internal_note ?? ''}
      canEdit={ticket.can.edit}
      changedBy={lastChangedBy(ticket, 'internal_note')}
      max={LONGEST.internal_note}
      onSave={(text) => change(ticket, { internal_note: text || null }, {}, true)}
      onEnd={onEnd}
    >
      {(edit) =>
        ticket.internal_note && (
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
