/** Digits in groups, as numbers of phones, cards and orders are written: `600 100 200`, `+48 (22) 123-45-67`. */
const GROUPED = /(?<![\p{L}\p{N}])\+?\d+(?:[ \u00a0\u2007\u2009\u202f\p{Pd}.()/]{1,3}\d{2,})*(?![\p{L}\p{N}])/gu;
const NETWORK_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** So many digits are a number that somebody may look for in one piece. */
const LEAST_DIGITS = 7;
const MOST_DIGITS = 16;
/** More groups are a row of a table. */
const MOST_GROUPS = 8;
const ABROAD = /^(?:\+|00)/;
/** The code of a country before a number. No code begins another one. */
const CALLING_CODE = /^(?:00)?(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(?=\d{7})/;

/** A number in one piece, as groups of digits may be read, and where these stand. */
export interface JoinedNumber {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

const isLong = ({ digits }: JoinedNumber): boolean => digits.length >= LEAST_DIGITS && digits.length <= MOST_DIGITS;

/**
 * The numbers of 7 to 16 digits that neighbouring groups of digits may be, and those without the code of a country. Those
 * that stand in one piece are words anyway.
 */
export function joinedNumbers(text: string): JoinedNumber[] {
  return [...text.matchAll(GROUPED)].flatMap(({ 0: written, index }) => {
    const groups = [...written.matchAll(/\d+/g)].map(({ 0: digits, index: at }) => ({
      digits,
      start: index + at,
      end: index + at + digits.length,
    }));
    if (groups.length > MOST_GROUPS || NETWORK_ADDRESS.test(written)) return [];
    return [...rows(groups), ...national(written, index)].filter(isLong);
  });
}

const rows = (groups: readonly JoinedNumber[]): JoinedNumber[] =>
  groups.flatMap(({ digits, start }, from) => {
    let joined = digits;
    return groups.slice(from + 1).map((next) => {
      joined += next.digits;
      return { digits: joined, start, end: next.end };
    });
  });

function national(written: string, start: number): JoinedNumber[] {
  const whole = written.replace(/\D/g, '');
  const digits = ABROAD.test(written) ? whole.replace(CALLING_CODE, '') : whole;
  return digits === whole ? [] : [{ digits, start, end: start + written.length }];
}
