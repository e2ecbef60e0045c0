import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';

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

test('where what has the focus goes, as a row with its button, what stands next in the section has it', async () => {
  const Rows = () => {
    const [rows, setRows] = useState(['One', 'Two', 'Three']);
    return (
      <section>
        {rows.length === 0 && (
          <button type="button" onClick={() => setRows(['Four'])}>
            Add
          </button>
        )}
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
                {row}
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  };
  await draw(<Rows />);
  const button = (name: string) => page.getByRole('button', { name });
  await button('Two').click();
  await expect.element(button('Three')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('One')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Add')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Four')).toHaveFocus();
});

test('a dialog that goes with the button that opened it leaves the focus in the section', async () => {
  const Emptied = () => {
    const [step, setStep] = useState<'empty' | 'asking' | 'made'>('empty');
    return (
      <section>
        {step === 'made' && <button type="button">Another</button>}
        {step !== 'made' && (
          <button type="button" onClick={() => setStep('asking')}>
            First
          </button>
        )}
        {step === 'asking' && (
          <Dialog title="First" onClose={() => setStep('empty')}>
            <button type="button" onClick={() => setStep('made')}>
              Put in the list
            </button>
          </Dialog>
        )}
      </section>
    );
  };
  await draw(<Emptied />);
  await page.getByRole('button', { name: 'First' }).click();
  await page.getByRole('button', { name: 'Put in the list' }).click();
  await expect.element(page.getByRole('button', { name: 'Another' })).toHaveFocus();
});
