export const Palette = (_: { onClose: () => void }) => null
