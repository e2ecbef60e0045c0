import { useEffect } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads what the page does not need to be shown, when the user first moves the pointer, touches the page or presses a
 * key.
 * @param load is the same function at each render.
 */
export function useFirstSign(load: () => Promise<unknown>): void {
  useEffect(() => {
    const prepare = () => {
      forget()
      load().catch(() => {})
    }
    const forget = () => {
      for (const sign of SIGNS) window.removeEventListener(sign, prepare)
    }
    for (const sign of SIGNS) window.addEventListener(sign, prepare)
    return forget
  }, [load])
}
