import type { FastifyReply } from 'fastify';
import type { SearchStep } from '../../../contract/words.ts';

/** Says in a header which step of a search found the answer (docs/rules/answers.md#search-in-steps). @param step null when none did. */
export function sayStep<T>(reply: FastifyReply, step: SearchStep | null, answer: T): T {
  if (step !== null) reply.header('kwit-search', step);
  return answer;
}
