/** Preact leaves to the app some of what React does: it is done here, for all that is drawn. Comes before anything is drawn. */
import { options, type VNode } from 'preact';

// Effects follow what they belong to at once: a key that comes before the next frame meets a dialog that has the focus.
options.requestAnimationFrame = queueMicrotask;

type Field = HTMLInputElement & HTMLTextAreaElement;
interface FieldProps {
  value?: unknown;
  checked?: boolean;
  autoFocus?: boolean;
}

/** The properties with which a field was last drawn. */
const drawn = new WeakMap<Field, FieldProps>();

/** Preact keeps what a vnode was drawn as under this name. */
interface Drawn extends VNode<FieldProps> {
  __e?: Field;
}

const next = options.diffed;
options.diffed = (vnode: Drawn) => {
  next?.(vnode);
  const { type, props, __e: field } = vnode;
  if (field === undefined || (type !== 'input' && type !== 'textarea' && type !== 'button')) return;
  // The browser would do it once a page.
  if (props.autoFocus && !drawn.has(field)) queueMicrotask(() => field.focus());
  drawn.set(field, props);
};

/** Shows again what the app holds, where it did not take what somebody typed or ticked. */
function holdTo(field: Field): void {
  const { checked, value } = drawn.get(field) ?? {};
  if (checked !== undefined && field.checked !== checked) field.checked = checked;
  if (checked === undefined && typeof value === 'string' && field.value !== value) field.value = value;
}

for (const name of ['input', 'change'])
  window.addEventListener(name, ({ target, type }) => {
    const field = target as Field;
    const isTicked = field.type === 'checkbox' || field.type === 'radio';
    if (isTicked === (type === 'change')) queueMicrotask(() => holdTo(field));
  });

const PLACE = 'section, dialog, form';
const controlsIn = (place: Element | undefined) => [
  ...(place?.querySelectorAll<HTMLElement>('a[href], button, input, textarea, summary') ?? []),
];

/** Leads the focus to what stands next in a section, a dialog or a form, once what had it is gone from there and nothing else has taken it. */
function passFocusOn(from: HTMLElement): void {
  const places: Element[] = [];
  for (let place = from.closest(PLACE); place; place = place.parentElement?.closest(PLACE) ?? null) places.push(place);
  const before = controlsIn(places.at(-1));
  const at = before.indexOf(from);
  setTimeout(() => {
    const place = places.find((candidate) => candidate.isConnected);
    if (document.activeElement !== document.body) return;
    [...before.slice(at), ...before.slice(0, at).reverse(), ...controlsIn(place)]
      .find((control) => place?.contains(control) && control.checkVisibility())
      ?.focus({ preventScroll: true });
  });
}

/** The field that is about to go with the focus. */
let leaving: Field | undefined;

const unmounted = options.unmount;
options.unmount = (vnode: Drawn) => {
  unmounted?.(vnode);
  if (vnode.__e !== document.activeElement) return;
  leaving = vnode.__e;
  passFocusOn(leaving);
  queueMicrotask(() => {
    leaving = undefined;
  });
};

// Chromium says of a field that goes that it has lost the focus. Nobody has left it: who gave up what they typed would save it.
for (const name of ['blur', 'focusout'])
  window.addEventListener(name, (event) => event.target === leaving && event.stopImmediatePropagation(), true);
