import { type Static, Type } from 'typebox';
import { Durations } from './figures.ts';
import { Instant, nullable, record } from './scalars.ts';

const count = Type.Integer({ minimum: 0 });

/** How old what is open is, against how long took what was ever closed (docs/rules/statistics.md#ages). */
export const Ages = record({
  closed: Durations,
  open: count,
  bands: nullable(
    Type.Array(count, {
      minItems: 4,
      maxItems: 4,
      description:
        'How many open tickets are at most as old as half of the closed ones took, as 85 in a hundred, as 95, and older; null where fewer than ten were closed.',
    }),
  ),
  oldest: Type.Array(
    record({
      number: Type.Integer({ minimum: 1 }),
      title: Type.String(),
      created_at: Instant,
      minutes: Type.Integer({ minimum: 0, description: 'Since it was reported.' }),
    }),
    { maxItems: 10, description: 'Open tickets, the oldest first.' },
  ),
});
export type Ages = Static<typeof Ages>;
