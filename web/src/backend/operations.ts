/** The operations of the service as its document has them, by the addresses that the app writes (without `/api`). */
import type { paths } from '../../../packages/client/interface.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

/** `/api/answers/{id}` as the app writes it: `/answers/${string}`. */
type Written<P extends string> = P extends `/api${infer Rest}` ? Filled<Rest> : never;
type Filled<P extends string> = P extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : P;

/** The addresses that take a method. */
export type Address<M extends Method> = Written<PathOf<M>>;

type ExactPath<M extends Method, A extends string> = {
  [P in PathOf<M>]: [A, Written<P>] extends [Written<P>, A] ? P : never;
}[PathOf<M>];
/** `/answers/review` is its own path, and fits `/answers/{id}` as well. */
type PathAt<M extends Method, A extends string> = [ExactPath<M, A>] extends [never]
  ? { [P in PathOf<M>]: A extends Written<P> ? P : never }[PathOf<M>]
  : ExactPath<M, A>;
type OperationAt<M extends Method, A extends string> =
  PathAt<M, A> extends infer P extends keyof paths ? (paths[P] extends Record<M, infer O> ? O : never) : never;

type Json<C> = C extends { content: { 'application/json': infer Body } } ? Body : never;
type Given<O> = O extends { responses: infer R }
  ? { [S in keyof R & (200 | 201 | 202)]: Json<R[S]> }[keyof R & (200 | 201 | 202)]
  : never;

/** The answer of an operation; nothing where it answers without a body. */
export type Answered<M extends Method, A extends string> =
  OperationAt<M, A> extends infer O ? ([Given<O>] extends [never] ? undefined : Given<O>) : never;

type Loose<Q> = { readonly [K in keyof Q]?: Q[K] | undefined };
/** The query parameters of an operation. */
export type QueryOf<M extends Method, A extends string> =
  OperationAt<M, A> extends { parameters: { query?: infer Q } }
    ? [NonNullable<Q>] extends [never]
      ? Record<never, never>
      : Loose<NonNullable<Q>>
    : Record<never, never>;

/** The JSON body of an operation. */
export type BodyOf<M extends Method, A extends string> =
  OperationAt<M, A> extends { requestBody?: infer B } ? Loose<Json<NonNullable<B>>> : undefined;

/** The items of a list, by its address. */
export type ItemsOf<A extends string> = Answered<'get', A> extends readonly (infer Item)[] ? Item : never;
