/**
 * Keeps a page right that the browser translates. A translator puts elements of its own in the place of texts, and Preact goes on
 * to change, move and remove the texts that it made: without this the page keeps an old status, or breaks.
 */

/** The elements that a translator has put in the place of texts. */
const places = new WeakMap<Text, Element>();

const isOfTranslator = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

function note(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const node of removedNodes) {
      if (!(node instanceof Text) || node.isConnected) continue;
      const place = [...addedNodes, previousSibling, nextSibling].find(isOfTranslator);
      if (place) places.set(node, place);
    }
  }
}

const observer = new MutationObserver(note);

/** Puts a text back in its place, from which the translator takes it again. */
function putBack(node: Text): void {
  if (node.isConnected) return;
  note(observer.takeRecords());
  places.get(node)?.replaceWith(node);
  places.delete(node);
}

/** Called once, before the app draws: a text is in its place whenever it is about to change, to move or to go. */
export function followTranslation(): void {
  observer.observe(document, { childList: true, subtree: true });
  const data = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data');
  Object.defineProperty(Text.prototype, 'data', {
    ...data,
    set(this: Text, text: string) {
      putBack(this);
      data?.set?.call(this, text);
    },
  });
  const parent = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode');
  Object.defineProperty(Text.prototype, 'parentNode', {
    ...parent,
    get(this: Text) {
      putBack(this);
      return parent?.get?.call(this);
    },
  });
}
