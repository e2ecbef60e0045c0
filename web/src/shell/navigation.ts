/** The items of the navigation for each role. */
import type { Role } from '../../../contract/words.ts';
import type { IconName } from '../design/icon.tsx';
import type { TextKey } from '../texts/texts.ts';

export interface NavigationItem {
  to:
    | '/'
    | '/inbox'
    | '/my'
    | '/tickets'
    | '/board'
    | '/todo'
    | '/workload'
    | '/insights'
    | '/answers'
    | '/admin'
    | '/me';
  label: TextKey;
  /** A shorter name for the tab bar. */
  tab?: TextKey;
  icon: IconName;
  /** The key that opens it, after `G`. */
  key: string;
}

const HOME: NavigationItem = { to: '/', label: 'nav.home', icon: 'home', key: 'h' };
const MINE: NavigationItem = { to: '/my', label: 'nav.my', tab: 'nav.myTab', icon: 'flag', key: 'm' };
const ANSWERS: NavigationItem = { to: '/answers', label: 'nav.answers', icon: 'bolt', key: 'q' };
const WORKLOAD: NavigationItem = { to: '/workload', label: 'nav.workload', icon: 'people', key: 'w' };

const INBOX: NavigationItem = { to: '/inbox', label: 'nav.inbox', icon: 'inbox', key: 'n' };

const FOR_DEVELOPERS: NavigationItem[] = [
  HOME,
  INBOX,
  MINE,
  { to: '/tickets', label: 'nav.tickets', icon: 'list', key: 'l' },
  { to: '/board', label: 'nav.board', icon: 'board', key: 'b' },
  { to: '/todo', label: 'nav.todo', icon: 'todo', key: 't' },
  WORKLOAD,
  ANSWERS,
  { to: '/insights', label: 'nav.insights', icon: 'chart', key: 'i' },
  { to: '/admin', label: 'nav.admin', icon: 'gear', key: 'a' },
];

/** The work of others is not theirs. */
const FOR_USERS: NavigationItem[] = [HOME, INBOX, MINE, ANSWERS];

export const navigationItems = (role: Role): NavigationItem[] => (role === 'developer' ? FOR_DEVELOPERS : FOR_USERS);
