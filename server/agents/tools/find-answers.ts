import { Type } from 'typebox';
import { record } from '#contract/scalars.ts';
import { findSimilar, showAnswer } from '#memory';
import type { Work } from '#platform';
import { developerNamed, type PeoplesTexts } from '../texts/authors.ts';
import { FencedText } from '../texts/fenced-text.ts';
import { tool } from './tool.ts';

/** An answer of a closed ticket that may help. Developers wrote all of it. */
export interface FoundAnswer {
  readonly number: number;
  readonly question: string | null;
  readonly answer: string | null;
  readonly author: string | null;
  readonly answered_at: string;
  readonly helped: number;
  readonly not_helped: number;
  /** Whether it proved right: its ticket stayed closed, and it helped. */
  readonly held: boolean;
  /** From 0 to 1: how much of what was asked it covers. */
  readonly share: number;
}

/** Up to 5 answers of closed tickets that the person may read, for what somebody wrote; the best first. */
export async function answersFor(work: Work, texts: PeoplesTexts, asked: string): Promise<FoundAnswer[]> {
  const similar = await findSimilar(work, '', asked);
  return Promise.all(
    similar.map(async ({ answer_id, number, share }) => {
      const answer = await showAnswer(work, answer_id);
      const author = developerNamed(answer.author_name);
      return {
        number,
        question: texts.shown(answer.question, author),
        answer: texts.shown(answer.content, author),
        author: texts.nameOf(author),
        answered_at: answer.answered_at,
        helped: answer.helped,
        not_helped: answer.not_helped,
        held: answer.held,
        share,
      };
    }),
  );
}

/** Tells answers, each in a fence of its own. */
export function tellAnswers(text: FencedText, answers: readonly FoundAnswer[]): void {
  text.say(answers.length === 0 ? 'No answer of a closed ticket is like this.' : `Answers: ${answers.length}`);
  for (const { number, question, answer, author, helped, not_helped, held, share } of answers) {
    const doubt = held ? '' : ', which did not hold: check it';
    text.say(
      `Of #${number}, covers ${Math.round(share * 100)} %, helped ${helped}, did not help ${not_helped}${doubt}`,
    );
    text.quote('question', question, developerNamed(author));
    text.quote('answer', answer, developerNamed(author));
  }
}

export const findAnswers = tool({
  name: 'find_answers',
  title: 'Find answers',
  description:
    'The team’s memory: answers of closed tickets that were about something similar. Use it before reporting or answering anything. Up to 5, the best first; below a share of 0.5 one may or may not help.',
  effect: 'reads',
  input: record({
    text: Type.String({
      text: true,
      minLength: 1,
      maxLength: 20_000,
      description: 'What the problem is, in the words of whoever has it.',
      examples: ['The printer on floor 2 jams'],
    }),
  }),
  async run({ read, texts }, { text: asked }) {
    const answers = await read((work) => answersFor(work, texts, asked));
    const text = new FencedText(texts);
    tellAnswers(text, answers);
    return { fields: { answers }, text };
  },
});
