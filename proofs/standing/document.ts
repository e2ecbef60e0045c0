import type { App } from '../../server/testing/start-app.ts';

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

const KEYS = ['get', 'put', 'post', 'patch', 'delete'] as const;
type Document = { paths: Record<string, Partial<Record<(typeof KEYS)[number], { operationId: string }>>> };

export async function operationsOf({ stranger }: App): Promise<Operation[]> {
  const { paths } = (await stranger.get<Document>('/api/openapi.json')).is(200);
  return Object.entries(paths).flatMap(([path, methods]) =>
    KEYS.flatMap((key) => {
      const id = methods[key]?.operationId;
      return id === undefined ? [] : [{ id, method: key.toUpperCase(), path }];
    }),
  );
}
