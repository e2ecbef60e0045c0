#!/usr/bin/env node
import { endWithReader, runKwit } from './run.ts';

endWithReader(process);
process.exitCode = await runKwit(process.argv.slice(2), process);
