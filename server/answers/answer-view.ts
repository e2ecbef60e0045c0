import type { Answer } from '../../contract/answers.ts';
import type { AnswerReader } from '../database/answer-dialect.ts';
import type { Work } from '../work.ts';
import type { ListedAnswer } from './answer-list-store.ts';
import { languageOf } from './language-of.ts';
import { peopleNamed, type WriteNames } from './people-named.ts';

/**
 * Shows answers, with names in the place of ids. Of whose ticket one is, only those learn who may open it.
 *
 * @param scores of each, with a search.
 */
export async function viewAnswers(
  work: Work,
  answers: readonly ListedAnswer[],
  reader: AnswerReader,
  scores?: readonly number[],
): Promise<Answer[]> {
  const write = await peopleNamed(
    work,
    answers.map(({ content }) => content),
  );
  return answers.map((answer, index) => viewAnswer(answer, reader, write, scores?.[index]));
}

function viewAnswer(answer: ListedAnswer, reader: AnswerReader, write: WriteNames, score?: number): Answer {
  const isOpen = reader.all || answer.reporter_id === reader.ownId;
  return {
    id: answer.comment_id,
    ticket_id: isOpen ? answer.ticket_id : null,
    ticket_number: isOpen ? answer.number : null,
    question: answer.question,
    content: write(answer.content, isOpen),
    is_shared: answer.is_shared === 1,
    category: answer.category,
    project_name: answer.project_name,
    author_name: answer.author_name,
    answered_at: answer.answered_at,
    language: languageOf(`${answer.question ?? ''} ${answer.content}`),
    helped: answer.helped,
    not_helped: answer.not_helped,
    reopened: answer.was_reopened === 1,
    held: answer.held === 1,
    ...(score === undefined ? {} : { score }),
  };
}
