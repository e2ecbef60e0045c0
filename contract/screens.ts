/**
 * The first segments of the addresses of the web app; the empty one is Home. Any other address outside the interface is
 * 404.
 */
export const SCREENS = [
  '',
  'admin',
  'answers',
  'board',
  'first',
  'inbox',
  'insights',
  'login',
  'me',
  'my',
  'new',
  'reopen',
  't',
  'tickets',
  'todo',
  'workload',
] as const;
