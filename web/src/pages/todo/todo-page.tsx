export const TodoPage = () => null
