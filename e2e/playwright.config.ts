import { defineConfig } from '@playwright/test';
import { chromium } from './chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.story.ts',
  outputDir: '../coverage/e2e',
  reporter: [['list']],
  workers: '100%',
  fullyParallel: true,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    viewport: { width: 1366, height: 800 },
    launchOptions: chromium(),
  },
});
