// Preloaded (`node --import`), so that Node need not load what strips types, 18 MB, for the first file either.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Beside the libraries; where that cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/kwit', import.meta.url)))
