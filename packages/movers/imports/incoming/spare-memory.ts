/** By how much memory may grow before what nobody needs any more is given back. */
const GROWTH = 12 * 1024 * 1024;

/**
 * Keeps a long command small, where Node was started with `--expose-gc`: it lets its heap grow for as long as the machine
 * has room. For commands alone, as it holds everything else up.
 *
 * @returns what is to be called after each batch.
 */
export function memorySaver(): () => void {
  const { gc } = globalThis;
  let kept = usedBytes();
  return () => {
    if (gc === undefined || usedBytes() < kept + GROWTH) return;
    gc();
    kept = usedBytes();
  };
}

/** With what lies outside of the heap: pieces of files that were read. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
