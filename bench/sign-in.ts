import type { ServerProcess } from './server-process.ts';

/** Signs somebody in with the code that the built-in mailbox shows. @returns their token. */
export async function signIn(service: ServerProcess, email: string): Promise<string> {
  const post = (path: string, body: object) =>
    service.call({ method: 'POST', path: `/api/auth/${path}`, body: JSON.stringify(body) });
  await post('request-otp', { email, lang: 'en' });
  const [message] = JSON.parse(await service.call({ method: 'GET', path: '/dev/mailbox' })) as { text: string }[];
  const code = /\b\d{8}\b/.exec(message?.text ?? '')?.[0];
  return JSON.parse(await post('verify-otp', { email, code })).token;
}
