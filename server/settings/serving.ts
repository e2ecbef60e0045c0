export { auditRoutes, type SeenTargets } from './audit/audit-routes.ts';
export { mailTestRoutes, settingsRoutes } from './settings-routes.ts';
