/** A text without the signs of Markdown, for a place with no room for its shape. */
export const plainText = (text: string): string =>
  text
    .trim()
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[#>\s]+|^[-*] (\[[ x]\] )?|\*\*|`/gm, '');
