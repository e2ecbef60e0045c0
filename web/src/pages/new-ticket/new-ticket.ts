import { type BugText, forBugTexts } from '../../../../contract/bug-texts.ts';
import { BUG_TEXTS, CATEGORIES, type Category, PRIORITIES, type Priority } from '../../../../contract/words.ts';
import { fitted } from '../../session/draft.ts';
import { t } from '../../texts/texts.ts';
import { trimmed } from '../../tickets/changing/text-bounds.ts';

/** The draft of a new ticket. `key` keeps a second attempt from creating it twice. */
export interface NewTicket extends Record<BugText, string> {
  title: string;
  description: string;
  /** Empty until the person chooses one. */
  category: Category | '';
  urgency_reporter: Priority;
  project_id: string;
  key: string;
}

export const BLANK_TICKET: NewTicket = {
  title: '',
  description: '',
  category: '',
  urgency_reporter: 'normal',
  project_id: '',
  ...forBugTexts(() => ''),
  key: '',
};

const { key: _, ...BLANK_FORM } = BLANK_TICKET;
const FIELDS = Object.keys(BLANK_FORM) as (keyof typeof BLANK_FORM)[];

/** A draft as the form of today has it: one of another version may have other fields, and words that are none of a list. */
export function fittedReport(kept: unknown): NewTicket {
  const draft = fitted(kept, BLANK_TICKET);
  return {
    ...draft,
    category: CATEGORIES.find((one) => one === draft.category) ?? BLANK_TICKET.category,
    urgency_reporter: PRIORITIES.find((one) => one === draft.urgency_reporter) ?? BLANK_TICKET.urgency_reporter,
  };
}

const BUG_ONLY: readonly string[] = BUG_TEXTS;

/**
 * The form that the service takes, without empty parts and without a bug's texts where another category was chosen.
 *
 * @param category another one than was chosen, for a developer to sort: the texts of a bug go along. Without one the service has its own.
 */
export function formOf(draft: NewTicket, files: readonly File[], category = draft.category): FormData {
  const form = new FormData();
  for (const name of FIELDS) {
    const value = draft[name];
    if (value.trim() === '' || (draft.category !== 'bug' && BUG_ONLY.includes(name))) continue;
    form.set(name, name === 'title' ? value.trim() : trimmed(value));
  }
  if (category) form.set('category', category);
  if (files.length > 0 && draft.description.trim() === '')
    form.set('description', t('report.seeFiles', { names: files.map(({ name }) => name).join(', ') }));
  for (const file of files) form.append('attachments', file);
  return form;
}
