export { mcpRoutes } from './protocol/mcp-routes.ts';
