import type { Actor } from '../actor.ts';
import type { AnswerReader } from '../database/answer-dialect.ts';
import { type Reader, readsInternals } from '../visibility.ts';
import type { Work } from '../work.ts';

/** Which answers the caller may be told of: developers of all, others of their own tickets' and, while the team shares, shared ones. */
export const answerReader = (work: Work): Promise<AnswerReader> => readerFor(work, work.actor);

/** The same for anybody. */
export async function readerFor(work: Work<Actor>, person: Reader): Promise<AnswerReader> {
  if (readsInternals(person)) return { all: true };
  const shared = (await work.settings.get('share_closure_summaries')) === 'true';
  return { all: false, ownId: person.id, shared };
}
