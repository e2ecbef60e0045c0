import { join } from 'node:path';
import { ImportRefused } from '../import-report.ts';
import { asRow, asRows, idIn, type JsonRow, textIn } from '../json-rows.ts';
import { type RestClient, saveAnswer } from '../rest/rest-client.ts';

const PAGE = 100;
const withKey = (key: string) => ({ 'x-redmine-api-key': key });

/** Fetches a Redmine into a folder, so that it can be read from there. @throws ImportRefused when it does not answer. */
export async function downloadRedmine(client: RestClient, folder: string): Promise<void> {
  const get = async (path: string) => client.json(path, withKey);
  const me = asRow(await get('users/current.json'));
  if (idIn(asRow(me.user)) === null) throw new ImportRefused('This is no Redmine: users/current.json tells nobody.');
  const { api_key: _, ...user } = asRow(me.user);
  await saveAnswer(folder, 'users/current.json', { user });
  for (const name of ['issue_statuses', 'trackers', 'enumerations/issue_priorities', 'groups'] as const) {
    const answer = await get(`${name}.json`);
    if (answer !== null) await saveAnswer(folder, `${name}.json`, answer);
  }
  const pages = async (path: string, list: string): Promise<JsonRow[]> => {
    const rows: JsonRow[] = [];
    for (;;) {
      const answer = asRow(await get(`${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${rows.length}`));
      const page = asRows(answer[list]);
      rows.push(...page);
      if (page.length === 0 || rows.length >= Number(answer.total_count ?? 0)) return rows;
    }
  };
  await saveAnswer(folder, 'projects.json', { projects: await pages('projects.json', 'projects') });
  // People who are locked are told only to who asks for them.
  const users = [...(await pages('users.json', 'users')), ...(await pages('users.json?status=3', 'users'))];
  await saveAnswer(folder, 'users.json', { users });
  const issues = await pages('issues.json?status_id=*&sort=id', 'issues');
  await saveAnswer(folder, 'issues-0000.json', { issues });
  for (const { id } of issues) await downloadIssue(client, folder, Number(id));
}

async function downloadIssue(client: RestClient, folder: string, id: number): Promise<void> {
  const include = 'include=journals,attachments,relations,watchers,changesets,children';
  const answer = asRow(await client.json(`issues/${id}.json?${include}`, withKey));
  await saveAnswer(folder, `issues/${id}.json`, answer);
  for (const file of asRows(asRow(answer.issue).attachments)) {
    const [fileId, address] = [Number(idIn(file)), textIn(file, 'content_url')];
    if (address !== null && Number.isInteger(fileId))
      await client.file(address, withKey, join(folder, 'attachments', String(fileId), 'file'));
  }
}
