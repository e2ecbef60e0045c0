/** What every message that is mailed has in common: how its HTML is framed, and what becomes of people's words in it. */
import type { Language } from '../../contract/users.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it: no character of it is markup. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)

/**
 * A message in HTML. It has no colour but greys that read on white and on black alike, so that a mail program's dark mode
 * has nothing to break.
 *
 * @param body markup; people's words in it are `escaped`.
 */
export function htmlMessage(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:0 auto">
${body}
</div>
</body>
</html>
`
}
