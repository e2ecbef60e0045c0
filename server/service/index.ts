export { type Duties, Housekeeping, mendMisdated } from './housekeeping/housekeeping.ts';
export { NAMES_AT_ONCE, namedFilesAmong } from './housekeeping/housekeeping-store.ts';
export { countMcpCalls, type McpOutcome } from './metrics/mcp-calls.ts';
export { metricsRoutes } from './metrics/metrics-routes.ts';
export { measure } from './metrics/request-metrics.ts';
export { showReads, showTransport } from './metrics/transport-metrics.ts';
export { firstSteps, type LastBackup } from './setup/setup.ts';
export { setupRoutes } from './setup/setup-routes.ts';
export { workspaceRoutes } from './workspace/workspace-routes.ts';
