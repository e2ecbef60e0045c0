export { answerRoutes } from './answers/answer-routes.ts';
export { keepingRoutes } from './keeping/keeping-routes.ts';
export { similarRoutes } from './similar/similar-routes.ts';
