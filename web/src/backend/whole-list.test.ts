import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ewa, type PageOfMore, service } from '../testing/render.tsx';
import { developersQuery, formerIdsQuery } from './people.ts';
import { projectsQuery } from './projects.ts';
import { workspaceQuery } from './workspace.ts';

const project = (name: string) => ({ id: name, name });
const many = Array.from({ length: 500 }, (_, index) => project(`Shop ${String(index).padStart(3, '0')}`));
const pages = {
  'GET /projects?limit=500': { items: many, next: '/api/projects?limit=500&cursor=c' } satisfies PageOfMore,
  'GET /projects?limit=500&cursor=c': [project('Aquarium')],
};
const workspace = (projects: unknown[]) => ({
  ...{ me: ewa, settings: {}, unread: 0, views: [], projects, developers: [ewa], former: ['gone'] },
  last_event_id: '7',
});

test('a list that is chosen from is read to its end', async () => {
  service(pages);
  const projects = await new QueryClient().fetchQuery(projectsQuery);
  expect(projects).toHaveLength(501);
  expect(projects[0]?.name).toBe('Aquarium');
});

test('what the workspace brings whole is not asked for again, and what it may have cut is', async () => {
  const requests = service({ ...pages, 'GET /workspace': workspace(many) });
  const client = new QueryClient();
  await client.fetchQuery(workspaceQuery);
  expect(client.getQueryData(projectsQuery.queryKey)).toHaveLength(500);
  await client.fetchQuery(projectsQuery);
  await client.fetchQuery(developersQuery);
  await client.fetchQuery(formerIdsQuery);
  expect(client.getQueryData(projectsQuery.queryKey)).toHaveLength(501);
  expect(requests.map(({ path }) => path)).toEqual([
    '/workspace',
    '/projects?limit=500',
    '/projects?limit=500&cursor=c',
  ]);
});
