import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SCREENS } from '#contract/screens.ts';
import { isCurrent } from '../http/conditional-requests.ts';
import { PAGE_POLICY } from '../http/headers.ts';
import { operation, type Routes } from '../http/operation.ts';

export interface BuiltPage {
  /** The strong entity tag of its content. */
  readonly tag: string;
  readonly plain: Buffer;
  /** As the build has compressed it, by the name of the encoding, the smallest first. */
  readonly compressed: ReadonlyMap<string, Buffer>;
}

const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/**
 * Reads the page of the built web app. Every visit asks for it, so the service keeps it in memory.
 *
 * @param folder the output of the build.
 */
export function readBuiltPage(folder: string): BuiltPage {
  const path = join(folder, 'index.html');
  const plain = readFileSync(path);
  return {
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    compressed: new Map(
      Object.entries(ENDINGS).flatMap(([encoding, ending]) =>
        existsSync(path + ending) ? [[encoding, readFileSync(path + ending)] as const] : [],
      ),
    ),
  };
}

/** The first parts of the app's addresses. */
const FIRST_PARTS: ReadonlySet<string> = new Set(SCREENS);
const YEAR = 31_536_000;
const page = operation({
  operationId: 'getWebApp',
  summary: 'The web app',
  tag: 'Service',
  access: 'public',
  params: Type.Object({ '*': Type.String() }),
  // The app keeps its filters in the query. The server ignores them.
  query: Type.Object({}, { additionalProperties: true }),
  answers: {},
  refuses: ['not_found'],
  produces: ['text/html'],
});

/**
 * Serves the built web app at `/`: its page from memory, its files as the build has compressed them, those with a hash in
 * their name for a year. It answers the address of a screen with the page, so that a link into the app works in a mail. It answers any
 * other address with 404: a browser gets the page, which says so, and other clients get the refusal of the API.
 *
 * @param folder the output of the build. @param isOver whether a screen is one that was, and is not any more.
 */
export const pageRoutes =
  (folder: string, isOver: (screen: string) => Promise<boolean>) =>
  async (routes: Routes): Promise<void> => {
    const builtPage = readBuiltPage(folder);
    await routes.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      etag: true,
    });
    routes.get('/*', { ...page, schema: { ...page.schema, hide: true } }, async (request, reply) => {
      const path = request.params['*'];
      if (/^(api|dev)(\/|$)/.test(path)) return reply.callNotFound();
      const isFile =
        path !== '' && path !== 'index.html' && /\.[a-z0-9]+$/i.test(path) && existsSync(join(folder, join('/', path)));
      const screen = path.split('/')[0] ?? '';
      const isScreen = FIRST_PARTS.has(screen) && !(await isOver(screen));
      const isBrowser = /\btext\/html\b/.test(request.headers.accept ?? '');
      if (!isFile && !isScreen && (path.startsWith('assets/') || !isBrowser)) return reply.callNotFound();
      if (!isFile && !isScreen) reply.code(404);
      reply.headers({
        'content-security-policy': PAGE_POLICY,
        'cache-control': path.startsWith('assets/') ? `public, max-age=${YEAR}, immutable` : 'no-cache',
      });
      return isFile ? reply.sendFile(path) : sendPage(request, reply, builtPage);
    });
  };

/** Sends the page as small as the browser takes it. Its name has no hash, so a browser that holds it asks whether it still holds. */
function sendPage(request: FastifyRequest, reply: FastifyReply, { tag, plain, compressed }: BuiltPage): FastifyReply {
  reply.headers({ 'content-type': 'text/html; charset=utf-8', etag: `W/${tag}`, vary: 'accept-encoding' });
  if (reply.statusCode === 200 && isCurrent(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', [...compressed.keys()]) ?? '';
  const smaller = compressed.get(encoding);
  if (smaller) reply.header('content-encoding', encoding);
  return reply.send(smaller ?? plain);
}
