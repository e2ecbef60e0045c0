import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';

interface FilePickerProps {
  accept?: string | undefined;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
  /** Draws the button. `open` shows the system's file dialog. */
  children: (open: () => void) => ReactNode;
}

export function FilePicker({ accept, multiple, onChoose, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}

interface PictureChoiceProps {
  /** The picture or its placeholder. */
  children: ReactNode;
  choose: string;
  /** The label of the button that removes the picture; falsy when there is none to remove. */
  remove: string | false | null | undefined;
  busy?: boolean;
  /** Called without a file when the user removes the picture. */
  onChoose: (file?: File) => void;
}

/** A picture with buttons to choose another one or to remove it. */
export function PictureChoice({ children, choose, remove, busy, onChoose }: PictureChoiceProps) {
  return (
    <div className="flex items-center gap-4">
      {children}
      <FilePicker accept="image/png,image/jpeg,image/webp" onChoose={([file]) => file && onChoose(file)}>
        {(open) => (
          <Button small busy={busy ?? false} onClick={open} data-reach="picture">
            {choose}
          </Button>
        )}
      </FilePicker>
      {remove && (
        <Button small look="quiet" onClick={() => onChoose()}>
          {remove}
        </Button>
      )}
    </div>
  );
}
