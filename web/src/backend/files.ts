/**
 * Uploads files by XMLHttpRequest, which reports progress and fetch does not; downloads them as blobs, because a link
 * cannot send the token.
 */
import type { Attachment } from '../../../contract/attachments.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { Refusal, refusalOf, send, write } from './client.ts';
import { token } from './token.ts';

export type { Attachment };

export const ACCEPTED = '.png,.jpg,.jpeg,.gif,.webp,.pdf,.txt,.log,.json,.csv,.zip,.docx,.xlsx';

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
    request.onerror = () => reject(new Refusal('unreachable', 0));
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as T);
      else reject(refused(request));
    };
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function refused(request: XMLHttpRequest): Promise<Refusal> | Refusal {
  try {
    const body = JSON.parse(request.responseText) as Partial<ErrorBody>;
    if (body.error === 'unauthorized') {
      refusalOf(new Response(request.responseText, { status: request.status })).catch(() => {});
    }
    return new Refusal(body.error ?? 'internal_error', request.status, body);
  } catch {
    return new Refusal('internal_error', request.status);
  }
}

export function attach(
  ticketId: string,
  files: File[],
  onProgress?: (fraction: number) => void,
): Promise<Attachment[]> {
  const form = new FormData();
  for (const file of files) form.append('attachments', file);
  return upload({ path: `/tickets/${ticketId}/attachments`, form, ...(onProgress ? { onProgress } : {}) });
}

export const removeAttachment = ({ ticket_id, id }: Attachment): Promise<void> =>
  write('DELETE', `/tickets/${ticket_id}/attachments/${id}`);

export async function blobOf(url: string): Promise<Blob> {
  const response = await send('GET', url);
  return response.blob();
}

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
