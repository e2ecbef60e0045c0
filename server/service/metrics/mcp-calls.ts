import { Counter, type Registry } from 'prom-client';

/** How a call of a tool ended: done, the user was asked, refused, or failed by our fault. */
export type McpOutcome = 'done' | 'asked' | 'refused' | 'failed';

/** Registers how many calls of tools there were. @returns what counts one. */
export function countMcpCalls(registry: Registry): (tool: string, outcome: McpOutcome) => void {
  const calls = new Counter({
    name: 'kwit_mcp_calls_total',
    help: 'Calls of tools through /mcp, by outcome.',
    labelNames: ['tool', 'outcome'],
    registers: [registry],
  });
  return (tool, outcome) => calls.inc({ tool, outcome });
}
