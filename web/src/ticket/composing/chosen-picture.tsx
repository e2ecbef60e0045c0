import { type ReactNode, useEffect, useState } from 'react';

/** Draws the pictures of a preview: the files are still here. */
export const previewOf =
  (files: readonly File[]) =>
  (name: string): ReactNode => {
    const file = files.find((one) => one.name === name && one.type.startsWith('image/'));
    return file ? <ChosenPicture file={file} /> : null;
  };

function ChosenPicture({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img src={url} alt={file.name} className="max-h-80 max-w-full rounded-lg border border-line" /> : null;
}
