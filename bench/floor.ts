/** The floor: a bare server that sends as many bytes as the address asks for. No server on Node answers for less. */
import { createServer } from 'node:http';

const answers = new Map<number, Buffer>();

const server = createServer((request, response) => {
  const size = Number(request.url?.slice(1)) || 2;
  const bytes = answers.get(size) ?? Buffer.alloc(size, 'x');
  answers.set(size, bytes);
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
});
// A client that stands still for longer than the 5 seconds of Node would ask on a connection that has ended.
server.keepAliveTimeout = 0;
server.listen(Number(process.env.PORT), '127.0.0.1');
