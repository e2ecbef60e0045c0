/** A notification as blocks, and its two forms. Whatever people wrote is text in it, never markup, never a header. */
import type { Language } from '../../contract/users.ts'
import { escaped, htmlMessage } from '../mail/html-frame.ts'
import type { Message } from '../mail/mailer.ts'

export type Block =
  | { readonly kind: 'line'; readonly text: string }
  /** What somebody wrote, of any length. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** `url` is null when nobody has said where Kwit is. */
  | { readonly kind: 'ticket'; readonly title: string; readonly about: string | null; readonly url: string | null }

export interface Notification {
  readonly language: Language
  readonly subject: string
  readonly blocks: readonly Block[]
  /** Why it was sent, and what else stands below the line. */
  readonly footer: readonly string[]
  /** How to have no more of them: a sentence, and the address when there is one. */
  readonly off: { readonly text: string; readonly url: string | null }
}

/** How many code points of a person's text stand in a mail; the rest is on the ticket. */
export const QUOTED = 2000

/** The subject and both forms of a letter. */
export const written = (letter: Notification): Pick<Message, 'subject' | 'text' | 'html'> => ({
  subject: letter.subject,
  text: asText(letter),
  html: htmlMessage(letter.language, letter.subject, asHtml(letter)),
})

/** A text in one line, at most `length` code points, so that it may stand in a header. */
export function oneLine(text: string, length: number): string {
  return cut(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), length)
}

/** At most so many code points, the last of them "…" when there was more. */
export function cut(text: string, length: number): string {
  const points = [...text]
  return points.length <= length
    ? text
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}

/** Lines as they were written, without characters that only steer a terminal. */
const quoted = (text: string): string => cut(text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''), QUOTED)

function asText({ blocks, footer, off }: Notification): string {
  const small = [...footer, off.url ? `${off.text} ${off.url}` : off.text]
  return `${[...blocks.map(blockText), ['-- ', ...small].join('\n')].join('\n\n')}\n`
}

function blockText(block: Block): string {
  if (block.kind === 'line') return block.text
  if (block.kind === 'facts') return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if (block.kind === 'ticket') return [block.title, block.about, block.url].filter((line) => line !== null).join('\n')
  return quoted(block.text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function asHtml({ blocks, footer, off }: Notification): string {
  const stop = off.url ? `<a href="${escaped(off.url)}">${escaped(off.text.replace(/:$/, ''))}</a>` : escaped(off.text)
  const small = [...footer.map(escaped), stop].join('<br>\n')
  return [
    ...blocks.map(blockHtml),
    `<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #888;font-size:14px;opacity:.75">${small}</p>`,
  ].join('\n')
}

function blockHtml(block: Block): string {
  if (block.kind === 'line') return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`
  if (block.kind === 'quote')
    return `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #888;white-space:pre-wrap;overflow-wrap:anywhere">${escaped(quoted(block.text))}</blockquote>`
  if (block.kind === 'facts') {
    const lines = block.facts.map(([name, value]) => `${escaped(name)}: ${escaped(value)}`)
    return `<p style="margin:0 0 16px">${lines.join('<br>\n')}</p>`
  }
  const title = escaped(block.title)
  const linked = block.url ? `<a href="${escaped(block.url)}">${title}</a>` : title
  const about = block.about === null ? '' : `<br>\n${escaped(block.about)}`
  return `<p style="margin:0 0 16px"><strong>${linked}</strong>${about}</p>`
}
