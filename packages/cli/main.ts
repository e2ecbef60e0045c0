#!/usr/bin/env node
import { runKwit } from './run.ts'

process.exitCode = await runKwit(process.argv.slice(2), process)
