import type { ListedTicket, Snippet } from '../backend/tickets.ts'

/** A piece of text in which the words that were looked for are marked. */
export function FoundWords({ parts }: Pick<Snippet, 'parts'>) {
  return parts.map(({ text, match }, index) =>
    match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
      <mark key={index} className="rounded-xs bg-warning-soft font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

/** The title with its marks. Of a long title the service gives a part; then it stands whole and unmarked. */
export function FoundTitle({ ticket }: { ticket: ListedTicket }) {
  const { title, snippet } = ticket
  const whole = snippet?.field === 'title' && snippet.parts.map(({ text }) => text).join('') === title
  return whole ? <FoundWords parts={snippet.parts} /> : title
}
