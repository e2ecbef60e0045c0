/** Times are measured one after the other. */
import { defineConfig } from '@playwright/test'
import stories from './playwright.config.ts'

export default defineConfig(stories, { testMatch: '*.budget.ts', workers: 1, fullyParallel: false })
