export { type Duties, Housekeeping, mendMisdated } from './housekeeping/housekeeping.ts';
export { metricsRoutes } from './metrics/metrics-routes.ts';
export { countMcpCalls, type McpOutcome, measure, showTransport, showTurns } from './metrics/service-metrics.ts';
export { firstSteps, type LastBackup, setupRoutes, showSetup } from './setup/setup-routes.ts';
export { upgradeRoutes } from './upgrade/upgrade-routes.ts';
export { workspaceRoutes } from './workspace/workspace-routes.ts';
