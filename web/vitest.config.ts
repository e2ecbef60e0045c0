import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromium } from '../e2e/chromium.ts';
import { drawnBy } from './drawn-by.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [tailwindcss()],
  resolve: { alias: drawnBy },
  // Vite makes these ready before the tests, and nothing while they run: for that it would load the page anew, and they all fail.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      'typebox',
      ...['fast-check', 'preact', 'react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime'],
      ...['@tanstack/react-query', '@tanstack/react-router', '@tanstack/react-virtual', 'dompurify', 'marked'],
      ...['@atlaskit/pragmatic-drag-and-drop/combine', '@atlaskit/pragmatic-drag-and-drop/element/adapter'],
    ],
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    api: { host: '127.0.0.1' },
    sequence: { shuffle: true },
    // All files in one page: a page for each takes longer than its tests. What a test changes there it puts back.
    isolate: false,
    restoreMocks: true,
    // Something that never comes fails late. On a busy machine what does come may take longer than Vitest's second.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['src/testing/texts-of-the-app.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: 'chromium' }],
      // A time zone other than UTC, so that a test finds a day that is wrong there.
      provider: playwright({
        launchOptions: chromium(),
        contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Warsaw' },
      }),
    },
  },
});
