import { Braces } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { CONTROL, type ControlProps } from '../ui/field.tsx';
import { suggestionsAt, templateBefore } from './suggestions.ts';
import { TemplateBackground, TemplateText } from './template-text.tsx';

interface Props {
  control: ControlProps;
  text: string;
  onChange: (text: string) => void;
  /** Templates that fit here: `{{ inputs.name }}`. */
  templates: readonly string[];
  /** Other suggested values, such as those of an enumeration. */
  values: readonly string[];
  placeholder: string | undefined;
  /** Whether Enter begins another line. */
  hasLines: boolean;
}

/**
 * A text field in which templates look like chips: they are offered after `{{`, marked in the text, and deleted as one.
 * It is a plain text area over a layer that draws the chips, so that it is edited and read out as text.
 */
export function TemplateInput({ control, text, onChange, templates, values, placeholder, hasLines }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const next = useRef<number>(null);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const { from, offers } = suggestionsAt(text, caret, { templates, values });
  const isShown = isOpen && offers.length > 0;
  const active = Math.min(chosen, offers.length - 1);
  useLayoutEffect(() => {
    if (next.current === null) return;
    field.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  });
  /** Replaces the text between two positions, and puts the caret behind it. */
  const replace = (start: number, end: number, by: string): void => {
    onChange(text.slice(0, start) + by + text.slice(end));
    next.current = start + by.length;
    setCaret(next.current);
    setChosen(0);
  };
  const choose = (offer: string): void => {
    replace(from, caret, offer);
    setOpen(false);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart: start, selectionEnd: end } = event.currentTarget;
    const offer = offers[active];
    if (isShown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen((active + step + offers.length) % offers.length);
    } else if (isShown && offer !== undefined && (event.key === 'Enter' || event.key === 'Tab'))
      choose(offer);
    else if (isShown && event.key === 'Escape') setOpen(false);
    else if (event.key === 'ArrowDown' && offers.length > 0 && !text.includes('\n')) setOpen(true);
    else if (event.key === 'Enter' && !hasLines) setOpen(false);
    else if (event.key === 'Backspace' && start === end && templateBefore(text, start) !== null)
      replace(templateBefore(text, start) ?? start, start, '');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const begin = (): void => {
    setOpen(true);
    replace(caret, caret, '{{ ');
    field.current?.focus();
  };
  return (
    <div
      className="relative"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}
    >
      <div
        aria-hidden
        className="pointer-events-none absolute inset-0 overflow-hidden rounded-md border border-transparent bg-raised py-1.5 pr-9 pl-2.5 text-sm break-words whitespace-pre-wrap text-transparent"
      >
        <TemplateBackground text={text} />
      </div>
      <textarea
        {...control}
        ref={field}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={isShown ? `${listId}-${active}` : undefined}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        placeholder={placeholder}
        className={`${CONTROL} relative block resize-none overflow-hidden bg-transparent! pr-9 [field-sizing:content]`}
        value={text}
        onChange={({ target }) => {
          setCaret(target.selectionStart);
          setOpen(true);
          setChosen(0);
          onChange(target.value);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {templates.length > 0 && (
        <button
          type="button"
          aria-label="Insert a template"
          title="Insert a template"
          onClick={begin}
          className="absolute top-1 right-1 rounded p-1 text-muted hover:bg-hover hover:text-text"
        >
          <Braces aria-hidden className="size-4" />
        </button>
      )}
      <ul
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-60 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float"
      >
        {offers.map((offer, index) => (
          <li
            key={offer}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(offer)}
            className="cursor-pointer rounded px-2 py-1 text-sm break-words aria-selected:bg-hover"
          >
            <TemplateText text={offer} />
          </li>
        ))}
      </ul>
    </div>
  );
}
