/**
 * Uploads files by XMLHttpRequest, which reports progress and fetch does not; downloads them as blobs, because a link
 * cannot send the token.
 */
import { queryOptions } from '@tanstack/react-query';
import type { Attachment } from '../../../contract/attachments.ts';
import { accepted, blobOf, bodyOf, formSize, formWith, KwitError, write } from './client.ts';
import { token } from './token.ts';

export type { Attachment };

export interface Upload {
  path: string;
  form: FormData;
  idempotencyKey?: string;
  onProgress?: (fraction: number) => void;
  /** Cancels the request. */
  signal?: AbortSignal;
}

export function upload<T>({ path, form, idempotencyKey, onProgress, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api${path}`);
    const bearer = token();
    if (bearer) request.setRequestHeader('Authorization', `Bearer ${bearer}`);
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.onprogress = (event) => onProgress?.(event.total > 0 ? event.loaded / event.total : 0);
    request.onerror = () => reject(new KwitError('unreachable', 'unreachable'));
    request.onload = () => {
      accepted(responseOf(request), () => formSize(form))
        .then((response) => bodyOf<T>(response))
        .then(resolve, reject);
    };
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** The answer of a request, as `fetch` gives it. */
function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['Date', 'Retry-After']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  // A status that forbids a body allows none here either.
  return new Response(request.responseText || null, { status: request.status, headers });
}

export const attach = (id: string, files: File[], onProgress: (fraction: number) => void): Promise<Attachment[]> =>
  upload({ path: `/tickets/${id}/attachments`, form: formWith('attachments', ...files), onProgress });

export const removeAttachment = ({ ticket_id, id }: Attachment): Promise<void> =>
  write('DELETE', `/tickets/${ticket_id}/attachments/${id}`);

/** The picture at an address that only who sends a token is given, as an address of this page. It is kept, for icons stand in many rows. */
export const pictureQuery = (address: string) =>
  queryOptions({
    queryKey: ['pictures', address],
    queryFn: async () => URL.createObjectURL(await blobOf(address)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const download = (attachment: Attachment): Promise<void> => downloadAs(attachment.url, attachment.original_name);

/** Saves what the address gives as a file of that name. */
export async function downloadAs(address: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await blobOf(address));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
