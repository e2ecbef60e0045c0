import { build } from 'vite';

/** Writes `kwit.js` into a folder: one file with everything in it, so that it starts at once. */
export async function bundleInto(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    ssr: { noExternal: true },
    build: {
      ssr: 'main.ts',
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'kwit.js', codeSplitting: false } },
    },
  });
}
