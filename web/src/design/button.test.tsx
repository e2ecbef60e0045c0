import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/render.tsx';
import { Button, IconButton } from './button.tsx';
import { Switch } from './field.tsx';

test('what may do nothing for now keeps the focus, and does nothing', async () => {
  const done: string[] = [];
  const Controls = () => {
    const [off, setOff] = useState(false);
    const act = (name: string) => () => {
      done.push(name);
      setOff(true);
    };
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          done.push('sent');
        }}
      >
        <Button disabled={off} onClick={act('button')}>
          All read
        </Button>
        <IconButton icon="right" label="Next" disabled={off} onClick={act('icon')} />
        <Switch label="Lead" checked={false} disabled={off} onChange={act('switch')} />
        <input aria-label="Name" />
        <button type="button" onClick={() => setOff(false)}>
          Again
        </button>
        <Button type="submit" disabled={off}>
          Save
        </Button>
      </form>
    );
  };
  await draw(<Controls />);
  const controls = [
    ['button', page.getByRole('button', { name: 'All read' })],
    ['icon', page.getByRole('button', { name: 'Next' })],
    ['switch', page.getByRole('switch', { name: 'Lead' })],
  ] as const;
  for (const [name, control] of controls) {
    await control.click();
    await userEvent.keyboard(' ');
    await expect.element(control).toHaveFocus();
    await expect.element(control).toHaveAttribute('aria-disabled', 'true');
    expect(done).toEqual([name]);
    await userEvent.click(page.getByLabelText('Name'));
    await userEvent.keyboard('{Enter}');
    expect(done.splice(0)).toEqual([name]);
    await page.getByText('Again').click();
  }
  await expect.element(page.getByRole('switch')).not.toBeChecked();
  await page.getByText('Save').click();
  expect(done).toEqual(['sent']);
});
