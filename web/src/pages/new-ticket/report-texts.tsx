import type { RefObject } from 'react';
import { BUG_TEXTS, LONGEST } from '../../../../contract/words.ts';
import { Field, Input, TextArea } from '../../design/field.tsx';
import { t } from '../../texts/texts.ts';
import { least, lengthOf, TITLE_MAX } from '../../tickets/changing/text-bounds.ts';
import { Meter } from './meter.tsx';
import type { NewTicket } from './new-ticket.ts';

interface DraftProps {
  draft: NewTicket;
  set: (change: Partial<NewTicket>) => void;
}

interface ReportTextsProps extends DraftProps {
  title: RefObject<HTMLInputElement | null>;
  description: RefObject<HTMLTextAreaElement | null>;
  /** Whether the user has tried to send the report: what is missing then stands out. */
  insist: boolean;
}

/** Title and description, each with a meter. */
export function ReportTexts({ draft, set, title, description, insist }: ReportTextsProps) {
  const bounds = least(draft.category);
  return (
    <>
      <Field
        label={t('field.title')}
        hint={<Meter length={lengthOf(draft.title)} min={bounds.title} max={TITLE_MAX} insist={insist} />}
      >
        {(field) => (
          <Input
            {...field}
            ref={title}
            autoFocus
            value={draft.title}
            placeholder={t('new.titleExample')}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('field.description')}
        hint={
          <Meter
            length={lengthOf(draft.description)}
            min={bounds.description}
            max={LONGEST.description}
            insist={insist}
          />
        }
      >
        {(field) => (
          <TextArea
            {...field}
            ref={description}
            rows={7}
            className="min-h-44"
            value={draft.description}
            placeholder={t('new.descriptionExample')}
            onChange={(event) => set({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** The other texts of a report of a bug. */
export function BugFields({ draft, set }: DraftProps) {
  return (
    <div className="grid gap-4 rounded-xl border border-line bg-surface p-4 md:grid-cols-2">
      {BUG_TEXTS.map((name) => (
        <Field key={name} label={t(`field.${name}`)} optional={t('field.optional')}>
          {(field) => (
            <TextArea
              {...field}
              rows={3}
              maxLength={LONGEST[name]}
              value={draft[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
