/**
 * Keeps a page right that the browser translates. A translator puts elements of its own in the place of texts, and React goes on
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
function putBack(node: Node | null): void {
  if (!(node instanceof Text) || node.isConnected) return;
  note(observer.takeRecords());
  places.get(node)?.replaceWith(node);
  places.delete(node);
}

/** Called once, before React draws. */
export function followTranslation(): void {
  observer.observe(document, { childList: true, subtree: true });
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(this: Text, text: string | null) {
      putBack(this);
      value?.set?.call(this, text);
    },
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    putBack(child);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    putBack(before);
    return insertBefore.call(this, node, before) as T;
  };
}
