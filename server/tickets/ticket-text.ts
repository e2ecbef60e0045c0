import type { FieldProblem } from '../../contract/errors.ts';
import { type Category, TEXT_BOUNDS } from '../../contract/tickets.ts';
import { Failure } from '../failure.ts';

/** The length in Unicode code points, as in every bound; no more than `most` are counted. */
const codePoints = (text: string, most: number): number => {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count === most) break;
  }
  return count;
};

function tooShort(path: BoundText, text: string, category: Category): FieldProblem[] {
  const stricter: Partial<Record<Category, number>> = TEXT_BOUNDS[path].minFor;
  const least = stricter[category] ?? TEXT_BOUNDS[path].min;
  const length = codePoints(text, least);
  if (length >= least) return [];
  const message = `In the category ${category} the ${path} needs at least ${least} characters; write ${least - length} more.`;
  return [{ path, code: 'minLength', message }];
}

/** The texts whose bounds depend on the category. */
export const BOUND_TEXTS = ['title', 'description'] as const;
type BoundText = (typeof BOUND_TEXTS)[number];

/**
 * Checks the bounds that depend on the category (docs/rules/tickets.md#bounds). The schemas check the others.
 *
 * @param ticket as it is to become.
 * @param sent only these of its texts are checked.
 * @throws Failure `validation_error` with a detail for each text that is too short.
 */
export function refuseShortText(
  ticket: Record<BoundText, string> & { category: Category },
  sent: readonly BoundText[] = BOUND_TEXTS,
): void {
  const problems = sent.flatMap((text) => tooShort(text, ticket[text], ticket.category));
  if (problems.length > 0) throw new Failure('validation_error', problems);
}
