import { Type } from 'typebox';
import { IdPath, MOST_FOUND_BY } from '#contract/scalars.ts';
import { Chosen, SuggestionChoice, WordSuggestion } from '#contract/word-suggestions.ts';
import { listSuggestions, settleSuggestion } from '#memory';
import { Failure, type Work } from '#platform';
import { operation, type Routes } from '#platform/serving';
import type { TicketGate } from '../ticket-gate.ts';
import { editComment } from './edit-comment.ts';

const described = { tag: 'Answers', access: 'developer' } as const;

const listing = operation({
  ...described,
  operationId: 'listSuggestions',
  summary: 'List words that several people said for an answer that lacks them',
  scope: 'read',
  expensive: true,
  answers: { 200: Type.Array(WordSuggestion) },
});

const choosing = operation({
  ...described,
  operationId: 'chooseSuggestion',
  summary: 'Take suggested words for the answer or the glossary, or drop them for good',
  scope: 'admin',
  params: IdPath,
  body: SuggestionChoice,
  answers: { 200: Chosen },
  refuses: ['too_many_requests', 'forbidden', 'suggestion_not_found', 'limit_reached'],
});

/** Suggestions of the memory, which a person takes. */
export const suggestionRoutes =
  (gate: TicketGate) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/glossary/suggestions', listing, (request) => request.read(listSuggestions));
    routes.post('/api/glossary/suggestions/:id', choosing, (request) =>
      request.write((work) => choose(work, gate, request.params.id, request.body.to)),
    );
  };

/** @throws Failure `suggestion_not_found`, `limit_reached`, `forbidden` for who does not work on the ticket of the answer. */
async function choose(work: Work, gate: TicketGate, id: string, to: SuggestionChoice['to']): Promise<object> {
  const { ticket_id, answer_id, found_by, words } = await settleSuggestion(work, id, to);
  if (to !== 'found_by') return {};
  if (found_by.length >= MOST_FOUND_BY) throw new Failure('limit_reached');
  const ticket = await gate.holdToSay(work, ticket_id);
  await editComment(work, ticket, answer_id, { found_by: [...found_by, words] });
  return {};
}
