import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientMainFields, defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.KWIT_SERVER ?? 'http://127.0.0.1:4000'

/**
 * What the login draws with, beside its libraries. Whoever imports one more file on the way from `main.tsx` to the login
 * names it here, or the login loads the kit as well and is heavier than its story allows.
 */
const LOGIN = [
  'router',
  'backend/client',
  'backend/query-client',
  'backend/sign-in',
  'backend/tickets',
  'backend/token',
  'design/button',
  'design/class-names',
  'design/crashed',
  'design/feedback',
  'design/field',
  'design/icon',
  'design/logo',
  'design/toast',
  'fetched-page',
  'session/code-step',
  'session/email-step',
  'session/theme',
  'texts/fold',
  'texts/texts',
  'tickets/ticket-search',
]
const isOfLogin = (id: string) =>
  id.includes('vite/preload-helper') || LOGIN.some((name) => id.includes(`/web/src/${name}.ts`))

/** What pages draw with, but for what is fetched only when it is opened. */
const KIT =
  /web\/src\/(backend|commands|design|session|texts|tickets)\/(?!chart|chooser|closing-dialog|drag|rendered|virtual)[\w-]+\.tsx?$/

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss()],
  // The drag and drop brings a build for today's browsers, without Babel's helpers, under a name of its own.
  resolve: { mainFields: ['module:es2019', ...defaultClientMainFields] },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2023',
    // The policy forbids data: fonts and the like; and an inlined file is paid for on every page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // Few chunks: each is compressed by itself, so eighty small ones weigh 19 KB more than these.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/,
            },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/]/ },
            { name: 'login', test: isOfLogin },
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
