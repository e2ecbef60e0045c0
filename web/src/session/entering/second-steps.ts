/** What follows a first step. It comes on demand, and in one piece. */
export { FirstPasskeyStep } from './first-passkey-step.tsx';
export { PasskeyStep } from './passkey-step.tsx';
