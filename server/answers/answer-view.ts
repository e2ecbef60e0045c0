import type { Answer } from '../../contract/answers.ts'
import type { AnswerReader } from '../database/answer-dialect.ts'
import type { ListedAnswer } from './answer-list-store.ts'
import { languageOf } from './language-of.ts'

/** Shows an answer. Of whose ticket it is, only those learn who may open it. @param score with a search. */
export function viewAnswer(answer: ListedAnswer, reader: AnswerReader, score?: number): Answer {
  const isOpen = reader.all || answer.reporter_id === reader.ownId
  return {
    id: answer.comment_id,
    ticket_id: isOpen ? answer.ticket_id : null,
    ticket_number: isOpen ? answer.number : null,
    question: answer.question,
    content: answer.content,
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
  }
}
