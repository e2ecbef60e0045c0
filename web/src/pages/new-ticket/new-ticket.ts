import { BUG_TEXTS, type Category, type Priority } from '../../../../contract/words.ts';

/** The draft of a new ticket. `key` keeps a second attempt from creating it twice. */
export interface NewTicket {
  title: string;
  description: string;
  category: Category;
  urgency_reporter: Priority;
  project_id: string;
  steps_to_reproduce: string;
  expected_result: string;
  actual_result: string;
  environment: string;
  key: string;
}

export const BLANK_TICKET: NewTicket = {
  title: '',
  description: '',
  category: 'other',
  urgency_reporter: 'normal',
  project_id: '',
  steps_to_reproduce: '',
  expected_result: '',
  actual_result: '',
  environment: '',
  key: '',
};

const BUG_ONLY: readonly string[] = BUG_TEXTS;

/**
 * The form that the service takes, without empty parts and without a bug's texts where another category was chosen.
 *
 * @param category another one than was chosen, for a developer to sort: the texts of a bug go along.
 */
export function formOf({ key: _, ...draft }: NewTicket, files: readonly File[], category = draft.category): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(draft)) {
    if (value.trim() === '' || (draft.category !== 'bug' && BUG_ONLY.includes(name))) continue;
    form.set(name, value);
  }
  form.set('category', category);
  for (const file of files) form.append('attachments', file);
  return form;
}
