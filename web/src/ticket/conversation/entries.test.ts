import { expect, test } from 'vitest';
import { comment, detail } from '../../testing/tickets.ts';
import { entriesOf, firstNewOf } from './entries.ts';

const file = (id: string, created_at: string) => ({
  id,
  ticket_id: 't',
  comment_id: null,
  is_internal: false,
  width: null,
  height: null,
  filename: id,
  original_name: `${id}.png`,
  mime_type: 'image/png',
  size: 1,
  uploaded_by: null,
  created_at,
  url: `/api/uploads/${id}`,
});

test('the timeline sorts comments, changes, files and links by time, and gathers those of one moment', () => {
  const entries = entriesOf(
    detail({
      attachments: [
        file('a', '2026-11-20T10:00:00.000Z'),
        file('b', '2026-11-20T10:00:20.000Z'),
        file('c', '2026-11-20T12:00:00.000Z'),
      ],
      history: [
        {
          field: 'status',
          old_value: 'submitted',
          new_value: 'verified',
          user_id: null,
          user_name: null,
          via: null,
          created_at: '2026-11-20T11:00:00.000Z',
        },
        {
          field: 'priority',
          old_value: 'normal',
          new_value: 'high',
          user_id: null,
          user_name: null,
          via: null,
          created_at: '2026-11-20T11:00:00.000Z',
        },
      ],
      external_references: [
        {
          id: 'r',
          ref_type: 'git_pr',
          url: 'https://example.com',
          title: null,
          created_by: null,
          created_by_name: null,
          created_at: '2026-11-20T11:30:00.000Z',
        },
      ],
    }),
    true,
  );
  expect(
    entries.map((entry) => (entry.kind === 'files' ? entry.files.map(({ id }) => id).join() : entry.kind)),
  ).toEqual(['a,b', 'changes', 'link', 'c']);
});

test('a reporter reads nothing of how much in a hurry their ticket is', () => {
  const change = {
    old_value: 'normal',
    new_value: 'high',
    user_id: null,
    user_name: null,
    via: null,
    created_at: '2026-11-20T11:00:00.000Z',
  };
  const hurried = detail({
    history: [
      { ...change, field: 'priority' },
      { ...change, field: 'urgency_reporter' },
    ],
  });
  expect(entriesOf(hurried, true)).toHaveLength(1);
  expect(entriesOf(hurried, false)).toEqual([]);
});

const said = (id: string, created_at: string, user_id: string) => comment({ id, created_at, user_id });

test('new is what others did after the user had looked, and nothing at the first visit', () => {
  const entries = entriesOf(
    detail({
      comments: [
        said('a', '2026-11-20T10:00:00.000Z', 'ada'),
        said('b', '2026-11-20T11:00:00.000Z', 'me'),
        said('c', '2026-11-20T12:00:00.000Z', 'ada'),
      ],
    }),
    true,
  );
  expect(firstNewOf(entries, '2026-11-20T10:00:00.000Z', 'me')).toBe(2);
  expect(firstNewOf(entries, '2026-11-20T12:00:00.000Z', 'me')).toBe(-1);
  expect(firstNewOf(entries, undefined, 'me')).toBe(-1);
});
