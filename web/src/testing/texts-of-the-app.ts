import { loadTexts, switchLanguage } from '../texts/texts.ts'

await loadTexts('app')
// This runs before each file. All of them share a page: none begins in the language that another has chosen.
await switchLanguage('pl')
