/** How long the page of a command may take to draw what the command leads to. */
const PATIENCE_MS = 10_000;

/** Leads to what has this name: it is opened where that only opens something (`data-opens`), or else focused. */
function arriveAt(name: string): boolean {
  const found = document.querySelector<HTMLElement>(`[data-reach~="${name}"]`);
  if (!found) return false;
  found.scrollIntoView({ block: 'center' });
  found.focus();
  if ('opens' in found.dataset) found.click();
  return true;
}

/** Leads to a control by the name in its `data-reach`, as soon as the page has it. */
export function reach(name: string): void {
  if (arriveAt(name)) return;
  const observer = new MutationObserver(() => {
    if (arriveAt(name)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), PATIENCE_MS);
}
