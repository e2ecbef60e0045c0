/** The client for programs, on a page: what its README promises of browsers. */
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { build } from 'vite';
import { report, story } from './kwit.ts';

const PROGRAM = fileURLToPath(new URL('../packages/client/testing/on-a-page.ts', import.meta.url));
const ADDRESS = '/program-of-the-story.js';

/** The program and the client in one file, as a page gets them from a program that bundles. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry: PROGRAM, formats: ['es'] } },
  });
  const [first] = [built].flat();
  if (first === undefined || !('output' in first)) throw new Error('The program was not built.');
  return first.output[0].code;
}

story('a program on a page reads, writes and hears by the client, with its own token', async ({ page, kwit }) => {
  const titles = ['The first of three', 'The second of three', 'The third of three'];
  for (const title of titles) await report(kwit, 'ada', title);
  const { token } = await kwit.call<{ token: string }>('dev', 'POST', '/tokens', { name: 'A page', scope: 'write' });
  const body = await bundled();
  await page.route(`**${ADDRESS}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.goto(`${kwit.url}/login`);
  const done = await page.evaluate(
    async ([address, bearer]) => {
      const program: { tryOnAPage: (url: string, token: string) => Promise<unknown> } = await import(address);
      return program.tryOnAPage(location.origin, bearer);
    },
    [ADDRESS, token] as const,
  );
  expect(done).toEqual({
    titles,
    isOnce: true,
    files: ['page.log'],
    status: 'in_progress',
    outdated: 'precondition_failed',
    refused: 'insufficient_scope',
    name: 'Dev',
    told: true,
  });
});
