import { existsSync } from 'node:fs'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Small, quiet and offline: nothing that Chromium does of its own accord. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The machine's own Chromium, or else the one that came with the npm packages. */
export async function chromiumPath(): Promise<string> {
  const installed = INSTALLED.find((path) => existsSync(path))
  if (installed) return installed
  const { default: brought } = await import('@sparticuz/chromium')
  return brought.executablePath()
}
