export {
  type AnsweredTicket,
  type AnswerState,
  answerOfTicket,
  answerStateOf,
  closeAnswer,
  countAnswerUp,
  fillAnswers,
  findStoredAnswer,
  helpedBy,
  holdAnswer,
  putAnswer,
  reopenAnswer,
} from './answers/answer-store.ts';
export {
  audienceOf,
  describeAnswer,
  followTicket,
  peopleNamed,
  readsAnswer,
  recordAnswer,
  resettleDetached,
  resettleTicket,
  restoreAnswer,
  setAnswerAside,
  showAnswer,
  unshareProject,
  voteOnAnswer,
} from './answers/answers.ts';
export { distinctWords, readFoundBy, shownFoundBy } from './answers/found-by.ts';
export { forgetTicket, indexChange, indexNewTicket, indexTicket, indexTicketAgain } from './answers/index-ticket.ts';
export { addLaterSpellings } from './answers/later-spellings.ts';
export { addSolved, fillSolved, indexAllSolved, indexSolved } from './answers/solved-store.ts';
export { noteQuestions, staleQuestions } from './keeping/keeping.ts';
export { listSuggestions, settleSuggestion } from './learnt/suggestions.ts';
export { mayBeMentioned, mentionsIn, namedIn, readMentions, withNames, withoutMentions } from './search/mentions.ts';
export { questionOf } from './search/question.ts';
export { addReportWords, reportWordFilling, topUpReportWords } from './search/report-word-store.ts';
export { type SearchedTicket, searchEntry } from './search/search-entry.ts';
export { inSteps } from './search/search-steps.ts';
export {
  expandPrefixes,
  expectedMatches,
  FEW_MATCHES,
  fillSearch,
  hasFewMatches,
  indexAgain,
  mergeIndexedWords,
  putSearchEntries,
} from './search/search-store.ts';
export { type Excerpt, excerptOf } from './search/snippet.ts';
export { findSimilar } from './similar/find-similar.ts';
export { staleWordsAsked } from './wording/asked-words.ts';
export { offerWords } from './wording/wording.ts';
