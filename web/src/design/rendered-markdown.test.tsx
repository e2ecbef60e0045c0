import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/render.tsx';
import { RenderedMarkdown } from './rendered-markdown.tsx';

/** The text as the page shows it. */
async function shown(text: string): Promise<Element> {
  await draw(<RenderedMarkdown text={text} />);
  await expect.poll(() => document.querySelector('.prose')).not.toBeNull();
  return document.querySelector('.prose') as Element;
}

test('a task list shows its boxes, which nobody can tick', async () => {
  const prose = await shown('- [x] printed\n- [ ] sent');
  const boxes = [...prose.querySelectorAll('input')];
  expect(boxes.map(({ type, disabled, checked }) => [type, disabled, checked])).toEqual([
    ['checkbox', true, true],
    ['checkbox', true, false],
  ]);
});

test('a person who may tick a task gets the text in which it is', async () => {
  const ticked: string[] = [];
  await draw(<RenderedMarkdown text={'- [x] printed\n- [ ] sent'} onTick={(text) => ticked.push(text)} />);
  const box = page.getByRole('checkbox', { name: 'sent' });
  await box.click();
  expect(ticked).toEqual(['- [x] printed\n- [x] sent']);
});

test('inputs that somebody writes as HTML are words', async () => {
  const types = ['password', 'text', 'email', 'file', 'submit', 'image', 'hidden', 'radio', 'checkbox', 'nonsense'];
  const forms = types.flatMap((type) => [`<input type=${type}>`, `<input type=${type} disabled checked>`]);
  const prose = await shown(['Your session is over. Type your password:', '<input>', ...forms].join('\n'));
  expect(prose.querySelector('input')).toBeNull();
  expect(prose.textContent).toContain('<input type=password>');
});

test('nothing in a text runs, is loaded from elsewhere, or sends a form', async () => {
  const prose = await shown(`
<script>document.title = 'ran'</script><img src=x onerror="document.title = 'ran'"><svg onload="document.title = 'ran'"></svg>
<form action=https://example.com><button>Send</button><textarea></textarea></form><iframe src=https://example.com></iframe>

[link](javascript:alert(1)) <a href="data:text/html,x" onclick="document.title='ran'">data</a> ![](https://example.com/x.png)
<style>* { display: none }</style><base href=https://example.com><math><mi xlink:href="javascript:alert(1)">x</mi></math>`);
  expect(prose.querySelector('script, img, svg, form, button, textarea, iframe, style, base, math')).toBeNull();
  const links = [...prose.querySelectorAll('a')];
  for (const link of links) expect(link.getAttributeNames().sort()).toEqual(['href', 'rel', 'target']);
  // Addresses within words that look like HTML are addresses; the picture of elsewhere is one, too.
  const addresses = links.map((link) => link.getAttribute('href'));
  expect(new Set(addresses)).toEqual(new Set(['https://example.com', 'https://example.com/x.png']));
  expect(prose.textContent).toContain("<script>document.title = 'ran'</script>");
  expect(document.title).not.toBe('ran');
});

test('a picture that came with the text is drawn in its place, and its words where there is none', async () => {
  const pictureOf = (name: string) => (name === 'a b.png' ? <img alt={name} /> : null);
  const text = '![first](attachment:a%20b.png) ![gone](attachment:gone.png) ![far](https://example.com/far.png)';
  await draw(<RenderedMarkdown text={text} pictureOf={pictureOf} />);
  await expect.poll(() => document.querySelectorAll('.prose img').length).toBe(1);
  expect(document.querySelector('.prose img')?.getAttribute('alt')).toBe('a b.png');
  expect(document.querySelector('.prose')?.textContent).toContain('gone');
  expect(document.querySelector('.prose a')?.getAttribute('href')).toBe('https://example.com/far.png');
});

test('a name that looks like HTML stays a name', async () => {
  const prose = await shown('![x" onerror="alert(1)](attachment:"><img/src=x>)');
  expect(prose.querySelector('img, [onerror]')).toBeNull();
});
