/** The HTML that every mail has in common: its frame, and how people's words are escaped in it. */
import type { Language } from '#contract/users.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML: no character of it is markup. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

/**
 * A message in HTML. Its only colours are greys that one can read on white and on black, so a mail program's dark mode
 * breaks nothing.
 *
 * @param body markup, in which the caller has `escaped` people's words.
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
`;
}
