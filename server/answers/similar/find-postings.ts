import type { AskedTerm, Unit } from './asked-terms.ts';
import { ANSWERS_PER_STEM, MOST_ASKED, mostTelling, type Posting, type Rarity, rarityOf } from './candidates.ts';
import type { LookUp } from './look-up.ts';
import { meantStems } from './spellings.ts';

/** So many answers of each unit tell how rare it is. */
const PROBED = 12;

interface Found {
  readonly postings: readonly Posting[];
  readonly rarity: Rarity;
}

/**
 * The newest answers with each unit that the reader may be told of, and how rare each unit is: of all units when they are
 * few, else of the most telling ones, which a few answers of each find out.
 */
export async function findPostings(units: readonly Unit[], lookUp: LookUp): Promise<Found> {
  if (units.length <= MOST_ASKED) {
    const postings = await postingsOf(units, lookUp, ANSWERS_PER_STEM);
    return { postings, rarity: rarityOf(postings, ANSWERS_PER_STEM) };
  }
  const probed = await postingsOf(units, lookUp, PROBED);
  const estimated = rarityOf(probed, PROBED);
  const postings = await postingsOf(mostTelling(probed, estimated), lookUp, ANSWERS_PER_STEM);
  return { postings, rarity: new Map([...estimated, ...rarityOf(postings, ANSWERS_PER_STEM)]) };
}

/** At most this many words are looked for in other spellings. `candidatesOf` keeps a bit for each unit in a number. */
const MOST_RESPELLED = 3;
/** A word in another spelling counts this much beside the word itself, both of whose stems together weigh 1.2. */
const SPELLING_WEIGHT = 0.9;

/**
 * Looks for words that no answer has in the spellings that may have been meant. Where an answer has one of these, it is
 * what the word means.
 */
export async function withSpellings(
  terms: readonly AskedTerm[],
  found: Found,
  lookUp: LookUp,
): Promise<Found & { terms: readonly AskedTerm[] }> {
  const meant = new Map(
    terms
      .filter((term) => isUnknown(term, found.rarity))
      .slice(0, MOST_RESPELLED)
      .flatMap((term): [AskedTerm, Unit][] => {
        const forms = term.words.flatMap(meantStems).map((stem) => [stem]);
        return forms.length === 0 ? [] : [[term, { forms, weight: term.weight * SPELLING_WEIGHT }]];
      }),
  );
  if (meant.size === 0) return { ...found, terms };
  const postings = (await postingsOf([...meant.values()], lookUp, ANSWERS_PER_STEM)).filter(
    ({ numbers }) => numbers.length > 0,
  );
  const known = new Set(postings.map(({ unit }) => unit));
  const rarity = rarityOf([...found.postings, ...postings], ANSWERS_PER_STEM);
  return {
    terms: terms.map((term) => {
      const concept = meant.get(term);
      return concept && known.has(concept) ? { ...term, concept } : term;
    }),
    postings: [...found.postings, ...postings],
    rarity: new Map([...rarity, ...found.rarity]),
  };
}

/** Whether no answer has a word as it is written; its first four letters alone may begin another word. */
function isUnknown({ words: [word = '', ...more], stems, concept }: AskedTerm, rarity: Rarity): boolean {
  if (more.length > 0 || concept !== null || /\d/.test(word)) return false;
  const longest = stems.at(-1);
  return longest !== undefined && rarity.get(longest)?.isKnown === false;
}

async function postingsOf(units: readonly Unit[], lookUp: LookUp, most: number): Promise<Posting[]> {
  const found = await lookUp.newest(
    units.map(({ forms }) => forms),
    most,
  );
  return units.map((unit, index) => ({ unit, numbers: found[index] ?? [] }));
}
