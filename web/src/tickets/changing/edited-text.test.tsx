import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../testing/render.tsx';
import { EditedText } from './edited-text.tsx';

let changeFromOutside: (text: string) => void = () => {};

function Title({ onSave }: { onSave: (text: string) => Promise<boolean> }) {
  const [value, setValue] = useState('Printer jams');
  changeFromOutside = setValue;
  return (
    <EditedText
      name="title"
      label="Title"
      value={value}
      canEdit
      line
      min={10}
      max={300}
      changedBy="Ewa"
      onSave={onSave}
    >
      {(edit) => (
        <button type="button" {...edit}>
          {value}
        </button>
      )}
    </EditedText>
  );
}

test('a text that is too short shows what is missing and is not sent', async () => {
  const onSave = vi.fn(async () => true);
  await draw(<Title onSave={onSave} />);
  await page.getByRole('button', { name: 'Printer jams' }).click();
  await page.getByLabelText('Title').fill('Jam');
  await expect.element(page.getByText('7 more characters')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onSave).not.toHaveBeenCalled();
});

test('the field says that somebody else changed the text meanwhile, and never overwrites it', async () => {
  const onSave = vi.fn(async () => true);
  await draw(<Title onSave={onSave} />);
  await page.getByRole('button', { name: 'Printer jams' }).click();
  await page.getByLabelText('Title').fill('My own words here');
  changeFromOutside('Their words stand here');
  await expect.element(page.getByText(/Ewa has changed this text/)).toBeVisible();
  await expect.element(page.getByLabelText('Title')).toHaveValue('My own words here');
  await userEvent.keyboard('{Enter}');
  expect(onSave).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Show theirs' }).click();
  await expect.element(page.getByLabelText('Title')).toHaveValue('Their words stand here');
  await expect.element(page.getByText(/Ewa has changed this text/)).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Title')).toHaveFocus();
});

test('whoever edits by keys is back at the button when they are done', async () => {
  await draw(<Title onSave={async () => true} />);
  const button = page.getByRole('button', { name: 'Printer jams' });
  for (const key of ['{Enter}', '{Escape}']) {
    await button.click();
    await expect.element(page.getByLabelText('Title')).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(button).toHaveFocus();
  }
});

test('whoever discards a draft that was left is back at the button', async () => {
  await draw(<Title onSave={async () => true} />);
  const button = page.getByRole('button', { name: 'Printer jams' });
  await button.click();
  await userEvent.keyboard(' again{Escape}');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(button).toHaveFocus();
});
