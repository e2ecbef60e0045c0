export const ShortcutSheet = (_: { onClose: () => void }) => null
