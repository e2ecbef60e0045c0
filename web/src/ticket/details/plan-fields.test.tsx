import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, ewa } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { Estimate, PlannedDate } from './plan-fields.tsx';

test('a day that the user types is saved once, when it is complete', async () => {
  const save = vi.fn();
  await draw(<PlannedDate ticket={detail({ planned_date: '2026-11-10' })} className="" onSave={save} />);
  await expect.element(page.getByLabelText('Planned for')).toBeVisible();
  await userEvent.tab();
  // The language of the test's browser puts the month first.
  await userEvent.keyboard('12242027');
  await userEvent.tab();
  await expect.poll(() => save.mock.calls).toEqual([['2027-12-24']]);
});

test("the page shows a day in its language, and the user types it into the browser's field", async () => {
  await draw(<PlannedDate ticket={detail({ planned_date: '2027-02-01' })} className="" onSave={vi.fn()} />);
  const words = page.getByText('1 Feb 2027').or(page.getByText('Feb 1, 2027'));
  await expect.element(words).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByLabelText('Planned for')).toHaveFocus();
  await expect.element(words).not.toBeVisible();
});

test('half a date changes nothing', async () => {
  const save = vi.fn();
  await draw(<PlannedDate ticket={detail({ planned_date: '2026-11-10' })} className="" onSave={save} />);
  const field = page.getByLabelText('Planned for');
  await field.click();
  await userEvent.keyboard('{Delete}');
  (field.element() as HTMLElement).blur();
  await expect.element(field).toHaveValue('2026-11-10');
  expect(save).not.toHaveBeenCalled();
});

test('the field resets what is no estimate', async () => {
  const save = vi.fn();
  await draw(<Estimate ticket={detail({ estimated_hours: 8 })} className="" onSave={save} />);
  const field = page.getByLabelText('Estimate');
  for (const nonsense of ['soon', '-1', '99999']) {
    await field.fill(nonsense);
    (field.element() as HTMLElement).blur();
    await expect.element(field).toHaveValue('8');
  }
  await field.fill('2,5');
  (field.element() as HTMLElement).blur();
  expect(save.mock.calls).toEqual([[2.5]]);
});

test('hours have a decimal comma in Polish, also when the user types them', async () => {
  const save = vi.fn();
  await draw(<Estimate ticket={detail({ estimated_hours: 12.5 })} className="" onSave={save} />, {
    ...ewa,
    language: 'pl',
  });
  const field = page.getByLabelText('Szacowany czas');
  await expect.element(field).toHaveValue('12,5');
  await field.fill('0,75');
  (field.element() as HTMLElement).blur();
  expect(save.mock.calls).toEqual([[0.75]]);
});
