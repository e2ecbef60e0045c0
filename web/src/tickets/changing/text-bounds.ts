/** The bounds of title and description by category (docs/rules/tickets.md#bounds). */
import { type Category, TEXT_BOUNDS } from '../../../../contract/words.ts';

export const TITLE_MAX = TEXT_BOUNDS.title.max;

interface Bound {
  readonly min: number;
  readonly minFor: Partial<Record<Category, number>>;
}

const leastOf = ({ min, minFor }: Bound, category: Category): number => minFor[category] ?? min;

/** Lines of code at the beginning of a text: Markdown knows them by their blanks. */
const CODE_FIRST = /^(?:(?: {4}|\t).*(?:\n|$)|[ \t]*\n(?=(?: {4}|\t)))+/;

/**
 * A text of several lines as it is sent: without blank lines before it and blanks behind it. The service takes away the blanks
 * that begin a text: when they are those of code, the code gets a fence.
 */
export function trimmed(text: string): string {
  const lines = text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
  const [code] = CODE_FIRST.exec(lines) ?? [];
  if (code === undefined) return lines.trimStart();
  const fenced = `\`\`\`\n${code.trimEnd().replaceAll(/^(?: {4}|\t)/gm, '')}\n\`\`\``;
  const rest = lines.slice(code.length);
  return rest ? `${fenced}\n${rest}` : fenced;
}

export const least = (category: Category): { title: number; description: number } => ({
  title: leastOf(TEXT_BOUNDS.title, category),
  description: leastOf(TEXT_BOUNDS.description, category),
});
