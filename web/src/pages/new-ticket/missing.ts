/** What a report lacks for its category, and whether it can be sent without: pure. */
import type { Category } from '../../../../contract/words.ts';
import { lengthOf } from '../../design/field.tsx';
import { least } from '../../tickets/changing/text-bounds.ts';
import type { NewTicket } from './new-ticket.ts';

type Texts = Pick<NewTicket, 'title' | 'description' | 'category'>;

/** A title with a file is a report: a picture says what happened. */
export const isToldByFiles = ({ title, description }: Texts, files: number): boolean =>
  files > 0 && description.trim() === '' && lengthOf(title) >= least(SORTED_LATER).title;

/** The category in which a report needs least: a developer sorts it. */
export const SORTED_LATER: Category = 'other';

/** How long the texts are at least. A report without a category needs what one needs that is sorted later. */
export const leastOf = (category: Category | '') => least(category || SORTED_LATER);

/** The first text that is too short, in the order of the form; undefined when none is. */
export function firstMissing({ title, description, category }: Texts): 'title' | 'description' | undefined {
  const bounds = leastOf(category);
  if (lengthOf(title) < bounds.title) return 'title';
  return lengthOf(description) < bounds.description ? 'description' : undefined;
}

/** Whether it is too short for its category, but not for a developer to sort. */
export const canGoAsItIs = (texts: Texts): boolean =>
  firstMissing(texts) !== undefined && firstMissing({ ...texts, category: SORTED_LATER }) === undefined;
