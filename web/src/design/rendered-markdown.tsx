import './prose.css'
import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { useMemo } from 'react'

/** Makes `#123` in a text a link to that ticket. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  extensions: [
    {
      name: 'ticket',
      level: 'inline',
      start: (text) => text.search(/(?<![\w&/])#\d/),
      tokenizer(text) {
        const found = /^#(\d{1,9})\b/.exec(text)
        return found ? { type: 'ticket', raw: found[0], number: found[1] } : undefined
      },
      renderer: (token) => `<a href="/t/${token.number}">${token.raw}</a>`,
    },
  ],
})

const SAFE = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'hr', 'input'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'type', 'checked', 'disabled', 'start'],
}

// No pictures: a reader's browser would ask the picture's server for it, which learns the reader's address.
function render(text: string): DocumentFragment {
  const purified = DOMPurify.sanitize(marked.parse(text, { async: false }), { ...SAFE, RETURN_DOM_FRAGMENT: true })
  for (const link of purified.querySelectorAll('a')) {
    if (link.origin === location.origin) continue
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  // What is left of `input` is the box of a task list: any other one would ask the reader for something.
  for (const other of purified.querySelectorAll('input:not([type=checkbox i][disabled])')) other.remove()
  for (const box of purified.querySelectorAll('input')) box.setAttribute('aria-label', box.checked ? '✓' : '–')
  for (const wide of purified.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0')
  return purified
}

export function RenderedMarkdown({ text }: { text: string }) {
  const html = useMemo(() => {
    const box = document.createElement('div')
    box.append(render(text))
    return box.innerHTML
  }, [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: purified above, against a closed list of tags
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
