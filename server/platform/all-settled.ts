/**
 * Waits for works of one transaction that do not wait for each other. PostgreSQL is sent what they ask together. Where one
 * fails, the others have ended as well before its error is thrown: nothing may be asked once the transaction is taken back.
 */
export async function allSettled<T extends readonly unknown[]>(
  works: readonly [...{ [K in keyof T]: Promise<T[K]> | T[K] }],
): Promise<T> {
  const ended = await Promise.allSettled(works);
  return ended.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  }) as unknown as T;
}
