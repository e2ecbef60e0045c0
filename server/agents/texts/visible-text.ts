/** Characters that no reader sees, or that turn the direction of writing: text hidden from people, and not from a model. */
const UNSEEN = /[^\P{C}\n\t]|\p{Default_Ignorable_Code_Point}|\u2800/gu;
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g;

/** A text as a person would see it (docs/rules/mcp.md#texts-of-people). Emoji that are put together come apart. */
export const visibleText = (text: string): string => text.replace(LINE_ENDS, '\n').replace(UNSEEN, '');

/** The same in one line, of at most `length` code points. */
export function visibleLine(text: string, length: number): string {
  const points = [...visibleText(text).replace(/\s+/g, ' ').trim()];
  return points.length <= length ? points.join('') : `${points.slice(0, length - 1).join('')}…`;
}

/** What makes Markdown and HTML load something, or lead somewhere. Each is told apart by its first character alone. */
const LIVE = [
  /(?<=\])[([]/g,
  /(?<=^ {0,3})\[/gm,
  /<(?=\/?(?:a|img|picture|source|video|audio|iframe|object|embed|link|svg|image|style|script|base|form|input)\b)/gi,
  /<(?=(?:https?|mailto|data|javascript):)/gi,
] as const;

/** Markdown whose images, links and tags are shown as they were typed, so that nothing loads where it is rendered. */
export const withoutLiveMarkup = (text: string): string =>
  LIVE.reduce((shown, pattern) => shown.replace(pattern, '\\$&'), text);
