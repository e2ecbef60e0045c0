import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Comment } from '#contract/comments.ts';
import { SECOND } from '#platform';
import { onEachDatabase } from '#testing/start-app.ts';

type Act = 'asks' | 'answers' | 'whispers' | 'moves' | 'takes back';
const ACTS: readonly Act[] = ['asks', 'asks', 'answers', 'whispers', 'moves', 'takes back'];

/** An act that still stands, with its moment. */
interface Happened {
  readonly act: Act;
  readonly at: string;
  readonly comment: Comment | null;
}

/** The first question after the last answer or move. */
function waitingSince(happened: readonly Happened[]): string | null {
  const last = happened.findLastIndex(({ act }) => act === 'answers' || act === 'moves');
  return happened.slice(last + 1).find(({ act }) => act === 'asks')?.at ?? null;
}

onEachDatabase('since when a reporter waits', (app) => {
  test('follows from what stands on the ticket, in whichever order it came and went', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...ACTS), { minLength: 3, maxLength: 12 }), async (acts) => {
        const ticket = await ada.opens();
        let happened: Happened[] = [];
        for (const act of acts) {
          clock.advance(SECOND);
          const at = new Date(clock.now()).toISOString();
          const says = async (draft: object, who = dev) => (await who.comments(ticket, { ...draft })).is(201);
          if (act === 'takes back') {
            const gone = happened.findLast(({ comment }) => comment !== null);
            if (gone?.comment) (await (gone.act === 'asks' ? ada : dev).takesBack(gone.comment)).is(204);
            happened = happened.filter((event) => event !== gone);
          } else if (act === 'moves') {
            const { status } = (await dev.reads(ticket)).is(200);
            (await dev.patches(ticket, { status: status === 'waiting' ? 'blocked' : 'waiting' })).is(200);
            happened.push({ act, at, comment: null });
          } else {
            const comment = act === 'asks' ? await says({}, ada) : await says({ is_internal: act === 'whispers' });
            happened.push({ act, at, comment });
          }
          assert.equal((await ada.reads(ticket)).is(200).awaiting_reply_since, waitingSince(happened));
        }
      }),
      { numRuns: 20, examples: [[['asks', 'moves', 'answers', 'takes back']]] },
    );
  });
});
