export { showAnswerTimes } from './statistics/answer-times.ts';
export { showFigures } from './statistics/figures.ts';
export { countByStatus } from './statistics/statistics-store.ts';
export { listViews, viewRestorer } from './views/view-store.ts';
