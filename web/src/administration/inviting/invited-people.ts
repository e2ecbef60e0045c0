/** Reads whom to invite out of what somebody typed or pasted: pure. */

export interface InvitedPerson {
  /** What stands there about them, to be shown and tried again. */
  line: string;
  /** Empty when there is no address in the line. */
  email: string;
  /** Empty when nothing but an address stands there. */
  name: string;
}

const ADDRESS = /[^\s<>,;"'()[\]]+@[^\s<>,;"'()[\]]+/;
const NAME_LENGTH = 120;

/**
 * The people of a text: one or several a line, as mail programs and spreadsheets copy them (`ada@example.com`, `Ada Nowak
 * <ada@example.com>`, `Ada Nowak;ada@example.com`). An address counts once.
 */
export function peopleIn(text: string): InvitedPerson[] {
  const people = text.split(/\r\n|\r|\n/).flatMap(peopleOfLine);
  const first = new Map(people.map((person) => [person.email.toLowerCase() || person.line, person] as const).reverse());
  return people.filter((person) => first.get(person.email.toLowerCase() || person.line) === person);
}

function peopleOfLine(line: string): InvitedPerson[] {
  if (line.trim() === '') return [];
  const parts = line.split(new RegExp(`(${ADDRESS.source})`));
  const addresses = parts.filter((_, index) => index % 2 === 1);
  if (addresses.length < 2) {
    const name = nameOf(parts.filter((_, index) => index % 2 === 0).join(' '));
    return [{ line: line.trim(), email: addresses[0] ?? '', name }];
  }
  // Each of several people in a line has their name in front.
  return addresses.map((email, index) => {
    const name = nameOf(parts[2 * index] ?? '');
    return { line: name ? `${name} <${email}>` : email, email, name };
  });
}

/** What is left of the text around an address; empty without a letter. */
function nameOf(around: string): string {
  const name = around
    .replace(/[<>"'()[\];\t]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ ,.:-]+|[ ,:-]+$/g, '');
  return /\p{L}/u.test(name) ? [...name].slice(0, NAME_LENGTH).join('').trim() : '';
}
