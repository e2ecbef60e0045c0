/** What the toolbar of the composer does to a text, for those who know no Markdown. */

export type Mark = 'bold' | 'code' | 'list' | 'tasks' | 'link';

/** What goes in the place of a part of the text, and what of it is selected then, counted from `from`. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
  select: readonly [number, number];
}

interface Selection {
  from: number;
  to: number;
}

/** Puts signs around what is selected, or takes them away. */
function surrounded(text: string, { from, to }: Selection, sign: string): TextChange {
  const { length } = sign;
  const inner = text.slice(from, to);
  if (text.slice(from - length, from) === sign && text.slice(to, to + length) === sign)
    return { from: from - length, to: to + length, text: inner, select: [0, inner.length] };
  return { from, to, text: `${sign}${inner}${sign}`, select: [length, length + inner.length] };
}

/** Begins each line that is touched with the sign, or takes it away when each has it. */
function listed(text: string, { from, to }: Selection, sign: string): TextChange {
  const begin = text.slice(0, from).lastIndexOf('\n') + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(begin, end).split('\n');
  const isList = lines.every((line) => line.startsWith(sign));
  const changed = lines.map((line) => (isList ? line.slice(sign.length) : `${sign}${line}`)).join('\n');
  const after = from === to ? changed.length : 0;
  return { from: begin, to: end, text: changed, select: [after, changed.length] };
}

const ADDRESS = 'https://';

function linked(text: string, { from, to }: Selection): TextChange {
  const inner = text.slice(from, to);
  if (/^https?:\/\/\S+$/.test(inner)) return { from, to, text: `[](${inner})`, select: [1, 1] };
  const begin = inner.length + 3;
  return { from, to, text: `[${inner}](${ADDRESS})`, select: [begin, begin + ADDRESS.length] };
}

/** @param selection both ends are the caret when nothing is selected. */
export function changeBy(mark: Mark, text: string, selection: Selection): TextChange {
  if (mark === 'bold') return surrounded(text, selection, '**');
  if (mark === 'list') return listed(text, selection, '- ');
  if (mark === 'tasks') return listed(text, selection, '- [ ] ');
  if (mark === 'link') return linked(text, selection);
  const inner = text.slice(selection.from, selection.to);
  if (!inner.includes('\n')) return surrounded(text, selection, '`');
  return { ...selection, text: `\`\`\`\n${inner}\n\`\`\``, select: [4, 4 + inner.length] };
}
