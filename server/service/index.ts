export { NAMES_AT_ONCE, namedFilesAmong } from './housekeeping/housekeeping-store.ts';
export { type ServingNode, SignOfLife } from './upgrade/nodes.ts';
export { isReadOnly, readReadOnly } from './upgrade/read-only.ts';
export { announceUpgrade, readUpgrade, type UpgradeReport, upgradingTo } from './upgrade/upgrade.ts';
