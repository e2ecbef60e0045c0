import { Icon } from '../../design/icon.tsx';
import { useSearchKey } from './use-search-key.ts';

interface SearchBoxProps {
  label: string;
  /** The place of the sign: a class. */
  sign?: string;
  value: string;
  onChange: (text: string) => void;
}

/** The field of a page that searches. */
export function SearchBox({ label, sign = 'left-3.5', value, onChange }: SearchBoxProps) {
  const searchKey = useSearchKey();
  return (
    <div className="relative">
      <Icon name="search" className={`pointer-events-none absolute top-1/2 -translate-y-1/2 text-faint ${sign}`} />
      <input
        {...searchKey}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-lg border border-line bg-surface pr-3 pl-10 hover:border-line-strong max-md:text-[1rem]"
      />
    </div>
  );
}
