import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defaultClientMainFields, defineConfig, type Plugin } from 'vite';
import { drawnBy } from './drawn-by.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.KWIT_SERVER ?? 'http://127.0.0.1:4000';

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/**
 * The modules that these import, and all that those import, and these themselves. What they load with `import()` is not
 * among them.
 */
function modulesOf(paths: readonly string[], graph: Graph): ReadonlySet<string> {
  const open = paths.map(here);
  const modules = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (modules.has(id)) continue;
    modules.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return modules;
}

/** Tells whether a module of ours is among those that the paths need. */
function neededBy(...paths: string[]): (id: string, graph: Graph) => boolean {
  let needed: ReadonlySet<string> | undefined;
  return (id, graph) => {
    needed ??= modulesOf(paths, graph);
    return needed.has(id) && !id.includes('/node_modules/');
  };
}

/** Code that draws before anybody is signed in, and the libraries that it needs. */
const isOfStart = neededBy('./src/main.tsx', './src/pages/login/login-page.tsx');
const OF_START =
  /vite[\\/]preload-helper|node_modules[\\/](preact|use-sync-external-store|@tanstack)[\\/](?!.*virtual)/;
/** Code that everybody loads first after signing in. */
const isOfFirstPage = neededBy('./src/shell/frame.tsx', './src/pages/home/home-page.tsx');
/** Code of the first page of a fresh Kwit, besides: it must not bring the pages of tickets along. */
const isOfFirstSteps = neededBy('./src/pages/home/first-steps/first-steps.tsx', './src/texts/first-steps.ts');
/** The steps that are never the first. */
const isOfLaterSteps = neededBy('./src/pages/home/first-steps/administered-steps.tsx', './src/texts/administration.ts');
/** Code of the pages of tickets. A panel beside lists and board shows a whole ticket: these come together. */
const needsTickets = neededBy(
  './src/pages/ticket/ticket-page.tsx',
  './src/ticket/peek/peek-panel.tsx',
  './src/pages/list/list-page.tsx',
  './src/pages/board/board-page.tsx',
  './src/pages/new-ticket/new-ticket-page.tsx',
  './src/texts/lists.ts',
);
const isOfTickets = (id: string, graph: Graph): boolean =>
  /react-virtual|virtual-core/.test(id) ||
  (needsTickets(id, graph) && !/pages[\\/](?!ticket[\\/])|design[\\/]drag|\.css$/.test(id));

/** Tickets and first steps share too little for a chunk of its own. */
const isOfFrame = (id: string, graph: Graph): boolean =>
  isOfFirstPage(id, graph) || (isOfFirstSteps(id, graph) && isOfTickets(id, graph));

/** The modules that several pages share, except those that load on demand. */
const SHARED =
  /web\/src\/(backend|commands|design|observable|session|texts|tickets|ticket\/peek)\/([\w-]+\/)?(?!chooser|closing-dialog|drag|peek-panel|rendered)[\w-]+\.tsx?$|packages\/markdown\/(?!html)/;

/** Puts an image of `public/` into the page: a browser that shows a tab's icon asks for it at the first visit of any page. */
const inlined = (name: string): Plugin => ({
  name: 'inlined',
  apply: 'build',
  transformIndexHtml: (html) => {
    const source = encodeURIComponent(readFileSync(here(`./public/${name}`), 'utf8').trim());
    return html.replaceAll(`"/${name}"`, `"data:image/svg+xml,${source}"`);
  },
});

/** Gives files of `public/` that the page names a hash in their name, so that browsers keep them for a year. */
function hashed(...names: string[]): Plugin {
  const files = names.map((name) => {
    const source = readFileSync(here(`./public/${name}`));
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
    return { name, source, fileName: `assets/${name.replace('.', `-${hash}.`)}` };
  });
  return {
    name: 'hashed',
    apply: 'build',
    generateBundle() {
      for (const { fileName, source } of files) this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: (html) =>
      files.reduce((page, { name, fileName }) => page.replaceAll(`"/${name}"`, `"/${fileName}"`), html),
  };
}

export default defineConfig({
  root: here('.'),
  plugins: [tailwindcss(), hashed('theme.js'), inlined('icon.svg')],
  // The drag-and-drop library has a build for current browsers, without Babel's helpers, under this field.
  resolve: { mainFields: ['module:es2019', ...defaultClientMainFields], alias: drawnBy },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy forbids data: URLs for fonts, and every page would load an inlined file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      checks: { bundlerTimings: false, moduleLevelDirective: false },
      output: {
        // Few chunks: what always comes together is one. A page that somebody opens for the first time takes 15 requests.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: (id, graph) => (OF_START.test(id) || isOfStart(id, graph) ? 'start' : null), debugName: 'start' },
            { name: (id, graph) => (isOfFrame(id, graph) ? 'frame' : null), debugName: 'frame' },
            { name: (id, graph) => (isOfFirstSteps(id, graph) ? 'steps' : null), debugName: 'first steps' },
            { name: (id, graph) => (isOfTickets(id, graph) ? 'tickets' : null), debugName: 'tickets' },
            { name: (id, graph) => (isOfLaterSteps(id, graph) ? 'later' : null), debugName: 'later steps' },
            { name: 'entering', test: /entering[\\/]ways\.|backend[\\/]passkeys/ },
            { name: 'passkeys', test: /session[\\/]entering/ },
            { name: 'tools', test: SHARED, minShareCount: 2 },
            { name: 'admin', test: /pages[\\/]admin[\\/]/ },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 4100, proxy: { '/api': server, '/dev': server } },
  preview: { host: '127.0.0.1', port: 4101, proxy: { '/api': server, '/dev': server } },
});
