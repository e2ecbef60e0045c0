/** Which signs of people's texts are marks, and what the texts look like: on the page, in mails, in excerpts. */
export { htmlOf } from './html.ts';
export { fromCommonMark, idsNamedIn, plainText } from './plain-text.ts';
