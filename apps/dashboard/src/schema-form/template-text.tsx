const TEMPLATE = /(\{\{[^{}]*\}\})/;

/** A text in which each template is shown as a chip. */
export function TemplateText({ text }: { text: string }) {
  return text.split(TEMPLATE).map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="rounded bg-accent-soft px-1 text-[0.92em] text-accent">
        {part.slice(2, -2).trim()}
      </code>
    ) : (
      part
    ),
  );
}

/** The same text with every letter in the same position, so that it can lie behind a field. */
export function TemplateBackground({ text }: { text: string }) {
  return text.split(TEMPLATE).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} data-template className="rounded bg-accent-soft outline-1 outline-accent">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
