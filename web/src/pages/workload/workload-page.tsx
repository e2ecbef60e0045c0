export const WorkloadPage = () => null
