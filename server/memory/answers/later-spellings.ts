import { isUnspaced, type RequestContext, type Runner } from '#platform';
import { SearchStore } from '../search/search-store.ts';
import { joinedNumbers } from '../search/written-numbers.ts';
import { indexTicket } from './index-ticket.ts';
import { LaterSpellingStore } from './later-spelling-store.ts';
import { SolvedStore } from './solved-store.ts';

const OTHER_DASH = /\p{L}(?!-)\p{Pd}\p{L}/u;

/** Whether the first version knew fewer spellings of a text. */
const hasLater = (text: string): boolean => isUnspaced(text) || OTHER_DASH.test(text) || joinedNumbers(text).length > 0;

/**
 * Writes words of tickets anew that a version before wrote in fewer spellings: numbers in groups, words with dashes, scripts
 * without blanks. @returns whether there is more to do.
 */
export const addLaterSpellings = (runner: Runner, context: RequestContext<null>): Promise<boolean> =>
  runner.write(context, async (work) => {
    const store = work.of(LaterSpellingStore);
    const after = await store.progress();
    if (after === null) return false;
    const tickets = await store.texts({ after });
    for (const { id, number, title, description, question } of tickets) {
      const thread = await work.of(SearchStore).threadOf({ ticket: id });
      if (![title, description, question ?? '', ...thread.map(({ content }) => content)].some(hasLater)) continue;
      const ticket = await store.held({ id });
      if (ticket === undefined) continue;
      await indexTicket(work, ticket);
      await work.of(SolvedStore).index(id, number);
    }
    await store.advance(tickets.at(-1)?.number ?? null);
    return true;
  });
