import type { FieldProblem } from '../../contract/errors.ts'
import { type Category, TEXT_BOUNDS } from '../../contract/tickets.ts'
import { Failure } from '../failure.ts'

/** The length in Unicode code points, as in every bound. */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function tooShort(path: 'title' | 'description', text: string, category: Category): FieldProblem[] {
  const stricter: Partial<Record<Category, number>> = TEXT_BOUNDS[path].minFor
  const least = stricter[category] ?? TEXT_BOUNDS[path].min
  const length = codePoints(text)
  if (length >= least) return []
  const message = `In the category ${category} the ${path} needs at least ${least} characters; write ${least - length} more.`
  return [{ path, code: 'minLength', message }]
}

/**
 * Checks the bounds that depend on the category (docs/rules/tickets.md#bounds). The schemas check the others.
 *
 * @throws Failure `validation_error` with a detail for each text that is too short.
 */
export function refuseShortText(ticket: { title: string; description: string; category: Category }): void {
  const problems = [
    ...tooShort('title', ticket.title, ticket.category),
    ...tooShort('description', ticket.description, ticket.category),
  ]
  if (problems.length > 0) throw new Failure('validation_error', problems)
}
