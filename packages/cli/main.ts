#!/usr/bin/env node
import { createRequire } from 'node:module';
import { endWithReader, runKwit } from './run.ts';

endWithReader(process);
const args = process.argv.slice(2);
// Its package says which one it is, beside the program.
if (args[0] === '--version') process.stdout.write(`${createRequire(import.meta.url)('./package.json').version}\n`);
else process.exitCode = await runKwit(args, process);
