/** Shows Markdown that users wrote, sanitised. Loads the parser with the first text, or before by `preloadMarkdown`. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

export interface MarkdownProps {
  text: string;
  /** Draws the picture that the text calls by its name (`![](attachment:name)`); null when there is none. */
  pictureOf?: ((name: string) => ReactNode) | undefined;
  /** The names of the people whom the text names as `<@id>`. */
  mentions?: readonly { id: string; name: string }[] | undefined;
  /** Called with the text in which the user has ticked a task, or no longer. Without it nobody ticks. */
  onTick?: ((text: string) => void) | undefined;
}

let Rendered: ComponentType<MarkdownProps> | undefined;

/** Loads the parser while the page loads its text. Without it the page shows plain text first, and then moves. */
export async function preloadMarkdown(): Promise<void> {
  try {
    Rendered ??= (await import('./rendered-markdown.tsx')).RenderedMarkdown;
  } catch {
    // Users can read plain text as well.
  }
}

/** Does without Suspense, which shows its fallback for at least a third of a second. */
export function Markdown(props: MarkdownProps) {
  const [, draw] = useState(false);
  useEffect(() => {
    if (!Rendered) preloadMarkdown().then(() => draw(true));
  }, []);
  return Rendered ? (
    <Rendered {...props} />
  ) : (
    <div dir="auto" className="whitespace-pre-wrap">
      {props.text}
    </div>
  );
}
