/**
 * Node's own `http`, but not by `import`, which reads everything that it exports, `WebSocket` too: that loads a client
 * which nothing here needs, and takes 25 ms of a start.
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http')
