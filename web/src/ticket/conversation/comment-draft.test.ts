import { expect, test } from 'vitest';
import { changeDraft } from '../../session/draft.ts';
import { draftIn } from '../../testing/render.tsx';
import { comment } from '../../testing/tickets.ts';
import { BLANK_COMMENT, barredFrom, type Draft, withoutSent, withTakenBack } from './comment-draft.ts';

const draft = (more: Partial<Draft>): Draft => ({ ...BLANK_COMMENT, key: 'k', ...more });

test('a comment that its author takes back is a draft again, with its type and the comment that it replied to', () => {
  const back = comment({ content: 'Tray 2', type: 'answer', parent_id: 'q' });
  expect(withTakenBack(BLANK_COMMENT, back)).toEqual({ ...BLANK_COMMENT, text: 'Tray 2', type: 'answer', parent: 'q' });
});

test('text typed since then stays below it, keeps its type, and gets a new key', () => {
  const since = draft({ text: 'And when?', type: 'question', parent: 'p' });
  expect(withTakenBack(since, comment({ content: 'Tray 2', type: 'answer' }))).toEqual({
    ...since,
    text: 'Tray 2\n\nAnd when?',
    key: '',
  });
});

test('words of an internal comment never come back as words for everyone', () => {
  const said = comment({ content: 'Costs 300', is_internal: true });
  expect(withTakenBack(draft({ text: 'Thank you!' }), said).internal).toBe(true);
  expect(withTakenBack(draft({ text: 'Costs 500', internal: true }), comment()).internal).toBe(true);
});

test('whoever a comment names is named in its words, and by whoever sends them again', () => {
  const id = '019a2f60-7c1e-7b3a-9d4e-000000000001';
  const back = comment({ content: `<@${id}> knows`, mentions: [{ id, name: 'Jan' }] });
  const once = withTakenBack(BLANK_COMMENT, back);
  expect([once.text, once.named]).toEqual(['@Jan knows', [{ id, label: 'Jan' }]]);
  expect(withTakenBack(once, back)).toEqual(once);
});

test('only an internal draft bars somebody, and only whom it names', () => {
  const named = [
    { id: 'a', label: 'Ada', role: 'user' as const },
    { id: 'e', label: 'Ewa', role: 'developer' as const },
  ];
  expect(barredFrom(draft({ text: '@Ada @Ewa', named }), false)).toEqual([]);
  expect(barredFrom(draft({ text: '@Ada @Ewa', named }), true)).toEqual([named[0]]);
  expect(barredFrom(draft({ text: 'Ada @Ewa', named }), true)).toEqual([]);
});

test('words that are back already do not come back twice', () => {
  const said = comment({ content: 'Tray 2' });
  const once = withTakenBack(BLANK_COMMENT, said);
  expect(withTakenBack(once, said)).toEqual(once);
});

test('after sending a draft, only the words that came back before it are left', () => {
  const sent = draft({ text: 'And when? ' });
  expect(withoutSent(sent, sent)).toEqual(BLANK_COMMENT);
  expect(withoutSent(withTakenBack(sent, comment({ content: 'Tray 2' })), sent)).toEqual({
    ...BLANK_COMMENT,
    text: 'Tray 2',
  });
});

test('a draft whose field is not mounted waits in local storage', () => {
  const stored = () => draftIn('away');
  changeDraft('away', BLANK_COMMENT, () => draft({ text: 'Tray 2' }));
  expect(JSON.parse(stored() ?? '')).toEqual(draft({ text: 'Tray 2' }));
  changeDraft('away', BLANK_COMMENT, () => BLANK_COMMENT);
  expect(stored()).toBe(null);
});
