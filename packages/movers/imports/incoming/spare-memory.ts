/** By how much the heap may grow before what nobody needs any more is given back. */
const GROWTH = 12 * 1024 * 1024;

/**
 * Keeps a long command small, where Node was started with `--expose-gc`: it lets its heap grow for as long as the machine
 * has room. For commands alone, as it holds everything else up.
 *
 * @returns what is to be called after each batch.
 */
export function memorySaver(): () => void {
  const { gc } = globalThis;
  let kept = process.memoryUsage().heapUsed;
  return () => {
    if (gc === undefined || process.memoryUsage().heapUsed < kept + GROWTH) return;
    gc();
    kept = process.memoryUsage().heapUsed;
  };
}
