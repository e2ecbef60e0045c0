/** All that has a budget, one after the other: times, and what the check holds as well. */
import { defineConfig } from '@playwright/test'
import stories from './playwright.config.ts'

export default defineConfig(stories, {
  testMatch: ['*.budget.ts', 'crowd.story.ts', 'weight.story.ts'],
  workers: 1,
  fullyParallel: false,
})
