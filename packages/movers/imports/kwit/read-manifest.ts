import { FORMAT, FORMAT_VERSION, type Manifest, PLACE, tablesOf } from '../../exports/open-format/format.ts';
import { ImportRefused } from '../import-refused.ts';

/**
 * Reads the first file of an export.
 *
 * @param ours the newest change of our schema.
 * @throws ImportRefused when it is no export, or one of a newer Kwit.
 */
export function readManifest(text: string, ours: string): Manifest {
  const manifest = parsed(text);
  if (manifest?.format !== FORMAT)
    throw new ImportRefused(`This is no export of Kwit: ${PLACE.manifest} does not say so.`);
  const { version, schema, kwit } = manifest;
  if (typeof version !== 'number' || version > FORMAT_VERSION || String(schema) > ours)
    throw new ImportRefused(
      `This export was made by a newer Kwit (${String(kwit)}, ${String(schema)}). Update this Kwit first; it knows ${ours}.`,
    );
  for (const { name } of tablesOf({ events: false }))
    if (!isFigures(manifest.tables?.[name]))
      throw new ImportRefused(`${PLACE.manifest}: tables.${name} has no rows, bytes and sha256.`);
  return manifest as Manifest;
}

function parsed(text: string): Partial<Manifest> | null {
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportRefused(`${PLACE.manifest} is no JSON.`);
  }
}

function isFigures(figures: unknown): boolean {
  const { rows, bytes, sha256 } = (figures ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(rows) && Number.isSafeInteger(bytes) && /^[0-9a-f]{64}$/.test(String(sha256));
}
