import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { BUG_TEXTS, CATEGORIES, LONGEST, PRIORITIES, type Priority } from '../../../../contract/words.ts';
import { teamsQuery } from '../../backend/access.ts';
import { type AnyProject, everyProjectQuery } from '../../backend/projects.ts';
import { Button } from '../../design/button.tsx';
import { ChoiceChips } from '../../design/chips.tsx';
import { classes } from '../../design/class-names.ts';
import { Field, lengthOf, TextArea, type TextAreaProps } from '../../design/field.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import { InputField } from '../../design/form-dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { choicesOf, Select } from '../../design/select.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { AttachInstead, ChosenFileList } from '../../tickets/attaching/chosen-file-list.tsx';
import type { ChosenFiles } from '../../tickets/attaching/chosen-files.ts';
import { useIsDragging, usePastedFiles } from '../../tickets/attaching/given-files.ts';
import { TITLE_MAX } from '../../tickets/changing/text-bounds.ts';
import { BLANK_TICKET, leastOf, type NewTicket } from './new-ticket.ts';

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
      <InputField
        label={t('field.title')}
        hint={<Meter length={lengthOf(draft.title)} min={bounds.title} insist={insist} />}
        ref={title}
        autoFocus
        longest={TITLE_MAX}
        value={draft.title}
        placeholder={t('report.titleExample')}
        onChange={(text) => set({ title: text })}
      />
      <LongText
        name="description"
        {...{ draft, set, add }}
        hint={<Meter length={lengthOf(draft.description)} min={bounds.description} insist={insist} />}
        ref={description}
        rows={7}
        className="min-h-40"
        placeholder={t('report.descriptionExample')}
      />
    </>
  );
}

interface LongTextProps extends DraftProps, TextAreaProps {
  name: 'description' | (typeof BUG_TEXTS)[number];
  hint?: ReactNode;
  optional?: string;
}

/** A text of the report, which may go as a file when it is too long. */
function LongText({ name, draft, set, add, hint, optional, ...area }: LongTextProps) {
  const text = draft[name];
  const longest = LONGEST[name];
  const change = (next: string) => set({ [name]: next });
  return (
    <Field label={t(`field.${name}`)} hint={hint} optional={optional}>
      {(field) => (
        <>
          <TextArea
            {...field}
            {...area}
            longest={longest}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
          <AttachInstead text={text} longest={longest} add={add} onAttached={change} />
        </>
      )}
    </Field>
  );
}

/** The other texts of a report of a bug. */
function BugFields({ draft, set, add }: DraftProps) {
  return (
    <div className="grid gap-4 rounded-xl border border-line bg-surface p-4 md:grid-cols-2">
      {BUG_TEXTS.map((name) => (
        <LongText key={name} {...{ name, draft, set, add }} optional={t('field.optional')} rows={3} />
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

/** Further choices of a report. Nothing is chosen beforehand: developers sort what a reporter leaves out. */
export function ReportChoices({ draft, set, add }: DraftProps) {
  const further = (
    <>
      <ChoiceChips
        legend={t('field.urgency_reporter')}
        value={draft.urgency_reporter}
        onChoose={(urgency_reporter: Priority) => set({ urgency_reporter })}
        choices={PRIORITIES.map((value) => ({ value, label: t(`urgency.${value}`) }))}
      />
      {/* Last, because it loads late and would push down what is below it. */}
      <ProjectChoice value={draft.project_id} onChoose={(project_id) => set({ project_id })} />
    </>
  );
  const isSet = draft.urgency_reporter !== BLANK_TICKET.urgency_reporter || draft.project_id !== '';
  return (
    <>
      <div>
        <ChoiceChips
          legend={t('field.category')}
          value={draft.category}
          onChoose={(category: NewTicket['category']) => set({ category })}
          choices={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
        />
        <p className="mt-1.5 text-sm text-muted">{t('report.sortedLater')}</p>
      </div>
      {draft.category === 'bug' && <BugFields draft={draft} set={set} add={add} />}
      {useIsDeveloper() ? further : <Folded isSet={isSet}>{further}</Folded>}
    </>
  );
}

/** Fields that a reporter in a hurry need not meet; open where a draft or a template has set some of them. */
function Folded({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="group" open={open || isSet} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-9 list-none items-center gap-2 rounded-md text-sm text-muted hover:text-ink max-md:min-h-11">
        <Icon name="down" size={16} className="group-open:rotate-180" />
        {t('report.further')}
      </summary>
      <div className="flex flex-col gap-5 pt-2">{children}</div>
    </details>
  );
}

function ProjectChoice({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const projects = useQuery(everyProjectQuery).data ?? [];
  if (projects.length === 0) return null;
  return (
    <Field label={t('field.project')} optional={t('field.optional')} className="max-w-sm">
      {({ id }) => (
        <Select
          label={t('field.project')}
          id={id}
          value={value}
          onChoose={onChoose}
          choices={[{ value: '', label: t('field.noProject') }, ...choicesOf(projects)]}
        />
      )}
    </Field>
  );
}

/** Says before a report is written who will read it, where that is not everybody in development. */
export function ReadBy({ projectId }: { projectId: string }) {
  const project = useQuery(everyProjectQuery).data?.find(({ id }) => id === projectId);
  return project?.sealed ? <ReadByTeams project={project} /> : null;
}

function ReadByTeams({ project }: { project: AnyProject }) {
  // A person who sees the project has the ids of its teams, everybody else their names.
  const teams = useQuery({ ...teamsQuery, enabled: 'teams' in project }).data ?? [];
  const names =
    'teams' in project
      ? teams.filter(({ id }) => project.teams.some(({ team_id }) => team_id === id)).map(({ name }) => name)
      : project.read_by;
  if (names.length === 0) return null;
  return (
    <p role="status" className="flex items-center gap-2 rounded-lg bg-accent-soft px-3 py-2 text-sm font-medium">
      <Icon name="lock" size={16} />
      {t('report.readBy', { names: names.join(', ') })}
    </p>
  );
}

/** The files of a report. A user may drop or paste them anywhere on the page. */
export function ReportFiles({ chosen, busy }: { chosen: ChosenFiles; busy: boolean }) {
  const dragging = useIsDragging();
  const { add } = chosen;
  const place = useRef<HTMLElement>(null);
  usePastedFiles(
    useCallback((files: File[]) => void add(files), [add]),
    place,
  );
  return (
    <section
      ref={place}
      aria-label={t('files.title')}
      className={classes(
        'flex flex-col gap-3 rounded-xl border border-dashed p-4',
        dragging ? 'border-accent bg-accent-soft' : 'border-line-strong/60',
      )}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FilePicker multiple onChoose={add}>
          {(open) => (
            <Button small icon="clip" onClick={open}>
              {t('files.add')}
            </Button>
          )}
        </FilePicker>
        <span className="text-sm text-muted">{t('files.hint')}</span>
      </div>
      <ChosenFileList chosen={chosen} busy={busy} />
    </section>
  );
}
