/**
 * axe in a page: its rules for accessible pages (WCAG 2.2 A and AA, and good practice).
 * Its binding for Playwright opens and reads more than a page without frames needs, and takes twice as long.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The only rules to try, or those to leave out. */
interface Rules {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

/**
 * Looks at the dialog that is open, or else at the whole page: what is behind a dialog is out of reach.
 * @param rules all when they are left out.
 * @returns a line for each element that breaks a rule: the rule, and where the element is.
 */
export async function violations(page: Page, { only, except = [] }: Rules = {}): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // Not as a script of the page: its Content-Security-Policy allows none of others.
  if (!isThere) await page.evaluate(`${AXE}; undefined`);
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    ...(only ? { runOnly: [...only] } : {}),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  };
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run: (of: ParentNode, by: RunOptions) => Promise<AxeResults> } };
    const { violations } = await axe.run(document.querySelector('dialog[open]') ?? document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  }, options);
}
