import { expectTypeOf, test } from 'vitest';
import type { Answer } from '../../../contract/answers.ts';
import { address, get, write } from './client.ts';

/** They are read by the compiler alone: nothing here is sent. */
const wrong = [
  // @ts-expect-error there is no such operation
  () => get('/answer/1'),
  // @ts-expect-error an operation that is written to is not read
  () => get('/auth/request-otp'),
  // @ts-expect-error the list has no such filter
  () => address('/tickets', { colour: 'red' }),
  // @ts-expect-error a word that the interface does not have
  () => write('POST', '/auth/request-otp', { json: { email: 'ada@example.com', lang: 'de' } }),
  // @ts-expect-error a field that the interface does not have
  () => write('PATCH', `/tickets/${'id'}`, { json: { colour: 'red' } }),
];

test('what an operation answers is what the document says', () => {
  expectTypeOf(wrong).toBeArray();
  expectTypeOf((id: string) => get(`/answers/${id}`)).returns.resolves.toEqualTypeOf<Answer>();
  expectTypeOf(() => get('/answers/review')).returns.resolves.not.toEqualTypeOf<Answer>();
  expectTypeOf((id: string) => write('DELETE', `/views/${id}`)).returns.resolves.toBeUndefined();
});
