import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/render.tsx';
import { onDemand, PartPlace } from './on-demand.tsx';

/** A part whose code comes when the test lets it. */
function late(text: string) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Part = onDemand(async () => {
    await arrived;
    return () => <p>{text}</p>;
  });
  return { Part, arrive: () => arrive() };
}

test('a place waits for all that it begins with, and what comes to it later leaves in sight what somebody writes', async () => {
  const first = late('Reported');
  const second = late('Merged');
  const Ticket = () => {
    const [isMerged, setMerged] = useState(false);
    return (
      <>
        <PartPlace fallback={<p>Loading</p>}>
          {isMerged && <second.Part />}
          <first.Part />
          <textarea aria-label="Comment" />
        </PartPlace>
        <p onPointerMove={() => setMerged(true)}>Somebody else</p>
      </>
    );
  };
  await draw(<Ticket />);
  await expect.element(page.getByText('Loading')).toBeVisible();
  await expect.element(page.getByLabelText('Comment')).not.toBeInTheDocument();
  first.arrive();
  await expect.element(page.getByText('Reported')).toBeVisible();

  await userEvent.click(page.getByLabelText('Comment'));
  await userEvent.keyboard('It ');
  await userEvent.hover(page.getByText('Somebody else'));
  await userEvent.keyboard('works');
  await expect.element(page.getByLabelText('Comment')).toHaveFocus();
  await expect.element(page.getByText('Loading')).not.toBeInTheDocument();
  second.arrive();
  await expect.element(page.getByText('Merged')).toBeVisible();
  await expect.element(page.getByLabelText('Comment')).toHaveFocus();
  await expect.element(page.getByLabelText('Comment')).toHaveValue('It works');
});
