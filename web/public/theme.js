// Runs before the first paint, so that a dark screen never flashes white. The policy forbids inline scripts.
const page = document.documentElement;
let theme = null;
let language = null;
try {
  theme = localStorage.getItem('kwit.theme');
  language = localStorage.getItem('kwit.language');
} catch {
  // The browser forbids storage: the page takes the system's theme and the document's language.
}
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
page.dataset.theme = dark ? 'dark' : 'light';
if (language) page.lang = language;
