/** What someone else has changed flashes once, wherever it is shown. */
const FLASH_MS = 1600

export function flash(number: number): void {
  // After the new data has been drawn.
  requestAnimationFrame(() => {
    for (const element of document.querySelectorAll(`[data-number="${number}"]`)) {
      element.classList.remove('animate-flash')
      requestAnimationFrame(() => element.classList.add('animate-flash'))
      setTimeout(() => element.classList.remove('animate-flash'), FLASH_MS)
    }
  })
}
