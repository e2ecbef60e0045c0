import { type ReactNode, useEffect, useRef, useState } from 'react';
import { blobOf } from '../../backend/client.ts';
import type { Attachment } from '../../backend/files.ts';
import { Icon } from '../../design/icon.tsx';
import { beforePrinting, usePrinting } from '../../design/window.ts';
import { t } from '../../texts/texts.ts';
import { viewPicture } from './viewing.ts';

export const isPicture = ({ width, height }: Attachment): boolean => width !== null && height !== null;

/** Draws the pictures that a text calls by name, out of the files that came with it. */
export const picturesOf =
  (files: readonly Attachment[]) =>
  (name: string): ReactNode => {
    const file = files.find((one) => one.original_name === name && isPicture(one));
    return file ? <Picture file={file} /> : null;
  };

/** The address of a blob, made when it is needed; undefined until it has come. A picture needs the token to load. */
export function useBlobUrl(url: string, wanted: boolean): string | undefined {
  const [made, setMade] = useState<string>();
  useEffect(() => {
    if (!wanted) return;
    let address: string | undefined;
    let gone = false;
    beforePrinting(blobOf(url)).then(
      (blob) => {
        if (gone) return;
        address = URL.createObjectURL(blob);
        setMade(address);
      },
      () => {},
    );
    return () => {
      gone = true;
      if (address) URL.revokeObjectURL(address);
      setMade(undefined);
    };
  }, [url, wanted]);
  return made;
}

/** How far below the window a picture begins to load. */
const AHEAD = '400px';

/** A picture in the conversation: it takes its room before it loads, loads when it comes near, and opens in the viewer. */
export function Picture({ file }: { file: Attachment }) {
  const box = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: AHEAD });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const printing = usePrinting();
  useEffect(() => {
    if (printing) setNear(true);
  }, [printing]);
  const url = useBlobUrl(file.url, near);
  const { width, height } = file;
  if (width === null || height === null) return null;
  return (
    <button
      ref={box}
      type="button"
      aria-label={t('viewer.open', { name: file.original_name })}
      onClick={() => viewPicture(file.id)}
      style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${width}px, ${(width / height) * 20}rem)` }}
      className="flex max-h-80 min-h-8 min-w-8 cursor-zoom-in items-center justify-center overflow-hidden rounded-lg border border-line bg-sunken text-muted hover:border-line-strong"
    >
      {url ? <img src={url} alt="" className="size-full object-cover" /> : <Icon name="file" />}
      {!url && <span className="hidden print:inline">{file.original_name}</span>}
    </button>
  );
}
