/**
 * Signs that stand for themselves, held by characters of which Markdown makes nothing. They are symbols, as the signs are, so
 * that marks beside them are marks as well: hexagrams. Those of the text itself are held by characters that no text has.
 */
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const HEXAGRAM = 0x4dc0;
const NO_CHARACTER = 0xfdd0;
const HELD = /[\u4dc0-\u4ddf\ufdd0-\ufdef]/g;

export const holdSigns = (text: string): string =>
  text.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(HEXAGRAM + SIGNS.indexOf(sign)));

export const isHeld = (character: string | undefined): boolean =>
  character !== undefined && /^[\u4dc0-\u4ddf]/.test(character);

export const hasHeld = (text: string): boolean => /[\u4dc0-\u4ddf]/.test(text);

/** A text in which nothing is held yet. */
export const withoutHeld = (text: string): string =>
  text.replaceAll(HELD, (character) => {
    const code = character.charCodeAt(0);
    return code < NO_CHARACTER ? String.fromCharCode(code - HEXAGRAM + NO_CHARACTER) : '\ufffd';
  });

export const restoreSigns = (text: string): string =>
  text.replaceAll(HELD, (held) => {
    const code = held.charCodeAt(0);
    return code < NO_CHARACTER ? (SIGNS[code - HEXAGRAM] ?? '') : String.fromCharCode(code - NO_CHARACTER + HEXAGRAM);
  });
