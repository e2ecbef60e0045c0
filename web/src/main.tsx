import './styles.css';
import './design/as-react.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { whenRefused } from './backend/client.ts';
import { queryClient } from './backend/query-client.ts';
import { token } from './backend/token.ts';
import { guardKeys } from './commands/shortcuts.ts';
import { Toasts } from './design/toast.tsx';
import { followTranslation } from './design/translated-page.ts';
import { router } from './router.tsx';
import { applyTheme } from './session/theme.ts';
import {
  language,
  loadRefusal,
  loadTexts,
  onLanguageChange,
  preferredLanguage,
  switchLanguage,
} from './texts/texts.ts';

/** Another language mounts the whole app anew. Drafts keep what the user typed. */
function App() {
  const spoken = useSyncExternalStore(onLanguageChange, language);
  return (
    <QueryClientProvider client={queryClient} key={spoken}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}

/** Not awaited at the top of the module: what loads on demand imports this chunk, and would wait for it. */
async function open(): Promise<void> {
  // Loads the texts and the code of the first page in parallel: on a slow line the user feels each round trip.
  const first = token() ? [import('./shell/frame.tsx'), loadTexts('app')] : [import('./pages/login/login-page.tsx')];
  await Promise.all([switchLanguage(preferredLanguage()), ...first.map((loading) => loading.catch(() => {}))]);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App />);
}

applyTheme();
guardKeys();
followTranslation();
whenRefused(loadRefusal);
open();
