import { loadTexts } from '../texts/texts.ts'

await loadTexts('app')
