/**
 * A dialog over the page. Radix keeps the focus inside; its own overlay is not used, because that one writes a style
 * element, which the page's policy forbids.
 */
import { Content, Description, Portal, Root, Title } from 'radix-ui/dialog'
import { type ReactNode, useEffect } from 'react'
import { t } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import { classes } from './class-names.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  hideTitle?: boolean
  wide?: boolean
  children: ReactNode
}

export function Dialog({ open, onClose, title, description, hideTitle, wide, children }: DialogProps) {
  useEffect(() => {
    if (!open) return
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = ''
    }
  }, [open])
  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <div className="fixed inset-0 z-40 bg-veil" aria-hidden="true" />
        <Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classes(
            'fixed z-50 flex flex-col overflow-y-auto bg-raised shadow-float animate-appear outline-none',
            'max-md:inset-0 md:top-[12vh] md:left-1/2 md:max-h-[80vh] md:-translate-x-1/2 md:rounded-xl md:border md:border-line',
            wide ? 'md:w-[44rem]' : 'md:w-[32rem]',
            'md:max-w-[94vw]',
          )}
        >
          <div className={classes(hideTitle ? 'sr-only' : 'flex items-start gap-3 px-5 pt-4 pb-1')}>
            <div className="min-w-0 flex-1">
              <Title className="text-lg font-semibold">{title}</Title>
              {description && <Description className="mt-0.5 text-sm text-muted">{description}</Description>}
            </div>
            {!hideTitle && <IconButton icon="close" label={t('action.close')} small onClick={onClose} />}
          </div>
          {children}
          {hideTitle && (
            <IconButton
              icon="close"
              label={t('action.close')}
              onClick={onClose}
              className="absolute! top-1 right-2 md:hidden"
            />
          )}
        </Content>
      </Portal>
    </Root>
  )
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="flex flex-1 flex-col gap-4 px-5 py-3">{children}</div>
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="pad-safe sticky bottom-0 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-5 py-3">
      {children}
    </div>
  )
}
