import { expect, test } from 'vitest';
import { toast, toastWhenDone, undoLast } from './toast.tsx';

test('Undo waits for the change under way, and takes back that one', async () => {
  const undone: string[] = [];
  const tell = (text: string) => toast({ text, undo: () => undone.push(text) });
  tell('first');
  const answer = Promise.withResolvers<void>();
  const second = (async () => {
    await toastWhenDone(answer.promise);
    tell('second');
  })();
  expect(undoLast()).toBe(true);
  expect(undone).toEqual([]);
  answer.resolve();
  await second;
  await expect.poll(() => undone).toEqual(['second']);
  expect(undoLast()).toBe(true);
  expect(undone).toEqual(['second', 'first']);
});

test('Undo takes back the one before when the change under way was refused', async () => {
  const undone: string[] = [];
  toast({ text: 'first', undo: () => undone.push('first') });
  const answer = Promise.withResolvers<void>();
  const refused = toastWhenDone(answer.promise).catch(() => toast({ text: 'no', tone: 'refused' }));
  undoLast();
  answer.reject(new Error('refused'));
  await refused;
  await expect.poll(() => undone).toEqual(['first']);
});

test('Undo takes back what the user did last, whichever answer comes last', async () => {
  const undone: string[] = [];
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changes = answers.map(async ({ promise }, index) => {
    await toastWhenDone(promise);
    toast({ text: `${index}`, undo: () => undone.push(`${index}`) });
  });
  for (const answer of answers.toReversed()) answer.resolve();
  await Promise.all(changes);
  for (const _ of changes) undoLast();
  expect(undone).toEqual(['2', '1', '0']);
});
