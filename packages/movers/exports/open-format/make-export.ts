import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  type Actor,
  type FileStore,
  partOf,
  type RequestContext,
  type Runner,
  type TarPart,
  tarOf,
  type Work,
} from '#platform';
import { recordAudit } from '#settings';
import { TableRowStore } from '../table-row-store.ts';
import { canonicalJson } from './canonical-json.ts';
import { readmeOf, schemasOf } from './describe-format.ts';
import {
  type ExportContent,
  type ExportEnd,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  PICTURES,
  PLACE,
  tablesOf,
} from './format.ts';
import { type MeasuredExport, measureExport, tableLines } from './measure-export.ts';

/** What an export is made from. */
export interface ExportParts {
  readonly runner: Runner;
  readonly files: FileStore;
  /** Of Kwit. */
  readonly version: string;
}

/** Records in the audit that an export is made. */
export const recordExport = (work: Work<Actor>, { files, events }: ExportContent): Promise<void> =>
  recordAudit(work, 'export.made', null, { files, events });

/**
 * Makes an export of one moment of the whole database (docs/rules/moving.md#export). `recordExport` goes before it.
 *
 * @returns the archive, once its first bytes are there. Read it to its end, or destroy it: until then it holds the moment.
 */
export function makeExport(
  { runner, files, version }: ExportParts,
  context: RequestContext,
  content: ExportContent,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const moment = runner.snapshot(context, async (work) => {
      const measured = await measureExport(work, files, content);
      const archive = tarOf(partsOf(work, files, content, measured, version));
      resolve(archive);
      await finished(archive);
    });
    // Once there is an archive, its reader learns of a failure from it.
    moment.catch(reject);
  });
}

async function* partsOf(
  work: Work<Actor>,
  files: FileStore,
  content: ExportContent,
  measured: MeasuredExport,
  version: string,
): AsyncGenerator<TarPart> {
  const tables = tablesOf(content);
  yield textPart(PLACE.manifest, `${JSON.stringify(await manifestOf(work, measured, content, version), null, 2)}\n`);
  yield textPart(PLACE.readme, readmeOf(tables));
  for (const [name, schema] of schemasOf(tables))
    yield textPart(PLACE.schema(name), `${JSON.stringify(schema, null, 2)}\n`);
  for (const [table, { bytes }] of measured.tables)
    yield { name: PLACE.rows(table.name), size: bytes, body: bytesOf(tableLines(work, table, measured.isWanted)) };
  yield textPart(
    PLACE.rows(PICTURES),
    measured.pictures.map((picture) => `${canonicalJson({ ...picture })}\n`).join(''),
  );
  const missing: string[] = [];
  for (const name of [...measured.files.keys()].toSorted()) {
    const file = await files.open(name);
    if (file === null) missing.push(name);
    else yield* partOf({ name: PLACE.file(name), file });
  }
  yield textPart(PLACE.end, `${JSON.stringify({ missing_files: missing } satisfies ExportEnd)}\n`);
}

async function manifestOf(
  work: Work<Actor>,
  measured: MeasuredExport,
  { tickets }: ExportContent,
  version: string,
): Promise<Manifest> {
  const { database, schema } = await work.of(TableRowStore).about();
  const sizes = [...measured.files.values()];
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    kwit: version,
    made_at: work.now,
    database,
    schema,
    tables: Object.fromEntries([...measured.tables].map(([{ name }, figures]) => [name, figures])),
    files: { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) },
    ...(tickets === null ? {} : { only: tickets }),
  };
}

function textPart(name: string, text: string): TarPart {
  const body = Buffer.from(text);
  return { name, size: body.length, body };
}

async function* bytesOf(pages: AsyncIterable<{ bytes: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of pages) yield bytes;
}
