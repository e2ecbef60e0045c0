export { backupRoutes } from './backups/backup-routes.ts';
export { exportRoutes } from './exports/export-routes.ts';
export { figuresCsvRoutes } from './exports/figures-csv-routes.ts';
export { ticketCsvRoutes } from './exports/ticket-csv-routes.ts';
export { oldAddressRoutes } from './imports/old-address-routes.ts';
export { importRoutes } from './imports/uploaded/import-routes.ts';
export { personDataRoutes } from './privacy/person-data-routes.ts';
