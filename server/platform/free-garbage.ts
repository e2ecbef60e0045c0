import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: ((options: { readonly type: 'minor' | 'major' }) => void) | undefined;

/**
 * Frees what nobody holds any more: buffers that came and went lie about until there are 50 MB of them, else.
 *
 * @param type `minor` for what is young, `major` for all of it.
 */
export function freeGarbage(type: 'minor' | 'major'): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc');
    // Node keeps compiled code for the flags of its start.
    setFlagsFromString('--no-expose-gc');
  }
  collect?.({ type });
}
