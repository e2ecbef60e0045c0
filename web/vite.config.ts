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
 * The modules that `main.tsx` and the sign-in page import, and all that these import. What they load with `import()` is
 * not among them, nor are the two themselves: `main.tsx` waits for what it loads, and would wait for its own chunk.
 */
function signInModules(graph: Graph): ReadonlySet<string> {
  const importsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? []
  const open = ['./src/main.tsx', './src/pages/login/login-page.tsx'].flatMap((path) => importsOf(here(path)))
  const found = new Set<string>()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...importsOf(id))
  }
  return found
}

let signIn: ReadonlySet<string> | undefined
function isOfSignIn(id: string, graph: Graph): boolean {
  signIn ??= signInModules(graph)
  return id.includes('vite/preload-helper') || (signIn.has(id) && !id.includes('/node_modules/'))
}

/** The modules that several pages share, except those that load on demand. */
const KIT =
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
            { name: (id, graph) => (isOfSignIn(id, graph) ? 'login' : null), debugName: 'login' },
            { name: 'kit', test: KIT, minShareCount: 2 },
            { name: 'admin', test: /pages[\\/]admin[\\/]/ },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 4100, proxy: { '/api': server, '/dev': server } },
  preview: { host: '127.0.0.1', port: 4101, proxy: { '/api': server, '/dev': server } },
})
