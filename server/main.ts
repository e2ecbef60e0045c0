import { existsSync, readFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// What was compiled is kept beside the libraries, so that the next start takes half as long; without a place, it is not.
enableCompileCache(here('../node_modules/.cache/kwit'))
const { start } = await import('./start.ts')

const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string }
const built = here('../web/dist')

await start({ environment: process.env, version, webApp: existsSync(`${built}/index.html`) ? built : null })
flushCompileCache()
