/** How long the page of a command may take to draw what the command leads to. */
const PATIENCE_MS = 10_000;

/** Leads to what has this name: it is opened where that only opens something (`data-opens`), or else focused. */
function arriveAt(name: string): boolean {
  const control = document.querySelector<HTMLElement>(`[data-reach~="${name}"]`);
  if (!control) return false;
  control.scrollIntoView({ block: 'center' });
  control.focus();
  if ('opens' in control.dataset) control.click();
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
