/**
 * Writes down what the document of the interface promises, for the check to hold every later version to it. Run it at a
 * release, or where a promise that no release has made yet has to change.
 */
import { writeFileSync } from 'node:fs';
import { promisesOf, written } from '#platform';
import { startApp } from '../server/testing/start-app.ts';

const RELEASED = new URL('../contract/released-interface.txt', import.meta.url);

const app = await startApp('sqlite');
const answer = await fetch(`${app.address}/api/openapi.json`);
writeFileSync(RELEASED, written(promisesOf((await answer.json()) as Record<string, unknown>)));
await app.close();
