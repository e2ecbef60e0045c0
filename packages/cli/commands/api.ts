import { errorOf } from '@kwit/client';
import { command, oneOf } from '../command.ts';
import { UsageError } from '../exit.ts';
import { readNamedFile } from '../files.ts';
import type { Terminal } from '../terminal/terminal.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const api = command({
  name: 'api',
  summary: 'Sends any request to the interface, and writes the answer.',
  words: '<method> <path>',
  options: {
    data: { type: 'string', short: 'd', value: 'JSON', about: 'The body; @file from a file, - from the input.' },
    header: { type: 'string', short: 'H', multiple: true, value: 'name: value', about: 'A header to send with it.' },
    include: { type: 'boolean', short: 'i', about: 'Writes status and headers, too.' },
  },
  examples: [
    ["kwit api GET '/api/tickets?limit=1'", 'what there is: <address>/api/docs'],
    ['kwit api POST /api/projects -d \'{"name":"Website"}\'', ''],
    ['kwit api GET /api/tickets.csv > tickets.csv', ''],
  ],
  async run({ words: [method = '', path = ''], options, terminal, account }) {
    if (!path.startsWith('/') || path.startsWith('//')) throw new UsageError('The path begins with one /.');
    const headers = new Headers(options.header?.map(headerOf));
    const body = options.data === undefined ? null : await bodyOf(options.data, terminal);
    if (body !== null && !headers.has('content-type')) headers.set('content-type', 'application/json');
    const init = { method: oneOf('The method', METHODS, method.toUpperCase()), headers, body };
    const response = await account.kwit.send(path, init);
    if (options.include) {
      const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
      terminal.say([`HTTP ${response.status}`, ...lines, ''].join('\n'));
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    terminal.write(bytes);
    if (!response.ok) throw errorOf(response, jsonIn(bytes));
  },
});

/** The JSON of an answer; null for anything else. */
function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function headerOf(line: string): [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new UsageError(`“${line}” is no header. Say it as name: value.`);
  return [name, value];
}

const bodyOf = async (data: string, terminal: Terminal): Promise<string> => {
  if (data === '-') return terminal.readAll();
  return data.startsWith('@') ? readNamedFile(data.slice(1)).toString() : data;
};
