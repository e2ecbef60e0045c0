#!/usr/bin/env node
import about from './package.json' with { type: 'json' };
import { endWithReader, runKwit } from './run.ts';

endWithReader(process);
const args = process.argv.slice(2);
if (args[0] === '--version') process.stdout.write(`${about.version}\n`);
else process.exitCode = await runKwit(args, process);
