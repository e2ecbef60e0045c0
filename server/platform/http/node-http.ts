/**
 * Node's own `http`. An `import` would read every export, and with `WebSocket` load a client that Kwit does not use, which
 * takes 25 ms of a start.
 */
export const { Agent, request, STATUS_CODES } = process.getBuiltinModule('node:http');
