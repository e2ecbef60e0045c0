// Runs before the first paint, so that a dark screen never flashes white. The policy forbids inline scripts.
const page = document.documentElement;
let theme = null;
let language = null;
try {
  theme = localStorage.getItem('kwit.theme');
  language = localStorage.getItem('kwit.language');
} catch {
  // Storage is forbidden.
}
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
page.dataset.theme = dark ? 'dark' : 'light';
if (language) page.lang = language;
// A ticket's address in Zammad: what follows # reaches no service.
if (location.hash.startsWith('#ticket/zoom/')) location.replace(`/${location.hash.slice(1)}`);
