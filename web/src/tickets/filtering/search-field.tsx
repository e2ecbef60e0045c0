import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../texts/texts.ts';
import { useSearchKey } from './use-search-key.ts';

const PAUSE_MS = 250;

/** Searches when the user pauses. */
export function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const searchKey = useSearchKey();
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="filter-search relative shrink-0">
      <Icon
        name="search"
        size={16}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      <input
        {...searchKey}
        type="search"
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-8 w-full rounded-lg border border-line bg-surface pr-2 pl-8 text-sm hover:border-line-strong max-md:h-11 max-md:text-[1rem]"
      />
    </div>
  );
}
