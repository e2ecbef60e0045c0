import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/render.tsx';

test('a field that goes with the focus says nothing of having lost it: whoever gave it up saves nothing', async () => {
  const left: string[] = [];
  const Given = () => {
    const [open, setOpen] = useState(true);
    return (
      <>
        {open && (
          <fieldset onBlur={() => left.push('group')} onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
            <input aria-label="Machine" onBlur={() => left.push('field')} />
          </fieldset>
        )}
        <button type="button" onClick={() => setOpen(true)}>
          Again
        </button>
      </>
    );
  };
  await draw(<Given />);
  await userEvent.click(page.getByLabelText('Machine'));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByLabelText('Machine')).not.toBeInTheDocument();
  expect(left).toEqual([]);

  await userEvent.click(page.getByText('Again'));
  await userEvent.click(page.getByLabelText('Machine'));
  await userEvent.click(page.getByText('Again'));
  expect(left).toEqual(['field', 'group']);
});
