/** Everything that the app shows around a screen: one answer brings it when the app is opened. */

import { queryOptions } from '@tanstack/react-query';
import { teamNamesQuery } from './access.ts';
import { get } from './client.ts';
import { usableLabelsQuery } from './labels.ts';
import { cacheUnread } from './notices.ts';
import { developersQuery, formerIdsQuery } from './people.ts';
import { byName, everyProjectQuery } from './projects.ts';
import { meQuery, publicSettingsQuery } from './sign-in.ts';
import { viewsQuery } from './views.ts';

/** How many of a kind it has at most. */
const MOST = 500;

/** A list that may be cut counts as old: a page that needs it shows it, and asks for all of it. */
const asNewAsWhole = (some: readonly unknown[]) => (some.length < MOST ? {} : { updatedAt: 0 });

/** Whether Kwit takes no changes now: asked again each minute until it does, else when the page is looked at after a while. */
export const readOnlyQuery = queryOptions({
  queryKey: ['read-only'],
  queryFn: async ({ signal }) => (await get('/workspace', {}, signal)).read_only,
  staleTime: 5 * 60_000,
  refetchInterval: ({ state }) => (state.data === true ? 60_000 : false),
});

/** Puts each part where its own query looks for it. What stays is where the live stream goes on. */
export const workspaceQuery = queryOptions({
  queryKey: ['workspace'],
  queryFn: async ({ client, signal }) => {
    const workspace = await get('/workspace', {}, signal);
    client.setQueryData(readOnlyQuery.queryKey, workspace.read_only);
    client.setQueryData(meQuery.queryKey, workspace.me);
    client.setQueryData(publicSettingsQuery.queryKey, workspace.settings);
    cacheUnread(client, workspace.unread);
    client.setQueryData(viewsQuery.queryKey, workspace.views);
    client.setQueryData(everyProjectQuery.queryKey, byName(workspace.projects), asNewAsWhole(workspace.projects));
    client.setQueryData(teamNamesQuery.queryKey, workspace.teams);
    client.setQueryData(usableLabelsQuery.queryKey, workspace.labels);
    client.setQueryData(developersQuery.queryKey, workspace.developers, asNewAsWhole(workspace.developers));
    client.setQueryData(formerIdsQuery.queryKey, workspace.former, asNewAsWhole(workspace.former));
    return workspace.last_event_id;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
