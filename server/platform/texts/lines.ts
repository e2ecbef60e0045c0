/** Spaces of any width, tabs, ends of lines and of paragraphs. */
const BLANKS = /[\s\u0085\p{Z}]+/gu;
/** Embeddings, overrides and isolates: what follows them reads in another order than it is written. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/;
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROLS = /\p{Cc}/gu;
/** Marks that steer what is shown or are not shown: of direction, of width nought, byte order, soft hyphens. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** A flag is a black flag with tags that spell its region; tags anywhere else hide words. */
const TAGS = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** A joiner with nothing on one side of it, and a choice of form without what it chooses for. */
const IDLE_JOINERS = /(?<=^| )(?:\u200c|\u200d|\ufe0f)+|(?:\u200c|\u200d)+(?= |$)/g;
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const PLAIN = /^(?:[!-~]+ )*[!-~]*$/;

/**
 * Makes one line of a text: blanks of any kind become one blank, and what steers or is not seen is taken out. Joiners
 * stay between what they join (docs/rules/conventions.md#texts). A text of which nothing can be seen becomes empty.
 * Cleaning what is clean changes nothing.
 */
export function cleanLine(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  const line = withoutUnseen(text).replace(BLANKS, ' ').replace(CONTROLS, '').replace(IDLE_JOINERS, '');
  return isVisible(line) ? line.replace(/ {2,}/g, ' ').trim() : '';
}

/** A text without what steers it or is not seen; joiners stay, and flags. */
export const withoutUnseen = (text: string): string =>
  text.replace(TAGS, (_, flag: string | undefined) => flag ?? '').replace(UNSEEN, '');

/** Whether something of a text can be seen. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Whether a text that must not be changed stands in one line. An empty one is for its bounds to refuse. */
export const isLine = (text: string): boolean =>
  text === '' || (!TURNS.test(text) && !UNPRINTED.test(text) && isVisible(text));
