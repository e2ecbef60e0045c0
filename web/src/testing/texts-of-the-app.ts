import { beforeEach } from 'vitest';
import { loadTexts, switchLanguage } from '../texts/texts.ts';

await loadTexts('app');
await loadTexts('refusals');
// This runs before each file. All of them share a page: none begins with what another has left, or in its language.
await switchLanguage('pl');
document.body.replaceChildren();
// A toast that came after its test had ended goes as it does when somebody closes the tab.
beforeEach(() => void window.dispatchEvent(new Event('pagehide')));
