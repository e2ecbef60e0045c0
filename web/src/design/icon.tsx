/** Kwit's line icons, on a grid of 20 by 20 with one stroke width. */
const PATHS = {
  home: 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1Z',
  list: 'M7 5h10M7 10h10M7 15h10M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  board: 'M3.5 4h3.6v12H3.5ZM8.2 4h3.6v8H8.2ZM12.9 4h3.6v10h-3.6Z',
  todo: 'm3 5.5 1.5 1.5L7 4M3 13.5 4.5 15 7 12M10 5.5h7M10 13.5h7',
  people:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 16.5c.3-3 2-4.5 5-4.5s4.7 1.5 5 4.5M13 4a2.7 2.7 0 0 1 0 5.2M14.5 12.3c1.8.5 2.8 1.9 3 4.2',
  chart: 'M3.5 3.5v13h13M7 13V9.5M10.5 13V6M14 13v-5',
  gear: 'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4',
  plus: 'M10 4v12M4 10h12',
  search: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM13.5 13.5 17 17',
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  down: 'm5.5 8 4.5 4.5L14.5 8',
  right: 'm8 5.5 4.5 4.5L8 14.5',
  left: 'M12 5.5 7.5 10l4.5 4.5',
  expand: 'M11.5 3.5h5v5M16.5 3.5 11 9M8.5 16.5h-5v-5M3.5 16.5 9 11',
  clip: 'm16 9.5-6.2 6.2a3.7 3.7 0 0 1-5.2-5.2l6.5-6.5a2.5 2.5 0 0 1 3.5 3.5l-6.4 6.4a1.2 1.2 0 0 1-1.8-1.8L12 6.5',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-.8.8M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l.8-.8',
  lock: 'M5 9h10v7.5H5ZM7 9V6.5a3 3 0 0 1 6 0V9',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  calendar: 'M3.5 5h13v11.5h-13ZM3.5 8.5h13M7 3v3M13 3v3',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.5 2',
  up: 'm5.5 12 4.5-4.5L14.5 12',
  user: 'M10 10a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM3.8 17c.4-3.3 2.5-5 6.2-5s5.8 1.7 6.2 5',
  folder: 'M3 5.5h5l1.5 2H17V16H3Z',
  eye: 'M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5ZM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  trash: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5',
  edit: 'M4 16l.7-3.3L13.5 4 16 6.5l-8.7 8.8Z',
  warning: 'M10 3.5 17.5 16.5h-15ZM10 8.5v3.5M10 14.3h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9v4.5M10 6.5h.01',
  mail: 'M3 5h14v10.5H3ZM3 5.5l7 5.5 7-5.5',
  undo: 'M7.5 4.5 3.5 8.5l4 4M3.5 8.5h8a4 4 0 0 1 0 8h-2',
  send: 'M3.5 10 17 3.5 13 17l-3-5.5Z',
  grip: 'M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01',
  bookmark: 'M5.5 3.5h9v13L10 13l-4.5 3.5Z',
  out: 'M8 4H4v12h4M12 6.5l3.5 3.5-3.5 3.5M15.5 10H8',
  download: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  reply: 'M8 5.5 3.5 10 8 14.5M3.5 10H11a5.5 5.5 0 0 1 5.5 5.5',
  refresh: 'M16 10a6 6 0 1 1-1.8-4.3L16 7.5M16 3.5v4h-4',
  flag: 'M5 17V3.5h9.5L12.5 7l2 3.5H5',
  inbox: 'M3 11.5 5 4.5h10l2 7V16H3ZM3 11.5h4l1 2h4l1-2h4',
  hook: 'M10 3.5a3 3 0 0 1 2 5.2l2 4M6 16a3 3 0 1 1 .5-5.3M6 13.5h8a2.5 2.5 0 1 1 0 3M10 6.5l-3.5 6.5',
  file: 'M5 3h6.5L15 6.5V17H5ZM11.5 3v3.5H15',
  comment: 'M3.5 4.5h13v9H10l-4 3v-3H3.5Z',
  history: 'M4 10a6 6 0 1 1 1.8 4.3L4 12.5M4 16.5v-4h4M10 7v3.5l2 1.5',
  bell: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13ZM8.5 17h3',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6ZM6 10h6a3 3 0 0 1 0 6H6Z',
  code: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  picture: 'M3 4h14v12H3ZM3 14l4.5-4.5 3 3 2.5-2.5 4 4M13 8h.01',
  bolt: 'M11 3 5 11.5h4.5L9 17l6-8.5h-4.5Z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18, className = '' }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
