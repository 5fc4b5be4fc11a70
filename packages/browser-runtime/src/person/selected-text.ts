/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { readElement } from './element-at.ts';

function selectedIn(element: Element): string {
  if (element instanceof HTMLInputElement && element.type === 'password') return '';
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0);
  return element.ownerDocument.getSelection()?.toString() ?? '';
}

/** The selected text of the page, as copying would take it; of a password field nothing. */
export async function selectedText(page: Page): Promise<string> {
  return (await readElement(page, null, selectedIn))?.value ?? '';
}
