/** The files that other products wrote, as they are imported: what is typed behind `kwit import`. */
import { join } from 'node:path';

const EXPORTS = join(import.meta.dirname, 'exports');

const of = (product: string, name: string, words: string): string[] => [
  ...[product, join(EXPORTS, product, name)],
  ...words.split(' ').map((word) => (word.includes('/') && !word.startsWith('Europe/') ? join(EXPORTS, word) : word)),
];
const WARSAW = '--zone Europe/Warsaw';
const JIRA = `${WARSAW} --files jira/files --comments public`;
const RESTRICTED = '--restricted-to ewa@example.com';

export const MOVED: Readonly<Record<string, readonly string[]>> = {
  'jira cloud-pl': of('jira', 'cloud-pl.csv', `${JIRA} --people jira/people.csv --answer last-comment`),
  'jira cloud-en': of('jira', 'cloud-en.csv', `${JIRA} ${RESTRICTED}`),
  'jira datacenter-en': [
    ...of('jira', 'datacenter-en.csv', `${JIRA} ${RESTRICTED}`),
    ...['--map', 'status.Peer review=in_progress', '--map', 'status.Live=closed'],
  ],
  'jira servicedesk-es': of('jira', 'servicedesk-es.csv', `${WARSAW} --people jira/people.csv`),
  'jira wiki': of('jira', 'wiki.csv', `${WARSAW} ${RESTRICTED}`),
  'redmine admin': of('redmine', 'admin', `--markup textile --answer last-comment ${RESTRICTED}`),
  'redmine renumbered': of('redmine', 'admin', `--markup textile --renumber ${RESTRICTED}`),
  'redmine no-admin': of(
    'redmine',
    'no-admin',
    `--markup textile --without-admin --renumber --incomplete ${RESTRICTED}`,
  ),
  zammad: of('zammad', 'all-groups', '--answer last-comment'),
  trello: of('trello', 'board.json', `${WARSAW} --files trello/attachments --closed-lists Zrobione`),
  'trello of 1,000': of('trello', 'board-1000.json', '--answer last-comment'),
  zendesk: of('zendesk', 'account', `${WARSAW} --answer last-comment`),
  'osticket of mysqldump': of('osticket', 'helpdesk.sql', `${WARSAW} --files osticket/disk`),
  'osticket of mariadb': of('osticket', 'helpdesk-mariadb.sql', `${WARSAW} --answer last-comment`),
  'csv of jira': of('csv', '../jira/cloud-en.csv', '--ignore-unknown --people create --zone UTC'),
  csv: of('csv', 'list.csv', `--comments csv/comments.csv --files csv/files ${RESTRICTED}`),
  github: of('github', 'issues.json', '--map label.bug=category.bug --answer last-comment'),
  mail: of('mail', 'box.mbox', '--since 2026-01-01 --status closed'),
};
