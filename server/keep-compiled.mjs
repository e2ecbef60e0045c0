import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Node preloads this module (`--import`), so that it finds the first file compiled, and does not load its stripper of types (18 MB).

// The cache stands beside the libraries. Where Node cannot write there, it keeps none.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/kwit', import.meta.url)));
