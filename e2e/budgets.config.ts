/** Runs everything that has a budget, one after the other: times, and the sizes that the check holds too. */
import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

export default defineConfig(stories, {
  testMatch: ['*.budget.ts', 'many-tickets.story.ts', 'weight.story.ts'],
  workers: 1,
  fullyParallel: false,
});
