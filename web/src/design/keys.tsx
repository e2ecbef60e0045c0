const SIGNS: Record<string, string> = {
  mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
  shift: '⇧',
  alt: 'Alt',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  space: '␣',
  enter: '↵',
};

/** Shows keys as the user's keyboard names them. `keys` are such as `g h` or `mod+k`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(' ').map((chord, index) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          key={index}
          className="inline-flex min-w-5 justify-center rounded border border-line bg-sunken px-1 font-sans text-xs leading-4.5 text-muted"
        >
          {chord
            .split('+')
            .map((key) => SIGNS[key] ?? key.toUpperCase())
            .join(' ')}
        </kbd>
      ))}
    </span>
  );
}
