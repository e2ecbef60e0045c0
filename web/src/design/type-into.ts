/**
 * Replaces a part of a field's text as if the user typed it: the browser's own Undo takes it back.
 *
 * @param select what is selected afterwards, counted from `from`; the end of the new text when it is left out.
 */
export function typeInto(
  field: HTMLTextAreaElement,
  { from, to }: { from: number; to: number },
  text: string,
  select?: readonly [number, number],
): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, and the only way that keeps Undo; every browser has it.
  if (text === '') document.execCommand('delete');
  else document.execCommand('insertText', false, text);
  if (select) field.setSelectionRange(from + select[0], from + select[1]);
}
