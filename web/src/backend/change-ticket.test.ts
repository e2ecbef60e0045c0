import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { service } from '../testing/render.tsx';
import { ticket } from '../testing/tickets.ts';
import { changeTicket, Overtaken } from './change-ticket.ts';

const before = ticket({ number: 7, status: 'submitted', priority: 'normal', version: 1 });
const history = [{ field: 'status', user_name: 'Zofia', old_value: 'submitted', new_value: 'blocked' }];

/** A service at which somebody else has changed the ticket. */
function elsewhere(now: object) {
  let isFirst = true;
  return service({
    [`PATCH /tickets/${before.id}`]: () => {
      if (!isFirst) return { ...before, ...now, priority: 'high', version: 3 };
      isFirst = false;
      return { refused: 412, error: 'precondition_failed' };
    },
    'GET /numbered-tickets/7': { ...before, version: 2, history, ...now },
  });
}
const writes = (requests: ReturnType<typeof service>) => requests.filter(({ method }) => method === 'PATCH').length;

test('what another one has made so already is no conflict', async () => {
  const requests = elsewhere({ status: 'verified' });
  expect(await changeTicket(new QueryClient(), before, { status: 'verified' })).toMatchObject({ status: 'verified' });
  expect(writes(requests)).toBe(1);
});

test('what another one did to another field stays, and the change is made', async () => {
  const requests = elsewhere({ status: 'blocked' });
  expect(await changeTicket(new QueryClient(), before, { priority: 'high' })).toMatchObject({ priority: 'high' });
  expect(writes(requests)).toBe(2);
});

test('who has changed the same is named, and nothing is overwritten', async () => {
  const requests = elsewhere({ status: 'blocked' });
  const refused = await changeTicket(new QueryClient(), before, { status: 'verified' }).catch((error) => error);
  expect(refused).toBeInstanceOf(Overtaken);
  expect([refused.by, refused.fields]).toEqual(['Zofia', ['status']]);
  expect(writes(requests)).toBe(1);
});
