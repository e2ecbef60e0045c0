import { type CommandParts, contextOf } from '#platform';
import { verifyWaits } from './all-waits.ts';

/** `kwit waits verify`: proves that each wait is as comments and history say. */
export async function waitsVerify({ runner, say }: CommandParts): Promise<boolean> {
  const { tickets, waits, differ, differing } = await verifyWaits(runner, contextOf('waits verify'));
  if (differ > 0) say(`Tickets whose waits differ: ${differing.map((number) => `#${number}`).join(', ')}`);
  say(`${waits} waits of ${tickets} tickets rebuilt from comments and history: ${differ} differ.`);
  return differ === 0;
}
