/** Preact draws what is written for React, in 10 KB instead of 68 (docs/decisions/0194-drawn-by-preact.md). */
export const drawnBy = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};
