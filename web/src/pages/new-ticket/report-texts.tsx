import type { RefObject } from 'react';
import { BUG_TEXTS, LONGEST } from '../../../../contract/words.ts';
import { Field, Input, lengthOf, TextArea } from '../../design/field.tsx';
import { t } from '../../texts/texts.ts';
import { AttachInstead } from '../../tickets/attaching/chosen-file-list.tsx';
import type { ChosenFiles } from '../../tickets/attaching/chosen-files.ts';
import { TITLE_MAX } from '../../tickets/changing/text-bounds.ts';
import { leastOf } from './missing.ts';
import type { NewTicket } from './new-ticket.ts';

interface DraftProps {
  draft: NewTicket;
  set: (change: Partial<NewTicket>) => void;
  /** Takes files along with the report. */
  add: ChosenFiles['add'];
}

interface ReportTextsProps extends DraftProps {
  title: RefObject<HTMLInputElement | null>;
  description: RefObject<HTMLTextAreaElement | null>;
  /** Whether the user has tried to send the report: what is missing then stands out. */
  insist: boolean;
}

/** Title and description, each with a meter. */
export function ReportTexts({ draft, set, add, title, description, insist }: ReportTextsProps) {
  const bounds = leastOf(draft.category);
  return (
    <>
      <Field
        label={t('field.title')}
        hint={<Meter length={lengthOf(draft.title)} min={bounds.title} insist={insist} />}
      >
        {(field) => (
          <Input
            {...field}
            ref={title}
            autoFocus
            longest={TITLE_MAX}
            value={draft.title}
            placeholder={t('report.titleExample')}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('field.description')}
        hint={<Meter length={lengthOf(draft.description)} min={bounds.description} insist={insist} />}
      >
        {(field) => (
          <>
            <TextArea
              {...field}
              ref={description}
              rows={7}
              className="min-h-40"
              longest={LONGEST.description}
              value={draft.description}
              placeholder={t('report.descriptionExample')}
              onChange={(event) => set({ description: event.target.value })}
            />
            <AttachInstead
              text={draft.description}
              longest={LONGEST.description}
              add={add}
              onAttached={(text) => set({ description: text })}
            />
          </>
        )}
      </Field>
    </>
  );
}

/** The other texts of a report of a bug. */
export function BugFields({ draft, set, add }: DraftProps) {
  return (
    <div className="grid gap-4 rounded-xl border border-line bg-surface p-4 md:grid-cols-2">
      {BUG_TEXTS.map((name) => (
        <Field key={name} label={t(`field.${name}`)} optional={t('field.optional')}>
          {(field) => (
            <>
              <TextArea
                {...field}
                rows={3}
                longest={LONGEST[name]}
                value={draft[name]}
                onChange={(event) => set({ [name]: event.target.value })}
              />
              <AttachInstead
                text={draft[name]}
                longest={LONGEST[name]}
                add={add}
                onAttached={(text) => set({ [name]: text })}
              />
            </>
          )}
        </Field>
      ))}
    </div>
  );
}

interface MeterProps {
  length: number;
  min: number;
  /** After an attempt to send, the meter is an alert. */
  insist: boolean;
}

/** How much text is missing, in words and as a bar; nothing once there is enough. */
function Meter({ length, min, insist }: MeterProps) {
  if (length >= min || (length === 0 && !insist)) return null;
  return (
    <span className="flex items-center gap-2.5" role={insist ? 'alert' : undefined}>
      <span aria-hidden="true" className="h-1 w-24 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${(length / min) * 100}%` }} />
      </span>
      <span className={insist ? 'font-medium text-danger' : ''}>{t('meter.more', { count: min - length })}</span>
    </span>
  );
}
