/** What the addresses of the web app begin with; the empty one is its home. Every other address outside the interface is nothing. */
export const SCREENS = [
  '',
  'admin',
  'board',
  'insights',
  'login',
  'me',
  'my',
  'new',
  't',
  'tickets',
  'todo',
  'workload',
] as const
