import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';

export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Send the same key again to get the first answer again, for 24 h, without doing it twice.',
    }),
  ),
});

export const keyOf = (request: Pick<FastifyRequest, 'headers'>): string | null => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
};
