export const MePage = () => null
