import type { Actor } from '../../actor.ts'
import type { AnswerReader } from '../../database/answer-dialect.ts'
import { stemsOfWord } from '../../search/stems.ts'
import type { Work } from '../../work.ts'
import type { Unit } from './asked-terms.ts'
import { ANSWERS_PER_STEM, MOST_ASKED, mostTelling, type Posting, type Rarity, rarityOf } from './candidates.ts'

/** So many answers of each unit tell how rare it is. */
const PROBED = 12

/**
 * The newest answers with each unit that the reader may be told of, and how rare each unit is: of all units when they are
 * few, else of the most telling ones, which a few answers of each find out.
 */
export async function findPostings(
  work: Work<Actor>,
  units: readonly Unit[],
  reader: AnswerReader,
): Promise<{ postings: Posting[]; rarity: Rarity }> {
  if (units.length <= MOST_ASKED) {
    const postings = await postingsOf(work, units, reader, ANSWERS_PER_STEM)
    return { postings, rarity: rarityOf(postings, ANSWERS_PER_STEM) }
  }
  const probed = await postingsOf(work, units, reader, PROBED)
  const estimated = rarityOf(probed, PROBED)
  const postings = await postingsOf(work, mostTelling(probed, estimated), reader, ANSWERS_PER_STEM)
  return { postings, rarity: new Map([...estimated, ...rarityOf(postings, ANSWERS_PER_STEM)]) }
}

async function postingsOf(
  work: Work<Actor>,
  units: readonly Unit[],
  reader: AnswerReader,
  most: number,
): Promise<Posting[]> {
  const indexed = await work.solved.postings(
    units.map(({ forms }) => forms),
    reader,
    most,
  )
  const rare = await rareAnswers(work, units, reader)
  return units.map((unit, index) => ({ unit, numbers: merged(indexed[index] ?? [], rare.get(unit) ?? [], most) }))
}

const merged = (indexed: readonly number[], rare: readonly number[], most: number): readonly number[] =>
  rare.length === 0 ? indexed : [...new Set([...indexed, ...rare])].sort((a, b) => b - a).slice(0, most)

/** Answers of others by words that were rare when they were indexed, and that two others than the reader have by now. */
async function rareAnswers(
  work: Work<Actor>,
  units: readonly Unit[],
  reader: AnswerReader,
): Promise<Map<Unit, number[]>> {
  if (reader.all || !reader.shared) return new Map()
  const stems = [...new Set(units.flatMap(({ forms }) => forms).flatMap((form) => (form.length === 1 ? form : [])))]
  const found = await work.reportWords.rare(reader.ownId, stems)
  const byStem = new Map<string, number[]>()
  for (const { word, number } of found)
    for (const { stem } of stemsOfWord(word)) byStem.set(stem, [...(byStem.get(stem) ?? []), number])
  return new Map(
    units.map((unit) => [
      unit,
      unit.forms.flatMap((form) => (form.length === 1 ? (byStem.get(form[0] ?? '') ?? []) : [])),
    ]),
  )
}
