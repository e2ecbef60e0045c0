/** Markdown from people, made safe. The parser is loaded with the first text that is shown, or beforehand. */
import { type ComponentType, useEffect, useState } from 'react'

let Rendered: ComponentType<{ text: string }> | undefined

/** For a page that surely shows some: fetched beside the text, else the text stands there bare, and then jumps. */
export async function preloadMarkdown(): Promise<void> {
  try {
    Rendered ??= (await import('./rendered-markdown.tsx')).RenderedMarkdown
  } catch {
    // Bare, it can be read as well.
  }
}

/** Not by Suspense, which leaves what it shows meanwhile for a third of a second. */
export function Markdown({ text }: { text: string }) {
  const [, draw] = useState(false)
  useEffect(() => {
    if (!Rendered) preloadMarkdown().then(() => draw(true))
  }, [])
  return Rendered ? <Rendered text={text} /> : <div className="whitespace-pre-wrap">{text}</div>
}
