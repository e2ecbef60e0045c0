/** A picture of 40 by 20 pixels. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAAAJElEQVR42mOQyzsxIIhh1OJRi0ctHrV41OJRi0ctHrV45FgMABVnJr36dSPoAAAAAElFTkSuQmCC';

/** A picture as a file that a page is given. */
export const png = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });

/** A comment with the picture, which its text shows, too. */
export function commentWith(name: string): FormData {
  const form = new FormData();
  form.set('content', `It looks like this:\n\n![${name}](attachment:${name})`);
  form.append('attachments', new Blob([Buffer.from(PNG, 'base64')], { type: 'image/png' }), name);
  form.append('attachments', new Blob(['E-31 paper jam'], { type: 'text/plain' }), 'printer.log');
  return form;
}
