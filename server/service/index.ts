export { type Duties, Housekeeping, mendMisdated } from './housekeeping/housekeeping.ts';
export { NAMES_AT_ONCE, namedFilesAmong } from './housekeeping/housekeeping-store.ts';
export { metricsRoutes } from './metrics/metrics-routes.ts';
export { countMcpCalls, type McpOutcome, measure, showTransport, showTurns } from './metrics/service-metrics.ts';
export { firstSteps, type LastBackup, setupRoutes, showSetup } from './setup/setup-routes.ts';
export { type ServingNode, SignOfLife } from './upgrade/nodes.ts';
export { announceUpgrade, readUpgrade, type UpgradeReport, upgradingTo } from './upgrade/upgrade.ts';
export { upgradeRoutes } from './upgrade/upgrade-routes.ts';
export { workspaceRoutes } from './workspace/workspace-routes.ts';
