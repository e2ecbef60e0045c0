import { type ReactNode, useEffect, useState } from 'react';

/** Draws the pictures of a preview: the files are still here. */
export const previewOf =
  (files: readonly File[]) =>
  (name: string): ReactNode => {
    const file = files.find((one) => one.name === name && one.type.startsWith('image/'));
    return file ? <ChosenPicture file={file} className="max-h-80 max-w-full" /> : null;
  };

/** A picture that is still here, before it is sent. */
export function ChosenPicture({ file, className }: { file: File; className: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img src={url} alt={file.name} className={`rounded-lg border border-line ${className}`} /> : null;
}
