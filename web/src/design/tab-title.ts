/** The title and the icon of the browser's tab: what page it is, and whether there is something unread. */
const UNREAD_ICON = '/icon-unread.svg';

let title = 'Kwit';
let unread = 0;
/** The icon that the page names: the build puts it into the page. */
let readIcon = '';

function show(): void {
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}

/** @param name what the page shows, without the name of the app. */
export function titleTab(name: string, app = 'Kwit'): void {
  title = `${name} · ${app}`;
  show();
}

/** @param count how much the user has not read; 0 takes the mark away. */
export function markTab(count: number): void {
  if (count > 0 !== unread > 0) {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    readIcon ||= icon?.href ?? '';
    if (icon) icon.href = count > 0 ? UNREAD_ICON : readIcon;
  }
  unread = count;
  show();
}
