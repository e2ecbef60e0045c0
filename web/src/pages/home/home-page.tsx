import { useIsDeveloper } from '../../session/me.ts';
import { WithPeek } from '../../ticket/peek/with-peek.tsx';
import { DeveloperHome } from './developer-home.tsx';
import { ReporterHome } from './reporter-home.tsx';

export function HomePage() {
  const developer = useIsDeveloper();
  return <WithPeek>{developer ? <DeveloperHome /> : <ReporterHome />}</WithPeek>;
}
