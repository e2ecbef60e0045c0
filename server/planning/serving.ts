export { boardRoutes, homeRoutes } from './board/board-routes.ts';
export { statisticsRoutes } from './statistics/statistics-routes.ts';
export { viewRoutes } from './views/view-routes.ts';
