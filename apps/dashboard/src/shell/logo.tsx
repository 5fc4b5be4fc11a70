export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      <svg viewBox="0 0 16 16" className="size-6" aria-hidden>
        <rect width="16" height="16" rx="4" fill="var(--color-accent)" />
        <path
          d="M5 4.5h6M5 8h4.5M5 11.5h6"
          stroke="var(--color-on-accent)"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </svg>
      Errand
    </span>
  );
}
