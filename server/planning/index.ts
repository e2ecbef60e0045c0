export { boardRoutes, homeRoutes } from './board/board-routes.ts';
export { showAnswerTimes } from './statistics/answer-times.ts';
export { showFigures } from './statistics/figures.ts';
export { statisticsRoutes } from './statistics/statistics-routes.ts';
export { countByStatus } from './statistics/statistics-store.ts';
export { viewRoutes } from './views/view-routes.ts';
export { listViews, viewRestorer } from './views/view-store.ts';
