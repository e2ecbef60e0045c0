import { readFileSync } from 'node:fs'
import { start } from './start.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

await start({ environment: process.env, version })
