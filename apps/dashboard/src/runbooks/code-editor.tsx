import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

const LOOK = EditorView.theme({
  '&': { fontSize: '12px', color: 'var(--color-text)', backgroundColor: 'var(--color-raised)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', maxHeight: '70vh', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--color-panel)', color: 'var(--color-muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--color-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'var(--color-accent-soft) !important',
  },
  '&.cm-focused': { outline: '2px solid var(--color-accent)' },
});
const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-accent)' },
  { tag: tags.string, color: 'var(--color-good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--color-person)' },
]);

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
const LEAVE = 'Tab leaves the editor.';
const INDENT = `${isMac ? '⌘' : 'Ctrl'} and ] or [ indents lines more or less.`;

interface Props {
  label: string;
  text: string;
  /** Without it the text can only be read. */
  onChange?: (text: string) => void;
}

/**
 * An editor for code. It stands in a shadow root: there CodeMirror makes its style sheets without `<style>` elements, which
 * the page's policy refuses. Tab moves on, as everywhere, and the page says so.
 */
export function CodeEditor({ label, text, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const isEditable = onChange !== undefined;
  const keys = isEditable ? `${LEAVE} ${INDENT}` : LEAVE;
  useEffect(() => {
    if (host.current === null) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    view.current = new EditorView({
      parent: root as unknown as HTMLElement,
      root,
      state: EditorState.create({
        doc: '',
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          syntaxHighlighting(COLOURS),
          json(),
          LOOK,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': keys, tabindex: '0' }),
          EditorState.readOnly.of(!isEditable),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && update.view.hasFocus) change.current?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    return () => view.current?.destroy();
  }, [label, isEditable, keys]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text || (editor.hasFocus && isEditable)) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text, label, isEditable]);
  return (
    <div className="flex flex-col gap-1">
      <div ref={host} className="editor overflow-hidden rounded-md border border-edge" />
      <p className="text-xs text-muted">{keys}</p>
    </div>
  );
}
