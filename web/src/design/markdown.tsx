/** Markdown from people, made safe. The parser is loaded with the first text that is shown. */
import { lazy, Suspense } from 'react'

const Rendered = lazy(() => import('./rendered-markdown.tsx').then(({ Rendered }) => ({ default: Rendered })))

export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap">{text}</div>}>
      <Rendered text={text} />
    </Suspense>
  )
}
