import { isApart, OPEN_SIGHT, readsInternals, standing, type TicketFacts, withSight } from '#access';
import type { AnswerReview, LateAnswer } from '#contract/answers.ts';
import type { BuiltInGlossary, TeamGlossary, TeamGlossaryChange } from '#contract/glossary.ts';
import { type Actor, DAY, Failure, olderThan, omit, type StaleRows, shifted, type Work } from '#platform';
import { recordAudit, removeSetting, storeSetting } from '#settings';
import { type MemoryReader, peopleNamed, readerFor } from '../answers/answers.ts';
import { readFoundBy } from '../answers/found-by.ts';
import { QuestionStore } from '../answers/question-store.ts';
import { type GlossaryRefusal, readGlossary, takenInVain } from '../search/glossary.ts';
import {
  BUILT_IN_SETTING,
  builtInGlossary,
  GLOSSARY_SETTING,
  glossaryInUse,
  storedGlossary,
} from '../search/glossary-in-use.ts';
import { similarFor } from '../similar/find-similar.ts';
import { closingWords } from '../wording/closing-words.ts';
import { wordingNow } from '../wording/wording.ts';

/** At most this many tickets are looked at in one go. */
const BATCH = 100;

/**
 * Notes what the new tickets asked, each with the answers that its reporter was offered, but not who it was: so that the
 * team sees which answers are asked for and do not help, and which answers are missing. A job does it, and no reading
 * request (docs/rules/answers.md#review-of-answers).
 */
export async function noteQuestions(work: Work<Actor>): Promise<void> {
  // One of several nodes notes a ticket.
  if (!(await work.tryLock('questions_asked'))) return;
  const tickets = await work.of(QuestionStore).unseen(BATCH);
  // Questions about what few may read are not shown to all.
  for (const { title, description, number, reporter_id, role, created_at } of tickets.filter(
    (ticket) => !isApart(ticket),
  )) {
    const [person] = await withSight(work, [{ id: reporter_id, role }]);
    const reader = await readerFor(work, person ?? { id: reporter_id, role, sight: OPEN_SIGHT });
    const similar = await similarFor(work, reader, title, description);
    const answers = similar.filter((answer) => answer.number !== number).map(({ answer_id }) => answer_id);
    const question = { id: work.newId(), question: title, was_found: answers.length > 0, asked_at: created_at };
    await work.of(QuestionStore).add(question, answers);
  }
  const last = tickets.at(-1);
  if (last) await work.of(QuestionStore).see(last.number);
}

const SHOWN = 50;
/** So many questions are asked again: each costs as much as a report that is being written. */
const ASKED_AGAIN = 20;
/** An answer that nobody has used for so long may be out of date. */
const STALE_AFTER = 365 * DAY;

/** The review of answers for their keepers: what is asked often, what has not helped for a year, what is missing. */
export async function reviewAnswers(work: Work): Promise<AnswerReview> {
  const mostAsked = seen(work, await work.of(QuestionStore).mostAsked({ limit: SHOWN }));
  const stale = seen(
    work,
    await work.of(QuestionStore).stale({ before: shifted(work.now, -STALE_AFTER), limit: SHOWN }),
  );
  const write = await peopleNamed(
    work,
    [...mostAsked, ...stale].map(({ content }) => content),
  );
  const named = <A extends { content: string }>(answer: A): A => ({ ...answer, content: write(answer.content, true) });
  return {
    generated_at: work.now,
    asked: mostAsked.map(named),
    stale: stale.map(named),
    unanswered: await stillUnanswered(work, await work.of(QuestionStore).unanswered({ limit: ASKED_AGAIN })),
    answered_later: await answeredLater(work),
  };
}

/** Questions that found nothing and do not find the answer that came later either, with the words that would. */
async function answeredLater(work: Work): Promise<LateAnswer[]> {
  const late = seen(work, await work.of(QuestionStore).answeredLater({ limit: ASKED_AGAIN }));
  const [wording, reader] = await Promise.all([wordingNow(work), anybody(work)]);
  const left: LateAnswer[] = [];
  for (const { question, answered, content, last_asked_at, answer_id, ticket_id, ...answer } of late) {
    const similar = await similarFor(work, reader, question, '');
    if (similar.some((hit) => hit.answer_id === answer_id)) continue;
    const found_by = readFoundBy(answer.found_by);
    const lacking = [answered ?? '', content, ...found_by];
    const words = closingWords({ title: question, description: '', comments: [] }, lacking, wording)
      .filter(({ from }) => from === 'title')
      .map((offered) => offered.words);
    left.push({ question, times: 1, last_asked_at, answer_id, ticket_id, words, found_by });
  }
  return left;
}

/** Leaves those whose tickets the caller reads with everything on them; without what decides that. */
const seen = <A extends TicketFacts>({ actor }: Work, answers: readonly A[]) =>
  answers
    .filter((answer) => readsInternals(standing(actor, answer)))
    .map((answer) => omit(answer, 'reporter_id', 'assignee_id', 'project_id', 'restricted', 'people'));

/** A colleague who has reported nothing. While a team shares nothing, an answer is there when a developer finds it. */
async function anybody(work: Work): Promise<MemoryReader> {
  const colleague = await readerFor(work, { id: work.newId(), role: 'user', sight: work.actor.sight });
  return !colleague.all && colleague.shared ? colleague : readerFor(work, work.actor);
}

/** The questions that find nothing today either, when a colleague asks them who has reported nothing. */
async function stillUnanswered<Q extends { question: string }>(work: Work, questions: readonly Q[]): Promise<Q[]> {
  const reader = await anybody(work);
  const left: Q[] = [];
  for (const question of questions)
    if ((await similarFor(work, reader, question.question, '')).length === 0) left.push(question);
  return left;
}

/** Questions that found no answer 90 days ago. */
export const staleQuestions: StaleRows = { questions: olderThan('questions_asked', 'asked_at', 90 * DAY) };

/** At most this many lines are named in a refusal. */
const MOST_NAMED = 50;

const WHY: Readonly<Record<GlossaryRefusal['why'], string>> = {
  silent: 'says nothing that a search could use',
  twice: 'stands in the glossary twice',
  alone: 'has no other word that means the same',
  unknown: 'stands in no entry that comes with Kwit',
};

/** The glossary that similar answers are found with. */
export async function showGlossary(work: Work): Promise<TeamGlossary> {
  const { text, withBuiltIn, entries } = await glossaryInUse(work);
  return {
    text: text ?? builtInGlossary().text,
    is_built_in: text === null,
    with_built_in: withBuiltIn,
    entries: entries().length,
  };
}

export function showBuiltInGlossary(): BuiltInGlossary {
  const { text, entries } = builtInGlossary();
  return { text, entries: entries.length };
}

/**
 * Puts a glossary of the team's own in the place of the one that holds, or beside ours (docs/rules/answers.md#glossary).
 *
 * @throws Failure `validation_error` with each line that does not count, and why.
 */
export async function changeGlossary(work: Work, { text, with_built_in }: TeamGlossaryChange): Promise<TeamGlossary> {
  const before = await storedGlossary(work);
  const withBuiltIn = with_built_in ?? before.withBuiltIn;
  if (text === before.text && withBuiltIn === before.withBuiltIn) return showGlossary(work);
  if (text === null) await removeSetting(work, GLOSSARY_SETTING);
  else {
    const read = readGlossary(text, withBuiltIn);
    const refusals = [...read.refusals, ...takenInVain(builtInGlossary().entries, read)];
    refuseLines(refusals.sort((a, b) => a.line - b.line));
    await storeSetting(work, GLOSSARY_SETTING, text);
  }
  if (with_built_in !== undefined) await storeSetting(work, BUILT_IN_SETTING, with_built_in);
  await recordAudit(work, 'settings.changed', null, { names: [GLOSSARY_SETTING] });
  return showGlossary(work);
}

/** A text of the team may be as long as this. */
const LONGEST_TEXT = 100_000;

/**
 * Lets a word mean the same as another in the team's glossary: in the line that has the other, or in one of its own with all
 * that means the same now.
 *
 * @throws Failure `limit_reached` where the text is full.
 */
export async function addToGlossary(work: Work, word: string, means: string): Promise<void> {
  const { text, entryOf } = await glossaryInUse(work);
  if (entryOf(word) !== undefined && entryOf(word) === entryOf(means)) return;
  const entry = entryOf(means);
  const own = entryOf(word)?.written;
  const lines = (text ?? '').split(/\r?\n/);
  // A form may stand in one line alone: that of the word becomes a part of the new one.
  const line = `${entry?.written ?? means} | ${own !== undefined && lines.includes(own) ? own : word}`;
  const changed = [...lines.filter((other) => other !== own && other !== entry?.written), line];
  const written = changed.join('\n').trim();
  if (written.length > LONGEST_TEXT) throw new Failure('limit_reached');
  await changeGlossary(work, { text: written, ...(text === null ? { with_built_in: true } : {}) });
}

function refuseLines(refusals: readonly GlossaryRefusal[]): void {
  if (refusals.length === 0) return;
  throw new Failure(
    'validation_error',
    refusals.slice(0, MOST_NAMED).map(({ line, form, why }) => ({
      path: 'text',
      code: why,
      message: `Line ${line}: “${form}” ${WHY[why]}.`,
    })),
  );
}
