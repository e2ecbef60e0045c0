/** The floor: a bare server that sends as many bytes as the address asks for. No server on Node answers for less. */
import { createServer } from 'node:http'

const answers = new Map<number, Buffer>()

createServer((request, response) => {
  const size = Number(request.url?.slice(1)) || 2
  const bytes = answers.get(size) ?? Buffer.alloc(size, 'x')
  answers.set(size, bytes)
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.end(bytes)
}).listen(Number(process.env.PORT), '127.0.0.1')
