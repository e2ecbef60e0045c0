import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientMainFields, defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.KWIT_SERVER ?? 'http://127.0.0.1:4000'

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

/**
 * The modules that these import, and all that those import. What they load with `import()` is not among them, nor are
 * they themselves: a chunk that waits for what it loads would wait for its own.
 */
function modulesOf(paths: readonly string[], graph: Graph): ReadonlySet<string> {
  const importsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? []
  const open = paths.flatMap((path) => importsOf(here(path)))
  const found = new Set<string>()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...importsOf(id))
  }
  return found
}

/** Tells whether a module of ours is among those that the paths import. */
function importedBy(...paths: string[]): (id: string, graph: Graph) => boolean {
  let found: ReadonlySet<string> | undefined
  return (id, graph) => {
    found ??= modulesOf(paths, graph)
    return found.has(id) && !id.includes('/node_modules/')
  }
}

const isOfSignIn = importedBy('./src/main.tsx', './src/pages/login/login-page.tsx')
/** What everybody loads first after signing in. The palette is there before its key is pressed. */
const isOfFirstPage = importedBy('./src/shell/frame.tsx', './src/pages/home/home-page.tsx', './src/shell/palette.tsx')

/** The modules that several pages share, except those that load on demand. */
const SHARED =
  /web\/src\/(backend|commands|design|observable|session|texts|tickets)\/([\w-]+\/)?(?!chart|chooser|closing-dialog|drag|rendered|virtual)[\w-]+\.tsx?$/

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss()],
  // The drag-and-drop library has a build for current browsers, without Babel's helpers, under this field.
  resolve: { mainFields: ['module:es2019', ...defaultClientMainFields] },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy forbids data: URLs for fonts, and every page would load an inlined file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // Few chunks: the server compresses each by itself, so eighty small ones weigh 19 KB more than these.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/,
            },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/ },
            {
              name: (id, graph) => (id.includes('vite/preload-helper') || isOfSignIn(id, graph) ? 'login' : null),
              debugName: 'login',
            },
            { name: (id, graph) => (SHARED.test(id) && isOfFirstPage(id, graph) ? 'kit' : null), debugName: 'kit' },
            { name: 'tools', test: SHARED, minShareCount: 2 },
            { name: 'admin', test: /pages[\\/]admin[\\/]/ },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 4100, proxy: { '/api': server, '/dev': server } },
  preview: { host: '127.0.0.1', port: 4101, proxy: { '/api': server, '/dev': server } },
})
