/** The place that a picture has in a text which it came with: `![name](attachment:name)`, the name encoded as in an address. */

export const placeOf = (name: string): string => `![${name}](attachment:${encodeURIComponent(name)})`;

/** The name of the picture that an address in a text leads to; undefined when it leads elsewhere. */
export function namedBy(address: string): string | undefined {
  const name = /^attachment:(.+)$/.exec(address)?.[1];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The names of the pictures that a text shows. */
export const picturesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/\]\((attachment:[^)\s]+)\)/g)].map(([, address = '']) => namedBy(address) ?? ''));
