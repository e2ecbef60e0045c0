/** The least and most that the service takes for title and description (docs/rules/tickets.md#bounds). */
import type { Category } from '../../backend/tickets.ts'

const LEAST = {
  bug: { title: 10, description: 100 },
  feature: { title: 3, description: 50 },
  improvement: { title: 3, description: 50 },
}

export const TITLE_MAX = 300
export const DESCRIPTION_MAX = 20_000

export function least(category: Category): { title: number; description: number } {
  return category in LEAST ? LEAST[category as keyof typeof LEAST] : { title: 3, description: 1 }
}

/** Characters as the service counts them: code points, after trimming. */
export const lengthOf = (text: string): number => [...text.trim()].length
