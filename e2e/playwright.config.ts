import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../coverage/e2e',
  reporter: [['list']],
  workers: 2,
  // Times are measured when nothing else runs.
  projects: [
    { name: 'stories', testMatch: '*.story.ts', testIgnore: 'budgets.story.ts', fullyParallel: true },
    { name: 'budgets', testMatch: 'budgets.story.ts', dependencies: ['stories'] },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    viewport: { width: 1366, height: 800 },
    launchOptions: chromium(),
  },
})
