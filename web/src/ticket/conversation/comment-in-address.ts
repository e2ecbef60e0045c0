import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Brings the comment into view that the address names after `#`. */
export function useCommentInAddress(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash.startsWith('comment-')) document.getElementById(hash)?.scrollIntoView({ block: 'center' })
  }, [hash])
}
