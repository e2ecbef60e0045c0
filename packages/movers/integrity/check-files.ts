import { digestIn, type FileStore, isSame } from '#platform';
import { type Checked, counted, grouped } from './checked.ts';
import type { NamedFiles } from './named-files.ts';

/** Of so many files a quick check reads the bytes, spread over all of them. */
const SAMPLE = 100;

/**
 * Checks that each file that a row names is there and what its row says. Of a picture no row says anything.
 *
 * @param isQuick reads the bytes of a sample only; that each is there, and how large, it looks up in any case.
 * @param isNamed whether a row names the file still: a service may have removed both meanwhile.
 */
export async function checkFiles(
  named: NamedFiles,
  files: FileStore,
  { isQuick, isNamed }: { isQuick: boolean; isNamed(name: string): Promise<boolean> },
): Promise<Checked> {
  const problems: string[] = [];
  const step = isQuick ? Math.max(1, Math.ceil(named.size / SAMPLE)) : 1;
  let [index, hashed] = [0, 0];
  for (const [name, expected] of named) {
    const isHashed = expected !== null && index % step === 0;
    const found = isHashed ? await digestIn(files, name) : await sizeIn(files, name);
    if (found === null) {
      if (await isNamed(name)) problems.push(`the file ${name} is gone`);
    } else if (expected !== null && found.size !== expected.size)
      problems.push(`the file ${name} has ${found.size} bytes, and its row says ${expected.size}`);
    else if (isHashed && 'sha256' in found && !isSame(found, expected))
      problems.push(`the file ${name} is not what its row says: its SHA-256 is another`);
    if (isHashed && found !== null) hashed += 1;
    index += 1;
  }
  const there = `${grouped(named.size - problems.length)} of ${grouped(named.size)}`;
  const unnamed = await countUnnamed(named, files);
  const strange = unnamed === 0 ? '' : `; ${counted(unnamed, 'file')} that no row names`;
  return { name: 'files', text: `${there}, SHA-256 of ${grouped(hashed)} read${strange}`, problems };
}

async function sizeIn(files: FileStore, name: string): Promise<{ size: number } | null> {
  const file = await files.open(name);
  file?.stream.destroy();
  return file && { size: file.size };
}

/** What a request has just kept, or a crash left; the sweep removes it in time. */
async function countUnnamed(named: NamedFiles, files: FileStore): Promise<number> {
  let count = 0;
  for await (const { name } of files.names()) if (!named.has(name)) count += 1;
  return count;
}
