import { expect, test } from 'vitest';
import { comment, detail } from '../../testing/tickets.ts';
import { isLastingAnswer, reopeningsOf } from './reopenings.ts';

const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`;
const moved = (hour: number, old_value: string, new_value: string) => ({
  ...{ field: 'status', old_value, new_value, created_at: at(hour) },
  ...{ user_id: null, user_name: null, via: null },
});
const answer = (hour: number) => comment({ is_closure_summary: true, created_at: at(hour) });

test('an answer lasts as long as its ticket is not opened again', () => {
  const twice = detail({
    history: [
      moved(14, 'closed', 'verified'),
      moved(9, 'in_progress', 'closed'),
      moved(11, 'closed', 'in_progress'),
      moved(13, 'in_progress', 'closed'),
    ],
  });
  expect(reopeningsOf(twice)).toEqual([at(11), at(14)]);
  expect([8, 12, 15].map((hour) => isLastingAnswer(answer(hour), twice))).toEqual([false, false, true]);
  expect(isLastingAnswer(comment({ created_at: at(15) }), twice)).toBe(false);
  expect(isLastingAnswer(answer(8), detail({ history: [] }))).toBe(true);
});
