import { expect, test } from 'vitest';
import { draw, service } from '../../testing/render.tsx';
import { ProjectSign } from './project-name.tsx';

test('an icon that is refused without a token is asked for with one', async () => {
  const requests = service({});
  await draw(<ProjectSign color="#6B7280" icon="/api/projects/p/icon?v=1" />);
  await expect
    .poll(() => requests.map(({ method, path }) => `${method} ${path}`))
    .toContain('GET /projects/p/icon?v=1');
});
