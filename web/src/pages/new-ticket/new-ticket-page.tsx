import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { randomKey } from '../../backend/client.ts';
import { fieldsQuery } from '../../backend/fields.ts';
import { everyProjectQuery } from '../../backend/projects.ts';
import { type TicketTemplate, templatesQuery } from '../../backend/templates.ts';
import type { SimilarTicket } from '../../backend/tickets.ts';
import { Button } from '../../design/button.tsx';
import { sendByKeys } from '../../design/field.tsx';
import { Form, Problem } from '../../design/form.tsx';
import { Icon } from '../../design/icon.tsx';
import { titleTab } from '../../design/tab-title.ts';
import { useMinWidth } from '../../design/window.ts';
import { changeDraft, useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { useChosenFiles } from '../../tickets/attaching/chosen-files.ts';
import { AskedInputs, focusAsked } from '../../tickets/filling/asked-inputs.tsx';
import { filledOf } from '../../tickets/filling/filling.ts';
import { BackButton } from '../../tickets/showing/back-button.tsx';
import {
  BLANK_TICKET,
  canGoAsItIs,
  firstLacking,
  firstMissing,
  fittedReport,
  formOf,
  isToldByFiles,
  type NewTicket,
  reportFields,
  SORTED_LATER,
  useEndReport,
  useSendReport,
} from './new-ticket.ts';
import { ReadBy, ReportChoices, ReportFiles, ReportTexts } from './report-fields.tsx';
import { SolvedBefore } from './solved-before.tsx';

export function NewTicketPage() {
  const me = useMe();
  const [draftValue, setDraft, clear] = useDraft(`new.${me.id}`, BLANK_TICKET, fittedReport);
  const projects = useQuery(everyProjectQuery).data;
  // A project may be gone since the report was begun.
  const isGone = draftValue.project_id !== '' && projects?.every(({ id }) => id !== draftValue.project_id);
  const fields = useQuery(fieldsQuery).data ?? [];
  const draft = isGone ? { ...draftValue, project_id: '', key: '' } : draftValue;
  const chosen = useChosenFiles(`new.${me.id}`);
  const [tried, setTried] = useState(false);
  const { send, progress, problem } = useSendReport();
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const description = useRef<HTMLTextAreaElement>(null);
  const set = (change: Partial<NewTicket>) => setDraft((old) => ({ ...old, key: '', ...change }));

  useEffect(() => {
    titleTab(t('new.title'));
  }, []);

  const sendAs = async (category: NewTicket['category']) => {
    if (form.current?.reportValidity() === false) return;
    const key = draft.key || randomKey();
    setDraft({ ...draft, key });
    const applicable = reportFields(fields, { ...draft, category });
    await send(formOf(draft, chosen.files, applicable, category), key, () => {
      clear();
      chosen.clear();
    });
  };
  const submit = async () => {
    setTried(true);
    if (progress !== undefined) return;
    const isTold = isToldByFiles(draft, chosen.files.length);
    const lacking = firstLacking(fields, draft);
    if (lacking !== undefined && (isTold || firstMissing(draft) === undefined)) return focusAsked(lacking);
    if (isTold) {
      const sample = { ...draft, description: '…' };
      return sendAs(firstMissing(sample) === undefined ? draft.category : SORTED_LATER);
    }
    const missing = firstMissing(draft);
    if (missing === 'title') title.current?.focus();
    else if (missing === 'description') description.current?.focus();
    else await sendAs(draft.category);
  };
  const endReport = useEndReport();
  const onSolved = (answer: SimilarTicket) =>
    endReport(answer, {
      asked: `${draft.title}\n${draft.description}`,
      clear,
      restore: () => changeDraft(`new.${me.id}`, BLANK_TICKET, () => draft),
    });
  const beside = useMinWidth(64);

  return (
    <Form ref={form} onSubmit={submit} onKeyDown={sendByKeys} className="flex min-h-full flex-1 flex-col">
      <header className="sticky top-0 z-20 in-data-cut-off:top-8 flex min-h-14 items-center gap-2 border-b border-line bg-page px-3 md:px-5">
        <BackButton />
        <h1 className="shrink-0 text-lg font-semibold tracking-tight">{t('new.title')}</h1>
        <TemplatePicker
          onUse={(template) => {
            set(template);
            title.current?.focus();
          }}
          projectId={draft.project_id}
          untouched={!draft.title && !draft.description}
        />
      </header>
      <div className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-1 items-start gap-6 px-4 py-5 md:px-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <ReadBy projectId={draft.project_id} />
          <ReportTexts
            {...{ draft, set, title, description }}
            add={chosen.add}
            insist={tried && !isToldByFiles(draft, chosen.files.length)}
          />
          <ReportFiles chosen={chosen} busy={progress !== undefined} />
          {!beside && <SolvedBefore title={draft.title} description={draft.description} onSolved={onSolved} inline />}
          <ReportChoices draft={draft} set={set} add={chosen.add} />
          <AskedInputs
            fields={reportFields(fields, draft)}
            values={draft.fields}
            onChange={(values) => set({ fields: values })}
            insist={tried}
          />
        </div>
        {beside && <SolvedBefore title={draft.title} description={draft.description} onSolved={onSolved} />}
      </div>
      <footer className="pad-safe sticky bottom-0 z-20 border-t border-line bg-page py-3 max-md:bottom-14">
        <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-3 px-4 md:px-6">
          <Problem text={problem} className="w-full text-sm" />
          {tried && !isToldByFiles(draft, chosen.files.length) && (
            <TooShort draft={draft} busy={progress !== undefined} onSendAsItIs={() => sendAs(SORTED_LATER)} />
          )}
          <Button type="submit" look="primary" busy={progress !== undefined}>
            {t('report.submit')}
          </Button>
          {progress !== undefined && chosen.files.length > 0 && (
            <progress value={progress} aria-label={t('files.sending')} className="h-1.5 w-32 accent-accent" />
          )}
          <span className="text-sm text-muted max-md:hidden">{t('report.kept')}</span>
        </div>
      </footer>
    </Form>
  );
}

interface TooShortProps {
  draft: NewTicket;
  busy: boolean;
  /** Sends it in the category in which nothing is missing. */
  onSendAsItIs: () => void;
}

/** Says in words what a report lacks that somebody has tried to send, and offers to send it all the same. */
function TooShort({ draft, busy, onSendAsItIs }: TooShortProps) {
  const missing = firstMissing(draft);
  if (missing === undefined) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p role="status">{t(`missing.${missing === 'title' ? 'title' : questionOf(draft)}`)}</p>
      {canGoAsItIs(draft) && (
        <Button small busy={busy} onClick={onSendAsItIs}>
          {t('missing.asItIs')}
        </Button>
      )}
    </div>
  );
}

/** The question for details: a report of a bug lacks something else than an idea. */
function questionOf({ category, description }: NewTicket): 'bug' | 'idea' | 'description' {
  if (description.trim() === '') return 'description';
  return category === 'bug' ? 'bug' : 'idea';
}

interface TemplatePickerProps {
  onUse: (draft: Partial<NewTicket>) => void;
  projectId: string;
  /** Whether the user has typed nothing: a template would overwrite what they typed. */
  untouched: boolean;
}

function draftOf(template: TicketTemplate): Partial<NewTicket> {
  return {
    title: template.title_template,
    description: template.description_template,
    category: template.category,
    urgency_reporter: template.urgency_reporter,
    fields: Object.fromEntries(
      Object.entries(template.fields).flatMap(([key, value]) => {
        const filled = filledOf(value);
        return filled === undefined ? [] : [[key, filled]];
      }),
    ),
    ...(template.project_id ? { project_id: template.project_id } : {}),
  };
}

/** In the header, because templates load late and would push the page down. */
function TemplatePicker({ onUse, projectId, untouched }: TemplatePickerProps) {
  const templates = (useQuery(templatesQuery).data ?? []).filter(
    (template) => template.is_active && (!projectId || !template.project_id || template.project_id === projectId),
  );
  if (templates.length === 0 || !untouched) return null;
  return (
    <div className="ml-auto flex min-w-0 items-center gap-2 overflow-x-auto p-1">
      <span className="shrink-0 text-sm text-muted max-md:sr-only">{t('report.from')}</span>
      {templates.map((template) => (
        <button
          key={template.id}
          type="button"
          onClick={() => onUse(draftOf(template))}
          className="flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-sm hover:border-line-strong max-md:h-11"
        >
          <Icon name="file" size={14} />
          {template.name}
        </button>
      ))}
    </div>
  );
}
