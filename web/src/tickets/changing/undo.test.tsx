import { useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { write } from '../../backend/client.ts';
import { Button } from '../../design/button.tsx';
import { ACT, draw, service } from '../../testing/render.tsx';
import { loadTexts } from '../../texts/texts.ts';
import { ActList } from './act-list.tsx';
import { undoRequest } from './dialog-requests.ts';
import { TicketDialogs } from './ticket-dialogs.tsx';
import { takeLastBack } from './undo.ts';

const lineOf = (number: number, field = 'priority') => ({
  ...{ id: `line ${number} ${field}`, ticket: { id: `ticket ${number}`, number }, thing: null, field },
  ...{ old: 'normal', new: 'high', state: 'undoable' },
});
const undone = (...numbers: number[]) => ({
  act: ACT,
  undone: numbers.map((number) => lineOf(number)),
  left: [],
  told_already: 0,
});
const UNDO = `POST /acts/${ACT}/undo`;

const posted = (requests: ReturnType<typeof service>) =>
  requests.filter(({ path }) => path.endsWith('/undo')).map(({ body }) => body);

afterEach(undoRequest.end);

/** A page on which something is changed, and the key takes it back. */
function Desk() {
  const client = useQueryClient();
  return (
    <>
      <Button onClick={() => void write('PATCH', '/tickets', { json: {} })}>Change</Button>
      <Button onClick={() => void takeLastBack(client)}>Take back</Button>
      <TicketDialogs />
    </>
  );
}

async function changed(): Promise<void> {
  await loadTexts('acts');
  await draw(<Desk />);
  await page.getByRole('button', { name: 'Change' }).click();
}

test('the last act of one ticket is taken back at once', async () => {
  const requests = service({ [UNDO]: undone(7) });
  await changed();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.element(page.getByText('Taken back')).toBeVisible();
  expect(posted(requests)).toEqual([{ dry_run: true }, {}]);
});

test('the last act of several tickets is taken back once its author has read what becomes of it', async () => {
  const left = [
    { line: lineOf(9), error: 'changed_since', by: { id: 'jan', name: 'Jan' }, at: null },
    { line: lineOf(9, 'comment'), error: 'not_undoable', by: null, at: null },
  ];
  const requests = service({ [UNDO]: { ...undone(7, 8), left } });
  await changed();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.element(page.getByText(/on 2: Priority \(#7, #8\)/)).toBeVisible();
  await expect.element(page.getByText(/#9, Priority: changed since by Jan; it stays\./)).toBeVisible();
  expect(posted(requests).every((body) => (body as { dry_run?: true }).dry_run)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => posted(requests).at(-1)).toEqual({});
});

test('people gain sight again by an undo once its author wants that', async () => {
  const left = [{ line: lineOf(7, 'restricted'), error: 'would_reveal', by: null, at: null }];
  const requests = service({
    [UNDO]: ({ body }: { body: unknown }) => ((body as { confirm?: true }).confirm ? undone(7) : { ...undone(), left }),
  });
  await changed();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.element(page.getByText(/^#7, .*: people would gain sight of it\.$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.getByRole('switch', { name: /Also where people gain sight/ }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => posted(requests).at(-1)).toEqual({ confirm: true });
});

test('the question names as many tickets as one reads', async () => {
  service({ [UNDO]: undone(...Array.from({ length: 300 }, (_, n) => n + 1)) });
  await changed();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.element(page.getByText(/on 300: .*#20, …/)).toBeVisible();
});

test('acts stand in a list, each with what takes it back, or what became of it', async () => {
  const actOf = (id: string, more: object) => ({
    ...{ id, at: '2026-11-20T10:00:00.000Z', actor: { id: 'ewa', name: 'Ewa' }, via: 'app', token_name: null },
    ...{ kind: 'changeTickets', tickets: 2, fields: ['priority', 'comment'], can_undo: true },
    ...{ undone_by: null, undoes: null, ...more },
  });
  const acts = [
    actOf(ACT, {}),
    actOf('b', { actor: null, via: 'import', tickets: 0, fields: ['created'], can_undo: false, undone_by: 'x' }),
    actOf('c', { via: 'agent', can_undo: false, undoes: 'd' }),
    actOf('e', { actor: null, tickets: 0, fields: ['changes'], can_undo: false }),
  ];
  const removed = { thing: { type: 'project', id: 'p', name: 'Shop' }, old: true, new: null };
  const lines = [lineOf(7), lineOf(7, 'status'), { ...lineOf(8, 'created'), ticket: null, ...removed }];
  service({ 'GET /acts?limit=50': acts, [`GET /acts/${ACT}`]: { ...acts[0], lines }, [UNDO]: undone(7) });
  await loadTexts('acts');
  await draw(
    <>
      <ActList />
      <TicketDialogs />
    </>,
  );
  await page.getByText('priority, comment · 2 tickets').first().click();
  await expect.element(page.getByText('#7: Priority, Status')).toBeVisible();
  await expect.element(page.getByText('Shop: removed')).toBeVisible();
  await expect.element(page.getByText('Ewa · in the app')).toBeVisible();
  await expect.element(page.getByText('Ewa · by an agent · an undo')).toBeVisible();
  // A forge did it, and nobody in the app.
  await expect.element(page.getByText('Kwit', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Kwit · by an import')).toBeVisible();
  await expect.element(page.getByText('Taken back')).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo this' }).elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo this' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Take this back?' })).toBeVisible();
});
