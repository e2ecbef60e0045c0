import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** Threads are started, and data is read, from where the sources are. */
const addressesOfSources: Plugin = {
  name: 'addresses-of-sources',
  transform: (code, id) =>
    id.includes('node_modules') ? null : code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id))),
};

/**
 * Writes the worker into a folder, as one file: a proof starts sixteen on each database, and to load a thousand modules takes
 * four times the CPU. @returns the path of the file.
 */
export async function bundledWorker(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [addressesOfSources],
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: 'worker-process.ts',
      target: 'esnext',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  return join(folder, 'worker.mjs');
}
