import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { start } from './start.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const built = fileURLToPath(new URL('../web/dist', import.meta.url))

await start({ environment: process.env, version, webApp: existsSync(`${built}/index.html`) ? built : null })
