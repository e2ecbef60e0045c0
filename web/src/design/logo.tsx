/** The logo of Kwit: the stub of a receipt with a tick. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0 text-accent">
      <path
        fill="currentColor"
        d="M6 5h20a2 2 0 0 1 2 2v5.500a3.500 3.500 0 0 0 0 7V25a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-5.500a3.500 3.500 0 0 0 0-7V7a2 2 0 0 1 2-2Z"
      />
      <path
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m10.500 16.500 3.700 3.700 7.600-8.200"
      />
    </svg>
  );
}
