/** The bounds of title and description by category (docs/rules/tickets.md#bounds). */
import { type Category, TEXT_BOUNDS } from '../../../../contract/words.ts';

export const TITLE_MAX = TEXT_BOUNDS.title.max;

interface Bound {
  readonly min: number;
  readonly minFor: Partial<Record<Category, number>>;
}

const leastOf = ({ min, minFor }: Bound, category: Category): number => minFor[category] ?? min;

export const least = (category: Category): { title: number; description: number } => ({
  title: leastOf(TEXT_BOUNDS.title, category),
  description: leastOf(TEXT_BOUNDS.description, category),
});

/** The length as the service counts it: in code points, after trimming. */
export const lengthOf = (text: string): number => [...text.trim()].length;
