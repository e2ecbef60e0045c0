import { fold } from '#platform';
import { beginning, isFaintWord, isStopWord, LONG_STEM } from '../search/stems.ts';
import { isFirstName, mayBeName } from './names.ts';

/** Decides which words of a text may be shown to others. */
export interface Judges {
  readonly isOrdinary: (word: string) => boolean;
  /** Whether it is a form of the name of somebody who has an account. */
  readonly isUsersName: (word: string) => boolean;
}

/** A word of a text, or a number beside the word that says what it is. */
export interface FitWord {
  /** As it is shown: in small letters, unless it is an abbreviation. */
  readonly words: string;
  readonly folded: string;
  /** Its place among the words of the text: neighbours differ by one. */
  readonly at: number;
}

interface Chunk {
  readonly raw: string;
  readonly folded: string;
  readonly isWord: boolean;
  readonly isFirst: boolean;
  /** A sign that ends a phrase stands behind it. */
  readonly endsPhrase: boolean;
  /** A colon or an equals sign stands behind it. */
  readonly announces: boolean;
}

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const HONORIFICS =
  set(`pan pani pana panu panem pania panie panowie panstwo panstwa mr mrs ms miss dr doktor prof mgr inz ks
  mec sir madam lord lady colonel sgt siostra brat`);
const STREETS = set(
  `ul ulica ulicy ulice al aleja alei aleje alejach os osiedle osiedlu osiedla pl plac placu skwer rondo`,
);
const ROADS = set(
  'street st road rd lane avenue ave drive close court square way terrace gardens boulevard crescent row',
);
const SECRETS =
  set(`haslo hasla haslem haslu password passwords passphrase passcode pin login logins loginu token secret klucz
  key credentials`);
/** Words that may follow the word password without being one. */
const NO_SECRET =
  set(`nie not does doesn wygaslo wygasa wygaslo expired expires expire reset zmiana zmienic changed change is was jest
  bylo do for to dziala works work nieprawidlowe wrong zapomniane zapomnialem zapomnialam forgotten zablokowane locked`);
const SAYS = set('to is brzmi jest was wynosi');
/** A number beside one of these is the code of an error. */
const NUMBERED = set('error errors code codes status blad bledu bledem kod kodem kodu');
/** Words of these that name a secret, too. */
const CODES = set('code codes kod kodem kodu');
/** A code near one of these opens something. */
const OPENS =
  set(`drzwi bramy brame brama alarm alarmu domofon domofonu sejf sejfu door gate entry alarms safe pin sms blik
  dostepu access otp verification weryfikacyjny jednorazowy autoryzacji rabatowy promo pocztowy postal zip discount`);
/** Words that a number may stand beside without being an address. */
const COUNTED =
  set(`pietro pietrze pietra pokoj pokoju sala sali kasa kasie kasy linia linii nr numer drukarka drukarce strona
  strony klasa klasy stanowisko stanowisku floor room line till page class station error code status blad kod dzien dni godzin
  godziny minut minuty hours hour days minutes times o od po at after before`);
/** Products, which people write with a capital. */
const PRODUCTS = set(`excel excela excelu word outlook outlooka teams windows windowsa office onedrive sharepoint chrome
  firefox edge acrobat adobe zoom sap jira android iphone apple microsoft google linux ubuntu librus vulcan zebra kyocera canon
  ricoh xerox blik zus epuap moodle`);

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const CLOSING_WORDS =
  /(?:^|\n|[.!?]\s+)\s*(?:serdecznie\s+)?(?:pozdrawiam|pozdrowienia|z powa[zż]aniem|best regards|kind regards|regards|sincerely|yours faithfully|cheers)(?![\p{L}])[\s\S]*$/iu;
const MOST_LETTERS = 20_000;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const WORD = /^\p{L}[\p{L}\p{M}]*$/u;
const NUMBER = /^\p{L}{0,2}-?\d{1,6}$/u;
const HOUSE = /^\d{1,4}\p{L}?(?:\/\d+\p{L}?)?$/u;
const ABBREVIATION = /^\p{Lu}{2,5}$/u;

function chunksOf(text: string): Chunk[] {
  const plain = text.slice(0, MOST_LETTERS).replace(CODE, ' ').replace(CLOSING_WORDS, ' ');
  let isFirst = true;
  return plain.split(/(\s+)/).flatMap((part) => {
    if (part.trim() === '') {
      isFirst ||= part.includes('\n');
      return [];
    }
    const raw = part.replace(EDGES, '');
    const endsPhrase = /[.!?;,)\]…–—]$|[.!?…]["”’')]*$/.test(part);
    const chunk = {
      raw,
      folded: fold(raw),
      isWord: WORD.test(raw),
      isFirst,
      endsPhrase,
      announces: /[:=]$/.test(part),
    };
    isFirst = /[.!?…]["”’')]*$/.test(part);
    return [chunk];
  });
}

/**
 * The words of a text that its readers may be shown: no name in any case or form, no address, token or secret, no number but
 * the code of an error. In doubt a word is none of them.
 */
export function fitWords(text: string, judges: Judges): FitWord[] {
  const chunks = chunksOf(text);
  const denied = deniedAmong(chunks, judges);
  const stems = new Set([...denied].map((at) => stemAt(chunks, at)));
  const numberAt = (at: number) => (denied.has(at) ? [] : errorNumber(chunks, at));
  return chunks.flatMap(({ raw, folded, isWord }, at): FitWord[] => {
    if (!isWord) return numberAt(at);
    if (NUMBERED.has(folded) && [at - 1, at + 1].some((beside) => numberAt(beside).length > 0)) return [];
    if (denied.has(at) || stems.has(stemAt(chunks, at)) || folded.length < 3) return [];
    if (isStopWord(folded) || isFaintWord(folded) || mayBeName(folded) || judges.isUsersName(folded)) return [];
    if (!PRODUCTS.has(folded) && !judges.isOrdinary(folded)) return [];
    return [{ words: ABBREVIATION.test(raw) ? raw : raw.toLowerCase(), folded, at }];
  });
}

const stemAt = (chunks: readonly Chunk[], at: number): string => beginning(chunks[at]?.folded ?? '', LONG_STEM);

/** The places of words that may be a name, an address or a secret. */
function deniedAmong(chunks: readonly Chunk[], { isUsersName }: Judges): Set<number> {
  const denied = new Set<number>();
  const follow = (at: number, most: number, isDenied: (chunk: Chunk) => boolean = () => true) => {
    for (let next = at + 1; next <= at + most; next += 1) {
      const chunk = chunks[next];
      if (chunk === undefined || !isDenied(chunk)) return;
      denied.add(next);
      if (chunk.endsPhrase) return;
    }
  };
  for (const [at, chunk] of chunks.entries()) {
    const { raw, folded, isWord, isFirst } = chunk;
    if (HONORIFICS.has(folded)) follow(at, 3);
    if (STREETS.has(folded)) follow(at, 4, () => true);
    if (isWord && (isFirstName(folded) || isUsersName(folded))) {
      denied.add(at);
      follow(at, 1);
      if (at > 0 && isCapital(chunks[at - 1])) denied.add(at - 1);
    }
    if (isWord && !isFirst && isCapital(chunk) && !ABBREVIATION.test(raw) && !PRODUCTS.has(folded)) denied.add(at);
    if (HOUSE.test(raw)) denyAddress(chunks, at, denied);
    if (SECRETS.has(folded)) denySecret(chunks, at, follow);
  }
  return denied;
}

const isCapital = (chunk: Chunk | undefined): boolean => /^\p{Lu}/u.test(chunk?.raw ?? '');

function denyAddress(chunks: readonly Chunk[], at: number, denied: Set<number>): void {
  const road = [1, 2, 3, 4].find((step) => ROADS.has(chunks[at + step]?.folded ?? ''));
  if (road !== undefined) for (let step = 1; step <= road + 2; step += 1) denied.add(at + step);
  const before = chunks[at - 1];
  if (before?.isWord && !before.endsPhrase && !COUNTED.has(before.folded)) denied.add(at - 1);
}

function denySecret(chunks: readonly Chunk[], at: number, follow: (at: number, most: number) => void): void {
  const [{ announces = false } = {}, next] = [chunks[at], chunks[at + 1]];
  if (announces || SAYS.has(next?.folded ?? '') || next?.raw === '') follow(at, 4);
  else if (next !== undefined && !NO_SECRET.has(next.folded)) follow(at, CODES.has(next.folded) ? 2 : 1);
}

/** A number beside the word, in one phrase, that says that it is the code of an error. Seven digits may be anybody's. */
function errorNumber(chunks: readonly Chunk[], at: number): FitWord[] {
  const { raw = '', folded = '', endsPhrase = false } = chunks[at] ?? {};
  const [before, after] = [chunks[at - 1], chunks[at + 1]];
  if (!NUMBER.test(raw) || chunks.slice(Math.max(0, at - 6), at + 7).some((chunk) => OPENS.has(chunk.folded)))
    return [];
  const beside = [before?.endsPhrase ? undefined : before, endsPhrase ? undefined : after];
  const word = beside.find((chunk) => chunk !== undefined && NUMBERED.has(chunk.folded));
  return word === undefined ? [] : [{ words: `${word.raw.toLowerCase()} ${raw}`, folded, at }];
}
