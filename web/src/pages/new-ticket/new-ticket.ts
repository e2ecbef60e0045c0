import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type BugText, forBugTexts } from '../../../../contract/bug-texts.ts';
import { BUG_TEXTS, CATEGORIES, type Category, PRIORITIES, type Priority } from '../../../../contract/words.ts';
import { rateAnswer } from '../../backend/answers.ts';
import type { TicketField } from '../../backend/fields.ts';
import { upload } from '../../backend/files.ts';
import { cacheCreated } from '../../backend/ticket-detail.ts';
import type { SimilarTicket, TicketCreated } from '../../backend/tickets.ts';
import { refusalText } from '../../design/feedback.tsx';
import { lengthOf } from '../../design/field.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { fitted } from '../../session/draft.ts';
import { t } from '../../texts/texts.ts';
import { least, trimmed } from '../../tickets/changing/text-bounds.ts';
import { applicableFields, type Filled } from '../../tickets/filling/filling.ts';

/** The draft of a new ticket. `key` keeps a second attempt from creating it twice. */
export interface NewTicket extends Record<BugText, string> {
  title: string;
  description: string;
  /** Empty until the person chooses one. */
  category: Category | '';
  urgency_reporter: Priority;
  project_id: string;
  /** Values of the fields of its category and project. */
  fields: Record<string, Filled>;
  key: string;
}

export const BLANK_TICKET: NewTicket = {
  title: '',
  description: '',
  category: '',
  urgency_reporter: 'normal',
  project_id: '',
  ...forBugTexts(() => ''),
  fields: {},
  key: '',
};

const { key: _, fields: __, ...BLANK_FORM } = BLANK_TICKET;
const FIELDS = Object.keys(BLANK_FORM) as (keyof typeof BLANK_FORM)[];

/** A draft as the form of today has it: one of another version may have other fields, and words that are none of a list. */
export function fittedReport(stored: unknown): NewTicket {
  const draft = fitted(stored, BLANK_TICKET);
  return {
    ...draft,
    category: CATEGORIES.find((category) => category === draft.category) ?? BLANK_TICKET.category,
    urgency_reporter:
      PRIORITIES.find((priority) => priority === draft.urgency_reporter) ?? BLANK_TICKET.urgency_reporter,
  };
}

const BUG_ONLY: readonly string[] = BUG_TEXTS;

/** The fields that its reporter is asked for. */
export const reportFields = (fields: readonly TicketField[], { category, project_id }: NewTicket): TicketField[] =>
  applicableFields(fields, { category: category || SORTED_LATER, project_id: project_id || null }).filter(
    ({ ask }) => ask === 'report',
  );

/** The first field that the report needs and does not have, in the order of the form. */
export const firstLacking = (fields: readonly TicketField[], draft: NewTicket): TicketField | undefined =>
  reportFields(fields, draft).find(({ key, needed }) => needed && draft.fields[key] === undefined);

/**
 * The form that the service takes, without empty parts and without a bug's texts where another category was chosen.
 *
 * @param applicable the fields that it is asked for.
 * @param category another one than was chosen, for a developer to sort: the texts of a bug go along. Without one the service has its own.
 */
export function formOf(
  draft: NewTicket,
  files: readonly File[],
  applicable: readonly TicketField[],
  category = draft.category,
): FormData {
  const form = new FormData();
  for (const name of FIELDS) {
    const value = draft[name];
    if (value.trim() === '' || (draft.category !== 'bug' && BUG_ONLY.includes(name))) continue;
    form.set(name, name === 'title' ? value.trim() : trimmed(value));
  }
  if (category) form.set('category', category);
  const filled = applicable.filter(({ key }) => key in draft.fields).map(({ key }) => [key, draft.fields[key]]);
  if (filled.length > 0) form.set('fields', JSON.stringify(Object.fromEntries(filled)));
  if (draft.description.trim() === '') {
    const names = files.map(({ name }) => name).join(', ');
    form.set('description', names === '' ? draft.title.trim() : t('report.seeFiles', { names }));
  }
  for (const file of files) form.append('attachments', file);
  return form;
}

// The parts that a report lacks for its category, and whether it can be sent without them: pure.
type Texts = Pick<NewTicket, 'title' | 'description' | 'category'>;

/** A title with a file is a report: a picture says what happened. */
export const isToldByFiles = ({ title, description }: Texts, files: number): boolean =>
  files > 0 && description.trim() === '' && lengthOf(title) >= least(SORTED_LATER).title;

/** The category in which a report needs least: a developer sorts it. */
export const SORTED_LATER: Category = 'other';

/** How long the texts are at least. A report without a category needs what one needs that is sorted later. */
export const leastOf = (category: Category | '') => least(category || SORTED_LATER);

/** The first text that is too short, in the order of the form; undefined when none is. A title may say all: it is the description, too. */
export function firstMissing({ title, description, category }: Texts): 'title' | 'description' | undefined {
  const bounds = leastOf(category);
  if (lengthOf(title) < bounds.title) return 'title';
  return lengthOf(description.trim() || title) < bounds.description ? 'description' : undefined;
}

/** Whether it is too short for its category, but not for a developer to sort. */
export const canGoAsItIs = (texts: Texts): boolean =>
  firstMissing(texts) !== undefined && firstMissing({ ...texts, category: SORTED_LATER }) === undefined;

/**
 * Sends a report with its files and opens its ticket. `progress` is from 0 to 1; `problem` is why the service refused.
 */
export function useSendReport() {
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const client = useQueryClient();
  const send = async (form: FormData, key: string, onSent: () => void) => {
    setProgress(0);
    setProblem(undefined);
    try {
      const ticket = await upload<TicketCreated>({
        path: '/tickets',
        form,
        idempotencyKey: key,
        onProgress: setProgress,
      });
      onSent();
      cacheCreated(client, ticket);
      client.invalidateQueries({ queryKey: ['tickets'] });
      toast({ text: t('report.created', { number: ticket.number }) });
      await navigate({ to: '/t/$number', params: { number: String(ticket.number) }, replace: true });
    } catch (error) {
      setProblem(refusalText(error));
      setProgress(undefined);
    }
  };
  return { send, progress, problem };
}

interface Draft {
  /** The text of the report: words of it may let others find the answer. */
  asked: string;
  /** Puts the draft away. */
  clear: () => void;
  /** Brings it back as it was. */
  restore: () => void;
}

/** Ends a report that an answer has made needless: the answer counts as helpful, and Undo brings the draft back. */
export function useEndReport() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async ({ answer_id }: SimilarTicket, { asked: question, clear, restore }: Draft) => {
    try {
      await rateAnswer(answer_id, true, question);
    } catch (error) {
      toastRefusal(error);
      return;
    }
    client.invalidateQueries({ queryKey: ['answers'], refetchType: 'none' });
    clear();
    toast({
      text: t('solved.done'),
      undo: () => {
        restore();
        navigate({ to: '/new' });
      },
    });
    await navigate({ to: '/' });
  };
}
