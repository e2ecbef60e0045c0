export const AdminPage = () => null
export const AdminSection = () => null
