/**
 * Writes `interface.ts`: the types of the interface, from the document that the service serves. It is not kept in the
 * repository, so it is never old: whatever checks or builds the packages writes it first.
 */
import { renameSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { startApp } from '../../server/testing/start-app.ts';

const HEADER = '// Written by packages/client/write-interface.ts from the document of the interface.\n\n';

const app = await startApp('sqlite');
const document = (await (await fetch(`${app.address}/api/openapi.json`)).json()) as Record<string, unknown>;
await app.close();
// A request may leave out a field that has a default.
const types = astToString(await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false }));
const file = new URL('interface.ts', import.meta.url);
// Two checks may write it at once, and a third may read it meanwhile.
const draft = new URL(`interface.${process.pid}.ts`, import.meta.url);
writeFileSync(draft, HEADER + types);
renameSync(draft, file);
